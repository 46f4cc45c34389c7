import { httpsProblem } from '../../foundation/contract/text/https-problem.ts';
import { nameProblem } from '../../foundation/contract/text/name-problem.ts';

/** How an account looks on the page that its persons open, and what it offers them there. */

const hexColour = /^#?[0-9a-f]{6}$/i;

const telephone = /^\+?[0-9](?:[0-9 ().-]{1,28})[0-9]$/;

const largestLogoBytes = 65_536;

/** Says what is wrong with a display name; undefined when nothing is. */
export function displayNameProblem(name: string): string | undefined {
  if (name.trim() !== name) return 'A display name has 1 to 64 characters, no space at its ends.';
  return nameProblem('A display name', name, 64);
}

/** Says what is wrong with a colour; undefined when nothing is. Whether it can be read, the page sees to. */
export function colourProblem(colour: string): string | undefined {
  return hexColour.test(colour) ? undefined : 'A colour is written as #RRGGBB.';
}

/** Where those go on who cannot or will not use their face. */
export function otherWayUrlProblem(url: string): string | undefined {
  return httpsProblem('The link to another way', url);
}

/** It is shown as it is written and called as its digits say. */
export function otherWayPhoneProblem(phone: string): string | undefined {
  if (telephone.test(phone)) return undefined;
  return (
    'A telephone number has 3 to 31 digits, spaces, dots, dashes and parentheses, such as ' +
    '400-800-8888 or +86 10 8888 8888.'
  );
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * Tells the kind of an image by its first bytes, whatever its name says. SVG is not taken: it can
 * hold code and addresses of others.
 */
export function logoTypeOf(image: Buffer): LogoType | { problem: string } {
  if (image.length > largestLogoBytes) {
    return { problem: `A logo has at most ${largestLogoBytes / 1024} kB.` };
  }
  if (image.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (image.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  const isRiff = image.subarray(0, 4).toString('latin1') === 'RIFF';
  if (isRiff && image.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp';
  return { problem: 'A logo is a PNG, JPEG or WebP image.' };
}
