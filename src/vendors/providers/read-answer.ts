import { largestPrice, type Money, parseMoney } from '../../foundation/money.ts';
import type { HttpAnswer } from '../../foundation/outbound/http-client.ts';
import type { Failure } from './provider.ts';
import type { CodeMeaning, ReceiptMeaning } from './vendor.ts';

/** What came back is nothing that this vendor says; whatever it did, it may have done it. */
export class OddAnswer extends Error {}

/** An answer's JSON. */
export function readJson({ status, text }: HttpAnswer): unknown {
  const parsed = parseJson(text);
  if (parsed === undefined) throw new OddAnswer(`HTTP ${status} without JSON`);
  return parsed;
}

/**
 * A vendor's JSON, undefined for what is none. Whole numbers that a JavaScript number cannot hold, as
 * vendors like for ids, come as text.
 */
export function parseJson(text: string): unknown {
  try {
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

/** A field of what a vendor sent, whatever that is; undefined when it is not there. */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

/** The same as text; empty when it is not there or is no plain value. */
export function textOf(value: unknown, ...path: readonly (string | number)[]): string {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : '';
}

/**
 * What a vendor says that it charges; undefined for what is no price. One that no price list could have
 * would keep the outcome that it came with out of the books.
 */
export function parseCost(text: string): Money | undefined {
  const cost = parseMoney(text);
  return cost !== undefined && cost >= 0n && cost <= largestPrice ? cost : undefined;
}

/** What a code that is not success means, by the vendor's table; a stranger is unknown. */
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
 * What a receipt with this code says, by the vendor's table. Gateways hang a detail of their own on a
 * carrier's word, as in `UNDELIV_601`.
 */
export function receiptByCode(
  codes: Readonly<Record<string, ReceiptMeaning>>,
  vendorCode: string,
): ReceiptMeaning {
  const code = vendorCode.trim();
  const known = [code, code.replace(/_\d{3}$/, '')].find((each) => Object.hasOwn(codes, each));
  return (known !== undefined && codes[known]) || ['undelivered', 'provider_fault'];
}
