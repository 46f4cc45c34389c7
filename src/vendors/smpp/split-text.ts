import { encodeGsm7 } from './gsm7.ts';

/** An encoded text: the octets of its parts. No character is split between parts. */
interface SplitText {
  dataCoding: number;
  parts: readonly Buffer[];
}

const gsm7 = { dataCoding: 0, alone: 160, joined: 153 };
const ucs2 = { dataCoding: 8, alone: 140, joined: 134 };
/** The maximum number of parts that a part header can count. */
export const maxParts = 255;

/** Uses GSM 7-bit if the alphabet has every character, otherwise UCS-2. */
export function splitText(text: string): SplitText {
  const septets = encodeGsm7(text);
  const { dataCoding, alone, joined } = septets ? gsm7 : ucs2;
  const chars = septets ?? [...text].map((char) => [...Buffer.from(char, 'utf16le').swap16()]);
  const whole = Buffer.from(chars.flat());
  if (whole.length <= alone) return { dataCoding, parts: [whole] };
  const parts: Buffer[] = [];
  let part: number[] = [];
  for (const char of chars) {
    if (part.length + char.length > joined) {
      parts.push(Buffer.from(part));
      part = [];
    }
    part.push(...char);
  }
  parts.push(Buffer.from(part));
  return { dataCoding, parts };
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
