/**
 * Finds the verification code in a message, so that a manual tester can copy it. Bracketed text is the sender's
 * name, and a short number is more likely the code's validity in minutes.
 */
export function findCode(text: string): string | null {
  const said = text.replaceAll(/【[^】]*】|\[[^\]]*\]/g, ' ');
  const digits = /(?<![\p{L}\p{N}.,-])\d{4,10}(?![\p{L}\p{N}-]|[.,]\d)/u.exec(loosened(said));
  const mixed = /\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{4,12}\b/.exec(said);
  return digits?.[0] ?? mixed?.[0] ?? null;
}

/** Chinese has no spaces between words, so a code may touch its neighbours. */
function loosened(text: string): string {
  return text.replaceAll(/(?<=\p{Script=Han})(?=\d)|(?<=\d)(?=\p{Script=Han})/gu, ' ');
}
