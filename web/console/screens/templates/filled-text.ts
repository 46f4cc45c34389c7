import type { Language } from '../../../../src/foundation/contract/text/languages.ts';
import { parseText } from '../../../../src/products/messages/template.ts';

/** Sample values in the viewer's language, until others are entered. */
const samples: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  code: { en: '482913', zh: '482913' },
  content: { en: 'Your parcel is at the front desk.', zh: '包裹已放在前台。' },
};
export const sampleOf = (name: string, language: Language): string =>
  samples[name]?.[language] ?? name;

/** The placeholders of a text, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set(parseText(text).pieces.filter((_, at) => at % 2 === 1))];
}

export function filledText(
  text: string,
  values: Readonly<Record<string, string>>,
  language: Language,
): string {
  const { pieces } = parseText(text);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? piece : (values[piece] ?? sampleOf(piece, language))))
    .join('');
}
