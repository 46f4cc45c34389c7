import type { Language } from '../client/language.ts';

/** Lists words: with commas in English, with enumeration commas in Chinese. */
export function joinWords(words: readonly string[], language: Language): string {
  return words.join(language === 'zh' ? '、' : ', ');
}
