/** The outline of a character, as the font library returns it. */
export interface Outline {
  width: number;
  commands: readonly { command: string; args: readonly number[] }[];
}

/** Noto Sans SC has a thousand units to the em. */
const unitsPerEm = 1_000;
const ascent = 1_160;
const descent = -288;

interface Point {
  x: number;
  y: number;
  isOn: boolean;
}

interface Glyph {
  width: number;
  data: Buffer;
  box: [left: number, bottom: number, right: number, top: number];
  points: number;
  contours: number;
}

/**
 * Writes a TrueType font with these characters. The PDF library can subset fonts, but not variable ones, so
 * the outlines of one weight are written to a new font first.
 */
export function writeTrueType(name: string, outlines: ReadonlyMap<number, Outline>): Buffer {
  const codes = [...outlines.keys()].sort((one, other) => one - other);
  const empty: Outline = { width: unitsPerEm / 2, commands: [] };
  const glyphs = [empty, ...codes.map((code) => outlines.get(code) as Outline)].map(writeGlyph);
  const tables: Record<string, Buffer> = {
    'OS/2': writeOs2(codes),
    cmap: writeCmap(codes),
    glyf: Buffer.concat(glyphs.map(({ data }) => data)),
    head: writeHead(glyphs),
    hhea: writeHhea(glyphs),
    hmtx: Buffer.concat(glyphs.map(({ width, box }) => words(width, box[0]))),
    loca: writeLoca(glyphs),
    maxp: writeMaxp(glyphs),
    name: writeName(name),
    post: Buffer.concat([longs(0x00030000, 0), words(-100, 50), longs(0, 0, 0, 0, 0)]),
  };
  return join(tables);
}

function writeGlyph({ width, commands }: Outline): Glyph {
  const contours = contoursOf(commands);
  const points = contours.flat();
  if (points.length === 0) {
    return { width, data: Buffer.alloc(0), box: [0, 0, 0, 0], points: 0, contours: 0 };
  }
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box: Glyph['box'] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let last = -1;
  const ends = contours.map((contour) => {
    last += contour.length;
    return last;
  });
  const steps = (values: number[]) => values.map((value, at) => value - (values[at - 1] ?? 0));
  const data = Buffer.concat([
    words(contours.length, ...box, ...ends, 0),
    Buffer.from(points.map(({ isOn }) => (isOn ? 1 : 0))),
    words(...steps(xs), ...steps(ys)),
  ]);
  // Offsets must be even, and readers prefer multiples of four.
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
  return { width, data: padded, box, points: points.length, contours: contours.length };
}

function contoursOf(commands: Outline['commands']): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    const contour = contours.at(-1);
    for (let at = 0; contour && at + 1 < args.length; at += 2) {
      const isOn = command !== 'quadraticCurveTo' || at === 2;
      contour.push({
        x: Math.round(args[at] as number),
        y: Math.round(args[at + 1] as number),
        isOn,
      });
    }
  }
  return contours.map(withoutDoubleEnd).filter((contour) => contour.length > 2);
}

/** TrueType closes contours by itself, so a final point equal to the first one is dropped. */
function withoutDoubleEnd(contour: Point[]): Point[] {
  const [first] = contour;
  const last = contour.at(-1);
  const isDouble = first && last?.isOn && first.x === last.x && first.y === last.y;
  return isDouble && contour.length > 1 ? contour.slice(0, -1) : contour;
}

function writeHead(glyphs: readonly Glyph[]): Buffer {
  const drawn = glyphs.filter(({ points }) => points > 0).map(({ box }) => box);
  const least = (at: 0 | 1) => Math.min(0, ...drawn.map((box) => box[at]));
  const largest = (at: 2 | 3) => Math.max(0, ...drawn.map((box) => box[at]));
  return Buffer.concat([
    longs(0x00010000, 0x00010000, 0, 0x5f0f3cf5),
    words(0, unitsPerEm),
    Buffer.alloc(16),
    words(least(0), least(1), largest(2), largest(3), 0, 8, 2, 1, 0),
  ]);
}

function writeHhea(glyphs: readonly Glyph[]): Buffer {
  const widest = Math.max(...glyphs.map(({ width }) => width));
  return Buffer.concat([
    longs(0x00010000),
    words(ascent, descent, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length),
  ]);
}

function writeMaxp(glyphs: readonly Glyph[]): Buffer {
  const points = Math.max(...glyphs.map((glyph) => glyph.points));
  const contours = Math.max(...glyphs.map((glyph) => glyph.contours));
  return Buffer.concat([
    longs(0x00010000),
    words(glyphs.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0),
  ]);
}

function writeLoca(glyphs: readonly Glyph[]): Buffer {
  let offset = 0;
  const offsets = glyphs.map(({ data }) => {
    offset += data.length;
    return offset;
  });
  return longs(0, ...offsets);
}

/** One group per character: there are few, and they are far apart. */
function writeCmap(codes: readonly number[]): Buffer {
  const groups = codes.flatMap((code, at) => [code, code, at + 1]);
  const table = [words(12, 0), longs(16 + groups.length * 4, 0, codes.length, ...groups)];
  return Buffer.concat([words(0, 1, 3, 10), longs(12), ...table]);
}

function writeOs2(codes: readonly number[]): Buffer {
  const [first = 0] = codes;
  const last = codes.at(-1) ?? 0;
  const bounds = [Math.min(first, 0xffff), Math.min(last, 0xffff)];
  return Buffer.concat([
    words(4, 500, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0),
    Buffer.alloc(10),
    longs(0, 0, 0, 0),
    Buffer.from('NONE'),
    words(0x40, ...bounds, ascent, descent, 0, ascent, -descent),
    longs(0, 0),
    words(543, 733, 0, 32, 2),
  ]);
}

function writeName(name: string): Buffer {
  const text = Buffer.from(name, 'utf16le').swap16();
  const ids = [1, 4, 6];
  const records = ids.map((id) => words(3, 1, 0x409, id, text.length, 0));
  return Buffer.concat([words(0, ids.length, 6 + 12 * ids.length), ...records, text]);
}

/** Writes the table directory, followed by the tables. */
function join(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort();
  const power = Math.floor(Math.log2(names.length));
  const search = 2 ** power * 16;
  const header = [
    longs(0x00010000),
    words(names.length, search, power, names.length * 16 - search),
  ];
  let offset = 12 + names.length * 16;
  const bodies: Buffer[] = [];
  for (const name of names) {
    const table = tables[name] as Buffer;
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    header.push(Buffer.from(name.padEnd(4)), longs(checksum(padded), offset, table.length));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([...header, ...bodies]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) buffer.writeUInt16BE(value & 0xffff, at * 2);
  return buffer;
}

function longs(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value >>> 0, at * 4);
  return buffer;
}
