/**
 * Money is an integer number of ten-thousandths. Requests and replies show it as a string with four decimals,
 * and rows store it as `bigint`; only this file converts between the two.
 */
export type Money = bigint;

const scale = 10_000n;

/** The largest amount that a `bigint` column holds. */
export const largestAmount = 2n ** 63n - 1n;

/**
 * The highest price for one unit of a product: a hundred million. The total for a thousand messages of five
 * thousand segments each, more than anyone can send, still fits a `bigint`.
 */
export const largestPrice = 100_000_000n * scale;

/**
 * The highest credit limit of a wallet: ten trillion. Together with the highest balance (ledger_most_money),
 * the amount that can be spent still fits a `bigint`.
 */
export const largestCreditLimit = 10_000_000_000_000n * scale;

/** All of something, as a percentage with four decimals, which is written as an amount is. */
export const wholePercent = 100n * scale;

/** The form of an amount in requests and replies. */
export const moneyPattern = '^(0|[1-9][0-9]{0,14})\\.[0-9]{4}$';

const typed = /^(-?)([0-9]{1,15})(?:\.([0-9]{1,4}))?$/;

const fine = /^([0-9]{1,15})(?:\.([0-9]{1,18}))?$/;

/** Reads a price with any number of decimals, times a count, rounded up. Undefined if it is not a price. */
export function parseMoneyUp(text: string, count: number): Money | undefined {
  const [, whole, fraction = ''] = fine.exec(text) ?? [];
  if (whole === undefined || !Number.isSafeInteger(count) || count < 0) return undefined;
  const unit = 10n ** BigInt(fraction.length);
  const amount = (BigInt(whole + fraction) * BigInt(count) * scale + unit - 1n) / unit;
  return amount > largestAmount ? undefined : amount;
}

/** Reads an amount that a person typed: `5`, `0.05`, `100000.0000`. Undefined if it is not an amount. */
export function parseMoney(text: string): Money | undefined {
  const match = typed.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const amount = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0'));
  if (amount > largestAmount) return undefined;
  return sign ? -amount : amount;
}

const grouped = /^-?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]+)?$/;

/**
 * The same with commas between thousands: `1,234.50`. A comma anywhere else, and in `0,045`, may be a decimal
 * comma, and to ignore it would multiply the amount.
 */
export function parseTypedMoney(text: string): Money | undefined {
  return parseMoney(grouped.test(text) ? text.replaceAll(',', '') : text);
}

export function formatMoney(amount: Money): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/**
 * What one unit of a currency is in another one, in ten-billionths: fine enough for a dong in dinars. An amount is
 * converted by integers alone.
 */
export type Rate = bigint;

const rateDecimals = 10;
const rateScale = 10n ** BigInt(rateDecimals);

/** A million, so that the largest amount still fits a `bigint` when it is converted. */
export const largestRate: Rate = 1_000_000n * rateScale;

const typedRate = /^([0-9]{1,7})(?:\.([0-9]{1,10}))?$/;

/** Reads a rate that a person typed: `162.1`. Undefined if it is not one, or 0, or too large. */
export function parseRate(text: string): Rate | undefined {
  const [, whole, fraction = ''] = typedRate.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const rate = BigInt(whole + fraction.padEnd(rateDecimals, '0'));
  return rate > 0n && rate <= largestRate ? rate : undefined;
}

/** Without zeros at its end. */
export function formatRate(rate: Rate): string {
  const digits = rate.toString().padStart(rateDecimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, -rateDecimals), digits.slice(-rateDecimals)];
  return `${whole}.${fraction}`.replace(/\.?0+$/, '');
}

/** An amount in the other currency: whole units of it, rounded up. */
export function convertUp(amount: Money, rate: Rate, unit: Money): Money {
  const step = rateScale * unit;
  return ((amount * rate + step - 1n) / step) * unit;
}

/** The same, rounded down. */
export function convertDown(amount: Money, rate: Rate, unit: Money): Money {
  return ((amount * rate) / (rateScale * unit)) * unit;
}

/** An amount of the other currency in the one that the rate is for: whole units of that, rounded down. */
export function convertBack(amount: Money, rate: Rate, unit: Money): Money {
  return ((amount * rateScale) / (rate * unit)) * unit;
}

/** The smallest unit of a currency, in ten-thousandths: a cent, or a whole yen. */
export function smallestUnit(currency: string): Money {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return 10n ** BigInt(4 - Math.min(4, digits));
}

/**
 * An amount with the decimals of its currency: two of a yuan, none of a yen. An amount that has more than its
 * currency keeps all four.
 */
export function inDecimals(amount: string, currency: string): string {
  // A unit is a power of ten in ten-thousandths.
  const beyond = '0'.repeat(String(smallestUnit(currency)).length - 1);
  if (beyond === '' || !amount.endsWith(beyond)) return amount;
  return amount.slice(0, -beyond.length).replace(/\.$/, '');
}

/** What is paid, in words: a refusal, a mail, a page. */
export function paidText(amount: Money, currency: string): string {
  return inDecimals(formatMoney(amount), currency);
}
