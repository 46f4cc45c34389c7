import { nameProblem } from '../contract/name-problem.ts';

/** How an account looks on the page that its persons open. */

const hexColour = /^#?([0-9a-f]{6})$/i;

/** WCAG AA for text: the account's colour is the ground of buttons, and their text is white. */
const leastContrast = 4.5;

const largestLogoBytes = 65_536;

/** Says what is wrong with a display name; undefined when nothing is. */
export function displayNameProblem(name: string): string | undefined {
  if (name.trim() !== name) return 'A display name has 1 to 64 characters, no space at its ends.';
  return nameProblem('A display name', name, 64);
}

/** Says what is wrong with a colour; undefined when nothing is. */
export function colourProblem(colour: string): string | undefined {
  const hex = hexColour.exec(colour)?.[1];
  if (!hex) return 'A colour is written as #RRGGBB.';
  const contrast = contrastWithWhite(hex);
  if (contrast >= leastContrast) return undefined;
  return (
    `White text on #${hex.toUpperCase()} has a contrast of ${contrast.toFixed(2)} to 1; ` +
    `it must have at least ${leastContrast} to 1, so choose a darker colour.`
  );
}

/** The stylesheet of a colour given as six hexadecimal digits; undefined for what is none. */
export function themeOf(hex: string): string | undefined {
  if (!/^[0-9a-f]{6}$/.test(hex) || colourProblem(hex)) return undefined;
  return `:root{--brand:#${hex}}\n`;
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

function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
