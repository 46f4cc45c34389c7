import type { BankLine } from './bank-line.ts';
import { findCreditors } from './creditor-reference.ts';

/** Why a line waits for a person. */
export const openReasons = {
  taken_back: 'The bank took the money back',
  other_currency: 'It is in another currency',
  no_reference: 'It names no reference of ours',
  several_references: 'It names several references',
  other_cell: 'Its reference is of another cell',
  account_not_found: 'Its reference names no account',
  account_closed: 'The account is closed',
  wallet_full: 'The wallet would exceed its maximum balance',
  maybe_known: 'An earlier import credited the same amount on or near that day',
} as const;
export type OpenReason = keyof typeof openReasons;

export type Decision = { credit: number } | { open: OpenReason };

/** To whom a line is credited, by what the payer wrote; whether that account exists is asked later. */
export function decideLine(
  { amount, currency, text }: BankLine,
  ours: { currency: string; cell: number | undefined },
): Decision {
  if (amount < 0n) return { open: 'taken_back' };
  if (currency !== ours.currency) return { open: 'other_currency' };
  const [creditor, ...others] = findCreditors(text);
  if (!creditor) return { open: 'no_reference' };
  if (others.length > 0) return { open: 'several_references' };
  return creditor.cell === ours.cell ? { credit: creditor.accountId } : { open: 'other_cell' };
}
