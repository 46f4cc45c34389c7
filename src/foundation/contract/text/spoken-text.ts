/** A text as a voice reads it: the digits of numbers apart, because it would read 482913 as a quantity. */
export function spokenText(text: string): string {
  return text.replaceAll(/\d(?=\d)/g, '$&, ');
}
