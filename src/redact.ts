const longestWords = 200;

/** Shorter values would blacken half of every sentence; two Chinese characters have six bytes. */
const shortestBytes = 4;

/**
 * A vendor's words, fit to be kept as evidence and logged: vendors put numbers, names and texts into
 * what they say of a fault, so every value of the call is blackened in it.
 */
export function redact(words: string, values: readonly string[]): string {
  let text = words;
  const longestFirst = values
    .filter((value) => Buffer.byteLength(value) >= shortestBytes)
    .sort((a, b) => b.length - a.length);
  for (const value of longestFirst) text = text.replaceAll(value, '***');
  return text.slice(0, longestWords);
}

/** What a message must not leave in anyone's words: the number in every form, the text, its words. */
export function messageValues(asSent: string, e164: string, text: string): string[] {
  return [asSent, e164, e164.slice(-8), text, ...(text.match(/[\p{L}\p{M}\p{N}_-]+/gu) ?? [])];
}
