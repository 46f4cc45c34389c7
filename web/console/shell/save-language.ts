import { post } from '../client/api.ts';
import type { Language } from '../client/words.ts';

/** Letters to the person are in the language they read here; if it cannot be kept now, the next choice is. */
export function saveLanguage(language: Language): void {
  void post('session/profile', { language }).catch(() => {});
}
