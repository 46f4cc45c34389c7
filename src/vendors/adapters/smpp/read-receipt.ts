import type { Receipt } from '../../providers/provider.ts';
import type { Deliver } from '../../smpp/units.ts';
import { receiptCodes, stateWords } from './codes.ts';
import { type IdForm, receiptRef } from './receipt-id.ts';

interface ReceiptRules {
  /** How to convert a receipt's id to the id of the submit response. */
  idForm: IdForm;
  /** The zone of the times in a receipt, which name none. */
  utcOffsetMinutes: number;
}

const kindOf = (esmClass: number) => esmClass & 0x3c;
const receiptKinds = new Set([0x04, 0x20]);
const receiptedMessageId = 0x001e;
const networkErrorCode = 0x0423;
const messageState = 0x0427;

/**
 * Whether this is a receipt from the vendor. A person can send a message that reads like a receipt, but it
 * lacks this mark.
 */
export function isReceipt({ esmClass, options }: Deliver): boolean {
  return receiptKinds.has(kindOf(esmClass)) || options.has(receiptedMessageId);
}

/** Undefined if it has no message id or an unknown state. */
export function readReceipt(
  { octets, options }: Deliver,
  { idForm, utcOffsetMinutes }: ReceiptRules,
  now: Date,
): Receipt | undefined {
  // The fields are ASCII: without its zero octets, UCS-2 reads the same.
  const text = octets.toString('latin1').replaceAll('\0', '');
  const fieldOf = (name: string) => new RegExp(`\\b${name}:\\s*(\\S+)`, 'i').exec(text)?.[1] ?? '';
  const option = options.get(receiptedMessageId)?.toString('latin1').replace(/\0.*$/s, '') ?? '';
  const providerRef = receiptRef({ text: fieldOf('id'), option }, idForm);
  const vendorCode =
    stateWords[options.get(messageState)?.[0] ?? -1] ?? fieldOf('stat').toUpperCase();
  const meaning = Object.hasOwn(receiptCodes, vendorCode) ? receiptCodes[vendorCode] : undefined;
  if (!providerRef || !meaning) return undefined;
  const [state, reason] = meaning;
  const error = options.get(networkErrorCode)?.toString('hex') ?? fieldOf('err');
  return {
    ...{ providerRef, state, vendorCode },
    ...(reason ? { reason } : {}),
    detail: error ? `${vendorCode} err:${error}` : vendorCode,
    at: readTime(fieldOf('done date'), utcOffsetMinutes) ?? now,
  };
}

/** Parses a receipt's time: usually `yyMMddHHmm`; some vendors add seconds or a four-digit year. */
function readTime(text: string, utcOffsetMinutes: number): Date | undefined {
  const match = /^(\d\d|\d{4}(?=\d{10}$))(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day, hour, minute, second = 0] = match
    .slice(1)
    .map((each) => Number(each ?? 0));
  const ms = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, second);
  const at = new Date(ms - utcOffsetMinutes * 60_000);
  return at.getTime() > 0 ? at : undefined;
}

/** Parses an SMPP time, `YYMMDDhhmmsstnnp`, whose zone is in quarter hours. */
export function readSmppTime(text: string): Date | undefined {
  const match = /^(\d{12})\d(\d\d)([+-])$/.exec(text);
  if (!match) return undefined;
  const minutes = Number(match[2]) * 15 * (match[3] === '-' ? -1 : 1);
  return readTime(match[1] as string, minutes);
}
