import { encodeGsm7 } from './gsm7.ts';

/** An encoded text: the octets of its parts. No character is split between parts. */
interface SplitText {
  dataCoding: number;
  parts: readonly Buffer[];
}

/** The alphabet of data_coding 0, which the protocol leaves to the vendor. */
export type DefaultAlphabet = 'gsm' | 'latin1' | 'ia5';

/** A character: its octets for the vendor, and its length on the way to the phone. */
interface Char {
  octets: readonly number[];
  length: number;
}

const byDefault = { dataCoding: 0, alone: 160, joined: 153 };
const ucs2 = { dataCoding: 8, alone: 140, joined: 134 };
/** The maximum number of parts that a part header can count. */
export const maxParts = 255;

/**
 * Uses data_coding 0 if GSM 7-bit has every character, and so has the vendor's alphabet; otherwise UCS-2. The
 * vendor converts its alphabet to GSM 7-bit, so the parts are as long as in GSM 7-bit.
 */
export function splitText(text: string, alphabet: DefaultAlphabet): SplitText {
  const encoded = encodeByDefault(text, alphabet);
  const { dataCoding, alone, joined } = encoded ? byDefault : ucs2;
  const chars = encoded ?? [...text].map(encodeUcs2);
  const isOnePart = lengthOf(chars) <= alone;
  const parts = isOnePart ? [chars] : cutParts(chars, joined);
  return { dataCoding, parts: parts.map((part) => Buffer.from(part.flatMap((c) => c.octets))) };
}

function cutParts(chars: readonly Char[], longest: number): Char[][] {
  const parts: Char[][] = [];
  let part: Char[] = [];
  let length = 0;
  for (const char of chars) {
    if (length + char.length > longest) {
      parts.push(part);
      part = [];
      length = 0;
    }
    part.push(char);
    length += char.length;
  }
  return [...parts, part];
}

function encodeByDefault(text: string, alphabet: DefaultAlphabet): Char[] | undefined {
  const septets = encodeGsm7(text);
  if (!septets) return undefined;
  if (alphabet === 'gsm') return septets.map((octets) => ({ octets, length: octets.length }));
  const points = [...text].map((char) => char.codePointAt(0) as number);
  if (points.some((point) => point > lastPoint[alphabet])) return undefined;
  return points.map((point, i) => ({ octets: [point], length: septets[i]?.length ?? 1 }));
}

const lastPoint = { latin1: 0xff, ia5: 0x7f };

function encodeUcs2(char: string): Char {
  const octets = [...Buffer.from(char, 'utf16le').swap16()];
  return { octets, length: octets.length };
}

function lengthOf(chars: readonly Char[]): number {
  return chars.reduce((sum, { length }) => sum + length, 0);
}

/** A part with the header by which a phone joins the parts. */
export function withHeader(part: Buffer, reference: number, of: number, no: number): Buffer {
  return Buffer.concat([Buffer.of(5, 0, 3, reference, of, no), part]);
}

/**
 * Reference numbers of long messages, one octet each. Two pending messages to the same number never share one,
 * because the phone would mix their parts.
 */
export class PartReferences {
  readonly #underWay = new Map<string, Set<number>>();
  #last: number;

  constructor(first: number) {
    this.#last = first;
  }

  /** Undefined if all 256 are in use for this number. */
  take(destination: string): number | undefined {
    const taken = this.#underWay.get(destination) ?? new Set();
    if (taken.size > 255) return undefined;
    do this.#last = (this.#last + 1) % 256;
    while (taken.has(this.#last));
    this.#underWay.set(destination, taken.add(this.#last));
    return this.#last;
  }

  giveBack(destination: string, reference: number): void {
    const taken = this.#underWay.get(destination);
    taken?.delete(reference);
    if (taken?.size === 0) this.#underWay.delete(destination);
  }
}
