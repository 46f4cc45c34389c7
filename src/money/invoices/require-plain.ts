import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isPlainLine, tidyLines } from '../../foundation/contract/text/plain-lines.ts';

/** Text of lines that a person typed, without blanks at their ends; refused if it is empty or cannot be printed. */
export function requirePlain(
  field: 'name' | 'address' | 'taxId' | 'note',
  typed: string,
  longest: number,
): string {
  const text = tidyLines(typed);
  const isPlain = text !== '' && isPlainLine(text.replaceAll('\n', ''));
  const isLines = field === 'address' || !text.includes('\n');
  if (!isPlain || !isLines || text.length > longest) {
    refuse(`invoice_${field}_invalid` as const, { longest });
  }
  return text;
}
