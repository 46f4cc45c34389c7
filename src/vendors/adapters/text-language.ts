import type { Language } from '../../foundation/contract/text/languages.ts';

/** The language of a message's text, for what a vendor adds to it. A text with a Chinese character is Chinese. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
