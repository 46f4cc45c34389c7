/** Lines that a person typed, without blanks at the ends of each and of the whole. */
export function tidyLines(typed: string): string {
  return typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Whether everything in a line is printed as it stands: no control and no formatting character. */
export function isPlainLine(line: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(line);
}
