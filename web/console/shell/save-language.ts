import { post } from '../client/api.ts';
import type { Language } from '../client/words.ts';

/** Emails use the language chosen here. A failed save is harmless: the next choice saves again. */
export function saveLanguage(language: Language): void {
  void post('session/profile', { language }).catch(() => {});
}
