/**
 * Whether a text holds a code by itself: six digits are in a signature, an ID or a time by chance, and are
 * part of a longer word there.
 */
export function holdsCode(text: string, code: string): boolean {
  const plain = text.replaceAll(/%[\da-f]{2}/gi, ' ').replaceAll(/\\[nrt]/g, ' ');
  return new RegExp(`(?<![\\da-z])${code}(?![\\da-z])`, 'i').test(plain);
}
