/**
 * The reference that a customer writes on a bank transfer: a creditor reference of ISO 11649, which banks and bank files
 * carry. Its two check digits find a mistyped one. It always has the same length, so that digits written after it are not
 * read as part of it.
 */
const pattern = /RF[0-9]{2}(?:C([0-9]{4}))?A([0-9]{8})/g;

/** Whose money a transfer is. */
export interface Creditor {
  /** The installation among several; undefined for the only one. */
  cell: number | undefined;
  accountId: number;
}

export function referenceOf({ cell, accountId }: Creditor): string {
  const place = cell === undefined ? '' : `C${String(cell).padStart(4, '0')}`;
  const body = `${place}A${String(accountId).padStart(8, '0')}`;
  const check = 98n - remainderOf(`${body}RF00`);
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/** In groups of four, as people read and write it. */
export function printReference(reference: string): string {
  return reference.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The accounts that a text names by valid references, each once. Banks break texts anywhere and change their case. */
export function findCreditors(text: string): Creditor[] {
  const written = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const found = [...written.matchAll(pattern)].filter(([whole]) => isValid(whole));
  const references = new Map(found.map((match) => [match[0], match]));
  return [...references.values()].map(([, cell, account]) => ({
    cell: cell === undefined ? undefined : Number(cell),
    accountId: Number(account),
  }));
}

function isValid(reference: string): boolean {
  return remainderOf(reference.slice(4) + reference.slice(0, 4)) === 1n;
}

/** By ISO 7064, MOD 97-10: A is 10, Z is 35. */
function remainderOf(text: string): bigint {
  return BigInt([...text].map((each) => Number.parseInt(each, 36)).join('')) % 97n;
}
