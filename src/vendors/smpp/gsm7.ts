import { gsmBasic, gsmEscaped } from '../../foundation/contract/text/gsm-alphabet.ts';

const escapeCode = 0x1b;

const codes = new Map<string, readonly number[]>([
  ...[...gsmBasic].map((char, i): [string, number[]] => [char, [i < escapeCode ? i : i + 1]]),
  ...Object.entries(gsmEscaped).map(([char, code]): [string, number[]] => [
    char,
    [escapeCode, code],
  ]),
]);

/**
 * Encodes a text in the GSM 7-bit alphabet, one or two septets per character and one octet per septet: in SMPP,
 * the vendor does the packing. Undefined if a character is not in the alphabet.
 */
export function encodeGsm7(text: string): (readonly number[])[] | undefined {
  const encoded: (readonly number[])[] = [];
  for (const char of text) {
    const code = codes.get(char);
    if (!code) return undefined;
    encoded.push(code);
  }
  return encoded;
}
