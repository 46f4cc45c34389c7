/** The vendor's side of SMPP 3.4, written separately from the adapter so that a shared bug cannot hide. */
export interface Frame {
  id: number;
  status: number;
  sequence: number;
  body: Buffer;
}

export const ids = {
  bind_receiver: 0x1,
  bind_transmitter: 0x2,
  query_sm: 0x3,
  submit_sm: 0x4,
  deliver_sm: 0x5,
  unbind: 0x6,
  bind_transceiver: 0x9,
  enquire_link: 0x15,
  generic_nack: 0x80000000,
} as const;

export const responseOf = (id: number) => id + 0x80000000;

/** The complete frames received so far, and the rest; undefined if the bytes are not SMPP. */
export function cutFrames(bytes: Buffer): { frames: Frame[]; rest: Buffer } | undefined {
  const frames: Frame[] = [];
  let at = 0;
  while (bytes.length - at >= 16) {
    const length = bytes.readUInt32BE(at);
    if (length < 16 || length > 4_096) return undefined;
    if (bytes.length - at < length) break;
    const [id = 0, status = 0, sequence = 0] = [4, 8, 12].map((i) => bytes.readUInt32BE(at + i));
    frames.push({ id, status, sequence, body: bytes.subarray(at + 16, at + length) });
    at += length;
  }
  return { frames, rest: Buffer.from(bytes.subarray(at)) };
}

export function frame(
  id: number,
  status: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(16);
  [16 + body.length, id, status, sequence].forEach((value, i) => {
    head.writeUInt32BE(value, i * 4);
  });
  return Buffer.concat([head, body]);
}

/** Parses a body by a pattern: `z` is a zero-terminated text, `1` an octet. */
export function fields(body: Buffer, pattern: string): { values: (string | number)[]; at: number } {
  const values: (string | number)[] = [];
  let at = 0;
  for (const kind of pattern) {
    const end = kind === 'z' ? body.indexOf(0, at) : at;
    if (end < 0 || end >= body.length) throw new Error('a body that ends too early');
    values.push(kind === 'z' ? body.toString('latin1', at, end) : (body[at] as number));
    at = end + 1;
  }
  return { values, at };
}

export const cString = (text: string) => Buffer.from(`${text}\0`, 'latin1');

export function option(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

const plain = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');
const behindEscape: Readonly<Record<number, string>> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
};

/** Decodes a text in one of the two supported codings; undefined if it is not valid. */
export function decodeText(coding: number, octets: Buffer): string | undefined {
  if (coding === 8) {
    if (octets.length % 2 === 1) return undefined;
    const text = Buffer.from(octets).swap16().toString('utf16le');
    return text.isWellFormed() ? text : undefined;
  }
  if (coding !== 0) return undefined;
  let text = '';
  for (let i = 0; i < octets.length; i++) {
    const isEscaped = octets[i] === 0x1b;
    const char = isEscaped ? behindEscape[octets[++i] ?? -1] : plain[octets[i] as number];
    if (char === undefined) return undefined;
    text += char;
  }
  return text;
}
