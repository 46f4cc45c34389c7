/**
 * Money is a whole number of ten-thousandths. The wire shows it as a string with four decimals, a
 * row keeps it as `bigint`, and this file is the only translator between the two.
 */
export type Money = bigint;

const scale = 10_000n;

/** The largest amount that a `bigint` column holds. */
export const largestAmount = 2n ** 63n - 1n;

/**
 * The most that one unit of a product may cost: a hundred million. A batch of a thousand messages of
 * five thousand parts each, longer than any that can be written, still has a sum that can be kept.
 */
export const largestPrice = 100_000_000n * scale;

/**
 * The most credit that a wallet may have: ten trillion. With it and the most that a wallet holds
 * (ledger_most_money), what can be spent still fits a `bigint`.
 */
export const largestCreditLimit = 10_000_000_000_000n * scale;

/** What an amount looks like on the wire. */
export const moneyPattern = '^(0|[1-9][0-9]{0,14})\\.[0-9]{4}$';

const typed = /^(-?)([0-9]{1,15})(?:\.([0-9]{1,4}))?$/;

/** Reads an amount that a person typed: `5`, `0.05`, `100000.0000`. Returns undefined if it is none. */
export function parseMoney(text: string): Money | undefined {
  const match = typed.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const amount = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0'));
  if (amount > largestAmount) return undefined;
  return sign ? -amount : amount;
}

export function formatMoney(amount: Money): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
