import { parseText } from '../../../../src/products/messages/template.ts';

/** Sample values until others are entered. */
export const sampleOf = (name: string): string => (name === 'code' ? '482913' : name);

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
