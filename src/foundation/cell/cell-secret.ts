import { randomBytes } from 'node:crypto';

/**
 * A secret that the outside holds, such as the link of a check: 192 random bits in 32 URL-safe characters, after the
 * number of the cell that made it. By its length, a random `3_` at its start is no number.
 */
const numbered = /^(?:fv_)?([1-9][0-9]{0,3})_[A-Za-z0-9_-]{32}$/;

export function makeSecret(cell: number | undefined): string {
  return `${cell === undefined ? '' : `${cell}_`}${randomBytes(24).toString('base64url')}`;
}

/** The cell that made a secret; undefined for one that was made without a number. */
export function cellOfSecret(secret: string): number | undefined {
  const [, cell] = numbered.exec(secret) ?? [];
  return cell === undefined ? undefined : Number(cell);
}
