const longestWords = 200;

/** Redacting shorter values would blacken half of every sentence; two Chinese characters have six bytes. */
const shortestBytes = 4;

/**
 * Control characters and lone surrogates. The database rejects a whole statement for a NUL or a lone surrogate,
 * and the others would break a log line.
 */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const unfitRuns = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;

/** A vendor's text, made safe to store and show, and limited in length. */
export function sanitize(words: string, longest: number = longestWords): string {
  return cut(toCleanText(words), longest);
}

/**
 * A vendor's text, made safe to store as evidence and to log. Vendors put numbers, names and texts into their
 * error messages, so every value of the call is redacted.
 */
export function redact(words: string, values: readonly string[]): string {
  let text = toCleanText(words);
  const longestFirst = values
    .filter((value) => Buffer.byteLength(value) >= shortestBytes)
    .sort((a, b) => b.length - a.length);
  for (const value of longestFirst) text = text.replaceAll(value, '***');
  return cut(text, longestWords);
}

/** The values of a message to redact: the number or address in every form, the text, and its words. */
export function messageValues(asSent: string, to: string, text: string): string[] {
  return [asSent, to, to.slice(-8), text, ...(text.match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [])];
}

/** An adapter passes on what its vendor sent, which is not always the string that its type promises. */
function toCleanText(words: unknown): string {
  const text = typeof words === 'string' ? words : String(words ?? '');
  return unfit.test(text) ? text.replaceAll(unfitRuns, ' ').trim() : text;
}

/** Never cuts a surrogate pair in half. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
}
