import { maskEmail } from '../../../foundation/contract/text/email-address.ts';

const stars = '****';

/** The recipient of a message: a number, or an address as `a***@example.com`. */
export function maskRecipient(to: string): string {
  return to.includes('@') ? maskEmail(to) : maskMobile(to);
}

/** A mobile number as lists show it: `139****5678`, `+852 ****4418`. */
export function maskMobile(mobile: string): string {
  const digits = mobile.replaceAll(/[^\d+]/g, '').replace(/^\+86(?=1\d{10}$)/, '');
  if (/^1\d{10}$/.test(digits)) return `${digits.slice(0, 3)}${stars}${digits.slice(-4)}`;
  const land = digits.startsWith('+') ? `${digits.slice(0, 4)} ` : '';
  return `${land}${stars}${digits.length < 10 ? '' : digits.slice(-4)}`;
}

/** An ID number with its first three and last two characters. */
export function maskCard(cardNo: string): string {
  return cardNo.length < 8 ? stars : `${cardNo.slice(0, 3)}${stars}${cardNo.slice(-2)}`;
}

/** A name with its first character only. */
export function maskName(name: string): string {
  const [first = ''] = name.trim();
  return `${first}**`;
}

/** Replaces a value that must be hidden completely. */
export const dots = '••••••';
