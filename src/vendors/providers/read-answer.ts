import { largestPrice, type Money, parseMoney, parseMoneyUp } from '../../foundation/money.ts';
import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import type { Failure } from './provider.ts';
import type { CodeMeaning, ReceiptMeaning } from './vendor.ts';

/** The vendor's response cannot be interpreted, so the vendor may or may not have acted. */
export class UnexpectedResponse extends Error {}

export function readJson({ status, text }: HttpAnswer): unknown {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new UnexpectedResponse(`HTTP ${status} without JSON`);
  return parsed;
}

const unsafeDigits = /\d{16}/;

/**
 * Parses a vendor's JSON; undefined if it is invalid. Integers beyond JavaScript's safe range, common as ids,
 * become strings.
 */
export function parseJson(text: string): unknown {
  try {
    // Looking at every value takes most of the time, and a shorter number is safe.
    if (!unsafeDigits.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_, value, context?: { source: string }) =>
      typeof value === 'number' &&
      !Number.isSafeInteger(value) &&
      /^-?\d+$/.test(context?.source ?? '')
        ? context?.source
        : value,
    );
  } catch {
    return undefined;
  }
}

/** A field of a vendor's response, of whatever shape; undefined if missing. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

/** The same as a string; empty if the field is missing or not a scalar. */
export function textOf(value: unknown, ...path: readonly (string | number)[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : '';
}

/**
 * Parses the price that a vendor reports; undefined if it is not valid. A price out of range is dropped,
 * because it would prevent the outcome from being stored.
 */
export function parseCost(text: string): Money | undefined {
  const cost = parseMoney(text);
  return cost !== undefined && cost >= 0n && cost <= largestPrice ? cost : undefined;
}

/** The same for a price with more decimals than ours, times the parts that it is charged for, rounded up. */
export function parseFineCost(text: string, parts = 1): Money | undefined {
  const cost = parseMoneyUp(text, parts);
  return cost !== undefined && cost <= largestPrice ? cost : undefined;
}

/** The failure for an error code, by the vendor's table. An unlisted code means `unknown`. */
export function failureByCode(
  codes: Readonly<Record<string, CodeMeaning>>,
  vendorCode: string,
  detail: string,
): Failure {
  const [kind, reason] = (Object.hasOwn(codes, vendorCode) && codes[vendorCode]) || [
    'unknown',
    null,
  ];
  if (kind === 'done' || kind === 'unknown') {
    return { kind: 'unknown', reason: reason ?? 'not_understood', vendorCode, detail };
  }
  return { kind, reason: reason ?? 'provider_fault', vendorCode, detail };
}

/**
 * The meaning of a receipt code, by the vendor's table. Gateways append a detail to the carrier's word, as in
 * `UNDELIV_601`.
 */
export function receiptByCode(
  codes: Readonly<Record<string, ReceiptMeaning>>,
  vendorCode: string,
): ReceiptMeaning {
  const code = vendorCode.trim();
  const known = [code, code.replace(/_\d{3}$/, '')].find((each) => Object.hasOwn(codes, each));
  return (known !== undefined && codes[known]) || ['undelivered', 'provider_fault'];
}
