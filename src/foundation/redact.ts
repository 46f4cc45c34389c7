const longestWords = 200;

/** Shorter values would blacken half of every sentence; two Chinese characters have six bytes. */
const shortestBytes = 4;

/**
 * Control characters and lone surrogates: a NUL or half a character is no text to the database, which
 * would refuse the whole statement for it, and the rest would break a line of the log.
 */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unfitRuns = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** Whatever a vendor says, as text that can be stored and shown, and of a length that has an end. */
export function cleanWords(words: string, longest: number = longestWords): string {
  return cut(textOf(words), longest);
}

/**
 * A vendor's words, fit to be kept as evidence and logged: vendors put numbers, names and texts into
 * what they say of a fault, so every value of the call is blackened in it.
 */
export function redact(words: string, values: readonly string[]): string {
  let text = textOf(words);
  const longestFirst = values
    .filter((value) => Buffer.byteLength(value) >= shortestBytes)
    .sort((a, b) => b.length - a.length);
  for (const value of longestFirst) text = text.replaceAll(value, '***');
  return cut(text, longestWords);
}

/** What a message must not leave in anyone's words: the number in every form, the text, its words. */
export function messageValues(asSent: string, e164: string, text: string): string[] {
  return [asSent, e164, e164.slice(-8), text, ...(text.match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [])];
}

/** An adapter hands on what its vendor sent, which is not always the text that its type promises. */
function textOf(words: unknown): string {
  const text = typeof words === 'string' ? words : String(words ?? '');
  return unfit.test(text) ? text.replaceAll(unfitRuns, ' ').trim() : text;
}

/** A character of two halves at the end is kept whole or not at all. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
