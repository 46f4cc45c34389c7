/** The accent colour of a light or dark page, and the text colour on it. */
interface AccentColours {
  lead: string;
  onLead: string;
}

/** An account's colour as people see it on the check page. */
export interface Theme {
  light: AccentColours;
  dark: AccentColours;
}

type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
/** The page's surface colours and its light-mode text colour, as in the stylesheet (a test compares them). */
const paper = white;
const ground: Colour = [0xf3, 0xf5, 0xf7];
const ink: Colour = [0x14, 0x18, 0x1f];
const darkPaper: Colour = [0x16, 0x1b, 0x21];

export const pageSurfaces = {
  paper: hexOf(paper),
  ground: hexOf(ground),
  ink: hexOf(ink),
  darkPaper: hexOf(darkPaper),
};

/** WCAG AA for text, because links and steps are written in the account's colour. */
const leastContrast = 4.5;
/** WCAG AAA, because bright text on a dark page tires the eye sooner. */
const leastDarkContrast = 7;

/** Enough white to make the pastel of every hue readable on dark paper. */
const whiteInPastel = 0.65;

const steps = 100;

/**
 * Derives both themes from a colour of six hexadecimal digits. The light theme darkens it, and the dark theme
 * lightens it, only as far as readable contrast requires.
 */
export function deriveTheme(hex: string): Theme {
  const colour = colourOf(hex);
  const light = mixUntil(colour, black, (mixed) =>
    [paper, ground].every((surface) => contrastOf(mixed, surface) >= leastContrast),
  );
  const dark = mixUntil(
    colour,
    pastelOf(colour),
    (mixed) => contrastOf(mixed, darkPaper) >= leastDarkContrast,
  );
  return { light: withText(light), dark: withText(dark) };
}

/** The stylesheet for a colour of six lowercase hexadecimal digits; undefined for anything else. */
export function themeOf(hex: string): string | undefined {
  if (!/^[0-9a-f]{6}$/.test(hex)) return undefined;
  const { light, dark } = deriveTheme(hex);
  return `${root(light)}\n@media (prefers-color-scheme:dark){${root(dark)}}\n`;
}

function root({ lead, onLead }: AccentColours): string {
  return `:root{--lead:${lead};--on-lead:${onLead}}`;
}

/** Mixes in as little of the other colour as `isGood` requires. */
function mixUntil(colour: Colour, other: Colour, isGood: (mixed: Colour) => boolean): Colour {
  for (let step = 0; step < steps; step++) {
    const mixed = mix(colour, other, step / steps);
    if (isGood(mixed)) return mixed;
  }
  return other;
}

/** Bright, of the same hue: mixed with white alone, a dark colour would become grey. */
function pastelOf(colour: Colour): Colour {
  const strongest = Math.max(...colour);
  if (strongest === 0) return white;
  const part = (at: 0 | 1 | 2) => (colour[at] * 255) / strongest;
  return mix([part(0), part(1), part(2)], white, whiteInPastel);
}

function mix(colour: Colour, other: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => Math.round(colour[at] * (1 - share) + other[at] * share);
  return [part(0), part(1), part(2)];
}

/** Picks white or near-black text, whichever has more contrast. */
function withText(lead: Colour): AccentColours {
  const onLead = contrastOf(white, lead) >= contrastOf(ink, lead) ? white : ink;
  return { lead: hexOf(lead), onLead: hexOf(onLead) };
}

/** The WCAG contrast ratio, from 1 (same colour) to 21 (black on white). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function colourOf(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function hexOf(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
