/** Marks, embeddings, overrides and isolates: they reorder the text around them, and show nothing. */
const directionControls = /\p{Bidi_Control}/gu;

/** The blocks of the scripts that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A word of somebody else's inside a text of ours: whichever way it is written, what stands beside
 * it keeps its place. A word from left to right needs nothing, and gets nothing.
 */
export function isolate(word: string): string {
  const plain = word.replace(directionControls, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
