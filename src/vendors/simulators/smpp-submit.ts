import type { Taking } from './simulator.ts';
import { decodeText, fields } from './smpp-wire.ts';

/** Why a message centre refuses a message, with the SMPP status. */
interface SubmitFault {
  status: number;
  because: string;
}

const longest: Readonly<Record<number, number>> = { 0: 160, 8: 140 };

/** Parses a submit_sm as a strict message centre does. */
export function readSubmit(body: Buffer, source: string): Taking | SubmitFault {
  // service_type, source, destination, esm_class to priority, two times, and five more octets.
  const { values, at } = fields(body, 'z11z11z111zz11111');
  const [, , , from, ton, npi, mobile, esmClass, , , , validity, registered, , coding, , length] =
    values;
  const message = body.subarray(at, at + Number(length));
  if (message.length !== length || at + message.length !== body.length) {
    return { status: 0x01, because: 'a message of another length' };
  }
  if (from !== source) return { status: 0x0a, because: 'an unknown sender' };
  if (ton !== 1 || npi !== 1 || !/^[1-9]\d{6,14}$/.test(String(mobile))) {
    return { status: 0x0b, because: 'no international number' };
  }
  if (validity !== '' && !/^\d{15}R$|^\d{15}[+-]$/.test(String(validity))) {
    return { status: 0x62, because: 'no such validity' };
  }
  if (registered !== 1) return { status: 0x07, because: 'no receipt was asked for' };
  const part = Number(esmClass) & 0x40 ? readHeader(message) : null;
  if (part === undefined) return { status: 0x43, because: 'no such user data header' };
  const text = decodeText(Number(coding), message.subarray(part ? 6 : 0));
  if (text === undefined || !isShortEnough(Number(coding), message.length, part !== null)) {
    return { status: 0x01, because: 'no text of one message' };
  }
  return {
    kind: 'message',
    reference: null,
    mobile: String(mobile),
    said: { text, ...(part ? { part } : {}), ...(validity === '' ? {} : { validity }) },
    callbackUrl: null,
  };
}

/** The limit is 140 octets. In 7-bit coding, a 6-octet header takes the space of seven characters. */
function isShortEnough(coding: number, length: number, hasHeader: boolean): boolean {
  const maxLength = longest[coding] ?? 0;
  return length + (hasHeader && coding === 0 ? 1 : 0) <= maxLength;
}

/** Parses a part header with a one-octet reference; undefined for any other header. */
function readHeader(message: Buffer): { ref: number; no: number; of: number } | undefined {
  const [length, kind, size, ref = 0, of = 0, no = 0] = message;
  if (length !== 5 || kind !== 0 || size !== 3 || no < 1 || no > of) return undefined;
  return { ref, no, of };
}
