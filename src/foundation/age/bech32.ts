/** Bech32 (BIP 173) without a limit of length, as age writes its keys. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const checksumLength = 6;

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5) as number[];
  const rest = checksum([...expand(prefix), ...words, ...Array(checksumLength).fill(0)]) ^ 1;
  const sum = Array.from({ length: checksumLength }, (_, at) => (rest >> (5 * (5 - at))) & 31);
  return `${prefix}1${[...words, ...sum].map((word) => alphabet[word]).join('')}`;
}

/** The bytes of a text with this prefix, in upper or in lower case; undefined if it is malformed. */
export function decodeBech32(prefix: string, text: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const words = [...lower.slice(prefix.length + 1)].map((letter) => alphabet.indexOf(letter));
  if (words.length < checksumLength || words.includes(-1)) return undefined;
  if (checksum([...expand(prefix), ...words]) !== 1) return undefined;
  const bytes = regroup(words.slice(0, -checksumLength), 5, 8);
  return bytes && Buffer.from(bytes);
}

function expand(prefix: string): number[] {
  const codes = [...Buffer.from(prefix)];
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function checksum(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum;
}

/** Regroups bits. Encoding pads the last word with zeros; decoding rejects any other padding. */
function regroup(words: Iterable<number>, from: number, to: number): number[] | undefined {
  const out: number[] = [];
  let [bits, count] = [0, 0];
  for (const word of words) {
    bits = ((bits << from) | word) & 0xfff;
    count += from;
    for (; count >= to; count -= to) out.push((bits >> (count - to)) & ((1 << to) - 1));
  }
  const rest = bits & ((1 << count) - 1);
  if (from < to) return count < from && rest === 0 ? out : undefined;
  return count > 0 ? [...out, rest << (to - count)] : out;
}
