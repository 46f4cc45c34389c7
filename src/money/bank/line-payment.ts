/**
 * The ID by which documents name a credited line of the bank, made from its number. It is a UUID of version 8, and those of
 * payments have version 7. The database has the same two functions.
 */
export function paymentOfLine(lineNo: number): string {
  return `${prefix}${lineNo.toString(16).padStart(12, '0')}`;
}

/** The number of the line that an ID names; undefined for the ID of a payment. */
export function lineOfPayment(paymentId: string): number | undefined {
  return paymentId.startsWith(prefix)
    ? Number.parseInt(paymentId.slice(prefix.length), 16)
    : undefined;
}

const prefix = '00000000-0000-8000-8000-';
