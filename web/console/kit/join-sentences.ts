import type { Language } from '../client/language.ts';

/** Joins sentences: with a space in English, without one after a Chinese full stop. */
export function joinSentences(sentences: readonly (string | false)[], language: Language): string {
  return sentences.filter(Boolean).join(language === 'zh' ? '' : ' ');
}
