import { gsmBasic, gsmEscaped } from '../../foundation/contract/text/gsm-alphabet.ts';

/**
 * Characters of the GSM basic table count once, those of the extension table twice. A text with any
 * other character is sent as UCS-2.
 */
const basic = new Set(gsmBasic);
const escaped = new Set(Object.keys(gsmEscaped));

/**
 * The number of SMS parts of a text: 160 septets or 70 UTF-16 units in a single
 * part, 153 or 67 in each of several.
 */
export function countParts(text: string): number {
  // Most texts fit one part in either alphabet: 70 characters of two septets are still under 160.
  if (text.length <= 70) return 1;
  let septets = 0;
  for (const char of text) {
    if (basic.has(char)) septets += 1;
    else if (escaped.has(char)) septets += 2;
    else return partsOf(text.length, 70, 67);
  }
  return partsOf(septets, 160, 153);
}

function partsOf(length: number, alone: number, joined: number): number {
  return length <= alone ? 1 : Math.ceil(length / joined);
}
