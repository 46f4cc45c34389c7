import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import {
  type CalledProduct,
  type CallState,
  calledProducts,
  callStates,
  type KeyScope,
  keyScopes,
  type MessageProduct,
  type Mode,
  messageProducts,
  modes,
  type Product,
  products,
} from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isCalendarDay } from '../../foundation/contract/text/calendar-day.ts';
import { isOrigin } from '../../foundation/contract/text/is-origin.ts';
import { isRequestId } from '../../foundation/contract/text/is-request-id.ts';
import { type Language, languages } from '../../foundation/contract/text/languages.ts';
import { isRegion } from '../../foundation/contract/text/region.ts';
import { type Money, parseRate, parseTypedMoney, type Rate } from '../../foundation/money.ts';
import { longestWindow } from '../../line/limits/limits.ts';
import { longestDelayMs } from '../../vendors/sandbox/chaos.ts';
import { type MarginKey, marginKeys } from '../reports/margin-queries.ts';

/**
 * Each of these functions parses one option, or fails with the allowed values. Commander turns null into an
 * empty string, so `none` and `default` stay strings until orNull converts them.
 */
export function nullable<Value>(value: Value | 'none' | 'default' | undefined) {
  if (value === undefined) return undefined;
  return value === 'none' || value === 'default' ? null : (value as Exclude<Value, string>);
}

export function readId(text: string): number {
  const id = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id < 2 ** 31 ? id : say('Use a whole number greater than 0.');
}

const commas = 'Commas only separate thousands: 1,234.50.';

export function readAmount(text: string): Money {
  const amount = parseTypedMoney(text);
  if (amount === undefined || amount < 0n) {
    say(`Use an amount of 0 or more with at most four decimals, such as 12.5. ${commas}`);
  }
  return amount;
}

export function readSignedAmount(text: string): Money {
  const amount = parseTypedMoney(text.replace(/^\+/, ''));
  return (
    amount ?? say(`Use an amount with at most four decimals, such as 12.5 or -12.5. ${commas}`)
  );
}

export function readAmountOrNone(text: string): Money | 'none' {
  return text === 'none' ? text : readAmount(text);
}

export function readAmountOrDefault(text: string): Money | 'default' {
  return text === 'default' ? text : readAmount(text);
}

export function readRateOrDefault(text: string): Rate | 'default' {
  if (text === 'default') return text;
  return (
    parseRate(text) ??
    say('Use a rate greater than 0, at most 1000000, with at most ten decimals, such as 162.1.')
  );
}

export function readMode(text: string): Mode {
  return oneOf(modes, text);
}

export function readCallState(text: string): CallState {
  return oneOf(callStates, text);
}

export function readProduct(text: string): Product {
  return oneOf(products, text);
}

export function readCalledProduct(text: string): CalledProduct {
  return oneOf(calledProducts, text);
}

export function readMessageProduct(text: string): MessageProduct {
  return oneOf(messageProducts, text);
}

export function readLanguage(text: string): Language {
  return oneOf(languages, text);
}

export function readLanguageOrDefault(text: string): Language | 'default' {
  return oneOf([...languages, 'default'], text);
}

const statementFormats = ['csv', 'pdf', 'json'] as const;
export type StatementFormat = (typeof statementFormats)[number];

export function readStatementFormat(text: string): StatementFormat {
  return oneOf(statementFormats, text);
}

export function readMonth(text: string): string {
  return /^20[0-9]{2}-(0[1-9]|1[0-2])$/.test(text)
    ? text
    : say('Use the form YYYY-MM, for example 2030-01.');
}

export function readCalledProducts(text: string): CalledProduct[] {
  return readList(text).map(readCalledProduct);
}

export function readKeyScopes(text: string): KeyScope[] {
  return readList(text).map((one) => oneOf(keyScopes, one));
}

export function readProductsOrNone(text: string): CalledProduct[] {
  return text === 'none' ? [] : readCalledProducts(text);
}

export function readSwitch(text: string): boolean {
  return oneOf(['on', 'off'] as const, text) === 'on';
}

export function readSwitchOrDefault(text: string): boolean | 'default' {
  const choice = oneOf(['on', 'off', 'default'] as const, text);
  return choice === 'default' ? choice : choice === 'on';
}

export function readCount(text: string): number {
  return /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : say('Use a whole number of 1 or more.');
}

/** Parses the cursor that the previous page printed at its end. */
export const readMark =
  <Mark>(pattern: string, read: (text: string) => Mark) =>
  (text: string): Mark =>
    new RegExp(pattern).test(text)
      ? read(text)
      : say('Use the mark that the last page shows at its end.');

/** A whole number from 0 to a maximum. */
const readUpTo =
  (max: number) =>
  (text: string): number => {
    const value = /^[0-9]{1,7}$/.test(text) ? Number(text) : max + 1;
    return value <= max ? value : say(`Use a whole number from 0 to ${max}.`);
  };

export const readPercent = readUpTo(100);
export const readDelay = readUpTo(longestDelayMs);

export function readPort(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port < 65_536 ? port : say('Use a port from 1 to 65535.');
}

export function readLimitOrDefault(text: string): number | 'default' {
  if (text === 'default') return text;
  const limit = /^[1-9][0-9]{0,6}$/.test(text) ? Number(text) : 0;
  if (limit > 0 && limit <= longestWindow) return limit;
  return say(`Use a whole number from 1 to ${longestWindow}, or default.`);
}

export function readRegionsOrDefault(text: string): string[] | 'default' {
  if (text === 'default') return text;
  const regions = readList(text);
  const wrong = regions.find((region) => region !== '*' && !isRegion(region));
  if (wrong === undefined) return regions;
  return say(
    `Unknown region ${wrong}. Use two capital letters each, such as CN,GB; or * for all; or default.`,
  );
}

export function readAddresses(text: string): string[] {
  const addresses = readList(text);
  if (addresses.every(isNetwork)) return addresses;
  return say('Use IP addresses and CIDR ranges, such as 203.0.113.0/24.');
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const max = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && rest.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= max;
}

export function readOriginsOrNone(text: string): string[] | 'none' {
  if (text === 'none') return text;
  const origins = readList(text);
  if (origins.every(isOrigin)) return origins;
  return say('Use origins such as https://example.com, or myapp: for an app; or none for no list.');
}

/** An end or start time, resolved once the platform's time zone is known. */
export type ReadEnd = (timeZone: string) => Date;

/** A date means the end of that day; a time without a zone is in the platform's time zone. */
export function readEnd(text: string): ReadEnd {
  return readTime(text, 1);
}

/** A date means its midnight. */
export function readStart(text: string): ReadEnd {
  return readTime(text, 0);
}

function readTime(text: string, days: number): ReadEnd {
  try {
    if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) {
      const day = Temporal.PlainDate.from(text).add({ days });
      return (zone) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
    }
    if (/(Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text)) {
      const { epochMilliseconds } = Temporal.Instant.from(text);
      return () => new Date(epochMilliseconds);
    }
    const local = Temporal.PlainDateTime.from(text);
    return (zone) => new Date(local.toZonedDateTime(zone).epochMilliseconds);
  } catch {
    return say('Use a day such as 2030-01-31, or a time such as 2030-01-31T18:00:00+08:00.');
  }
}

export function readDay(text: string): Temporal.PlainDate {
  return isCalendarDay(text) ? Temporal.PlainDate.from(text) : say('Use a day such as 2030-01-31.');
}

/** The instants between which whole days lie, the last one included. */
export function spanOfDays(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): { starts: Date; ends: Date } {
  if (Temporal.PlainDate.compare(from, to) > 0) refuse('span_reversed');
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds);
  return { starts: startOf(from), ends: startOf(to.add({ days: 1 })) };
}

export function readMarginKey(text: string): MarginKey {
  return oneOf(marginKeys, text);
}

/** The last characters of a requestId, as the person's page shows them. */
export function readReference(text: string): string {
  const reference = text.toLowerCase();
  return /^[0-9a-f]{8}$/.test(reference)
    ? reference
    : say('Use the 8 digits and letters of the reference.');
}

export function readUuid(text: string): string {
  if (isRequestId(text)) return text.toLowerCase();
  return say('Use a request ID, which is a UUID.');
}

export function readHash(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  return say('Use a hash of 64 hexadecimal digits.');
}

export function readList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.every(Boolean) ? items : say('Separate the items by commas, without empty items.');
}

export function oneOf<Choice extends string>(choices: readonly Choice[], text: string) {
  if (choices.includes(text as Choice)) return text as Choice;
  return say(`Use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices)}.`);
}

export function say(sentence: string): never {
  throw new InvalidArgumentError(sentence);
}
