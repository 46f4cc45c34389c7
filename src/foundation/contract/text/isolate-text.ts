/** Bidi marks, embeddings, overrides and isolates: invisible characters that reorder the text around them. */
const directionControls = /\p{Bidi_Control}/gu;

/** The Unicode blocks of right-to-left scripts. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a foreign word inside our text, so that a right-to-left word cannot reorder its neighbours. A
 * left-to-right word is returned unchanged.
 */
export function isolate(word: string): string {
  const plain = word.replace(directionControls, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
