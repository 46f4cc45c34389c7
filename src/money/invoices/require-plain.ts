import { refuse } from '../../foundation/contract/refusals/refused.ts';

/** Text of lines that a person typed, without blanks at their ends; refused if it is empty or cannot be printed. */
export function requirePlain(
  field: 'name' | 'address' | 'taxId' | 'note',
  typed: string,
  longest: number,
): string {
  const text = typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
  const isPlain = /^[^\p{Cc}\p{Cf}\p{Cs}]+$/u.test(text.replaceAll('\n', ''));
  const isLines = field === 'address' || !text.includes('\n');
  if (!isPlain || !isLines || text.length > longest) {
    refuse(`invoice_${field}_invalid` as const, { longest });
  }
  return text;
}
