import { parseText } from '../../../../src/products/messages/template.ts';

/** What a value looks like until somebody types another. */
export const sampleOf = (name: string): string => (name === 'code' ? '482913' : name);

/** The names between the braces of a text, each once. */
export function variablesOf(text: string): string[] {
  return [...new Set(parseText(text).pieces.filter((_, at) => at % 2 === 1))];
}

/** The text with values in the places of its names. */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  const { pieces } = parseText(text);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? piece : (values[piece] ?? sampleOf(piece))))
    .join('');
}
