import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create, type Font, type Glyph } from 'fontkit';
import { type Outline, writeTrueType } from './write-true-type.ts';

const folder = dirname(
  fileURLToPath(import.meta.resolve('@fontsource-variable/noto-sans-sc/package.json')),
);

/** The font comes in about a hundred files, each for a range of characters. */
interface Slice {
  file: string;
  ranges: [first: number, last: number][];
}

let slices: Slice[] | undefined;

function readSlices(): Slice[] {
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  return Object.entries(ranges as Record<string, string>).map(([name, text]) => ({
    file: `noto-sans-sc-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: text.split(',').map((range) => {
      const [first = '', last = first] = range.slice(2).split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  }));
}

/**
 * A font file, with private members of the library that we need. The library reads variable outlines and
 * applies a weight to them in every format except the one of these files, so we apply the weight ourselves.
 */
interface Opened extends Font {
  variationCoords: number[];
  _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void };
  _transformedGlyphs: { points?: Point[]; components?: { glyphID: number }[] }[];
  /** The glyphs whose points already have the weight applied. */
  moved: Set<number>;
}

interface Point {
  x: number;
  y: number;
  copy(): Point;
}

const opened = new Map<string, Opened>();

function open(file: string, weight: number): Opened {
  const name = `${file} ${weight}`;
  const known = opened.get(name);
  if (known) return known;
  const font = create(readFileSync(join(folder, 'files', file))) as Opened;
  font.variationCoords = [weight];
  font.moved = new Set();
  opened.set(name, font);
  return font;
}

function moveToWeight(font: Opened, glyphId: number): void {
  const { points = [], components = [] } = font._transformedGlyphs[glyphId] ?? {};
  if (font.moved.has(glyphId)) return;
  font.moved.add(glyphId);
  for (const { glyphID } of components) moveToWeight(font, glyphID);
  const [first] = points;
  if (!first) return;
  // The library expects four extra points after the outline, for the metrics; we read the metrics elsewhere.
  const metrics = Array.from({ length: 4 }, () =>
    Object.assign(first.copy(), { endContour: true }),
  );
  font._variationProcessor.transformPoints(glyphId, [...points, ...metrics]);
}

/** Shown for a character that the font lacks, so that no character disappears silently. */
const substitute = 0x25a1;

/** Makes a font of one weight with only the characters of a text, to be embedded whole in a document. */
export function makeFont(text: string, weight: 400 | 600): Buffer {
  slices ??= readSlices();
  const outlines = new Map<number, Outline>();
  for (const character of new Set([...text, ' '])) {
    const code = character.codePointAt(0) as number;
    const outline = findOutline(slices, code, weight) ?? findOutline(slices, substitute, weight);
    if (outline) outlines.set(code, outline);
  }
  return writeTrueType(`NotoSansSC-${weight}`, outlines);
}

function findOutline(among: Slice[], code: number, weight: number): Outline | undefined {
  for (const { file, ranges } of among) {
    if (!ranges.some(([first, last]) => code >= first && code <= last)) continue;
    const font = open(file, weight);
    if (!font.hasGlyphForCodePoint(code)) continue;
    const glyph: Glyph = font.glyphForCodePoint(code);
    moveToWeight(font, glyph.id);
    return { width: Math.round(glyph.advanceWidth), commands: glyph.path.commands };
  }
  return undefined;
}
