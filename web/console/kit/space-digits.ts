/** Chinese typography wants a space between digits and Han characters. */
export function spaceDigits(text: string): string {
  return text
    .replaceAll(/(\d)(?=\p{Script=Han})/gu, '$1 ')
    .replaceAll(/(\p{Script=Han})(?=\d)/gu, '$1 ');
}
