import { parseText } from '../../../../src/products/messages/template.ts';

/** Sample values until others are entered. */
const samples: Readonly<Record<string, string>> = {
  code: '482913',
  content: 'Your parcel is at the front desk.',
};
export const sampleOf = (name: string): string => samples[name] ?? name;

/** The placeholders of a text, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set(parseText(text).pieces.filter((_, at) => at % 2 === 1))];
}

export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  const { pieces } = parseText(text);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? piece : (values[piece] ?? sampleOf(piece))))
    .join('');
}
