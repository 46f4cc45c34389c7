import type { Language } from '../client/language.ts';

/** Sentences one after the other: a space stands between English ones, and none after a Chinese stop. */
export function joinSentences(sentences: readonly (string | false)[], language: Language): string {
  return sentences.filter(Boolean).join(language === 'zh' ? '' : ' ');
}
