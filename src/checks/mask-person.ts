/**
 * A text with its middle hidden: enough for the person to know it again, too little for another.
 */
export interface Masked {
  start: string;
  end: string;
  text: string;
}

/** The first letter of each part of a name; of a name without spaces, the first character. */
export function maskName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((part) => {
      const [first = '', ...rest] = part;
      return first + '*'.repeat(Math.min(rest.length, 8));
    })
    .join(' ');
}

/** Three characters in front and two behind of a long number; of a short one, less. */
export function maskNumber(number: string): Masked {
  const characters = [...number];
  const [front, behind] =
    characters.length >= 12 ? [3, 2] : characters.length >= 5 ? [1, 1] : [0, 0];
  const start = characters.slice(0, front).join('');
  const end = behind ? characters.slice(-behind).join('') : '';
  return { start, end, text: start + '*'.repeat(characters.length - front - behind) + end };
}
