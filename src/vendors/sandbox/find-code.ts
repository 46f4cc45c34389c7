/**
 * The code in the text of a message, for whoever tests by hand and would type it off. The name in
 * brackets before the text is the sender's, and a short number is rather how long the code is good.
 */
export function findCode(text: string): string | null {
  const said = text.replaceAll(/【[^】]*】|\[[^\]]*\]/g, ' ');
  const digits = /(?<![\p{L}\p{N}.,-])\d{4,10}(?![\p{L}\p{N}-]|[.,]\d)/u.exec(loosened(said));
  const mixed = /\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{4,12}\b/.exec(said);
  return digits?.[0] ?? mixed?.[0] ?? null;
}

/** Chinese is written without spaces between words, so that a code may touch its neighbours. */
function loosened(text: string): string {
  return text.replaceAll(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ');
}
