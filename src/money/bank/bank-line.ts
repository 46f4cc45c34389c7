import type { Money } from '../../foundation/money.ts';

/** One movement on the operator's bank account, as a file of the bank tells it. */
export interface BankLine {
  /** The account of the operator, as the file names it; empty if it does not. */
  bankAccount: string;
  /** The day on which it was booked, as `2026-11-18`. */
  bookedOn: string;
  /** Negative for money that went out, or was taken back. */
  amount: Money;
  currency: string;
  /** Whether it takes back an earlier movement. */
  isReversal: boolean;
  /** The bank's own ID of the movement; empty if it gives none. */
  bankRef: string;
  /** Where its day and ID were: the format, and the columns of a CSV file. Only such lines have comparable days and IDs. */
  readAs: string;
  payer: string;
  text: string;
}
