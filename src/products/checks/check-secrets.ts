import { createHash } from 'node:crypto';
import { makeSecret } from '../../foundation/cell/cell-secret.ts';
import type { SealedColumn, Vault } from '../../foundation/vault.ts';

/**
 * A check has two secrets: the caller's token, which reads the result, and the person's link. Neither can be
 * derived from the other, and only their hashes are stored.
 */
interface CheckSecrets {
  authToken: string;
  tokenHash: Buffer;
  link: string;
  linkHash: Buffer;
}

/** Both carry the number of this cell, if it has one. */
export function makeCheckSecrets(cell: number | undefined): CheckSecrets {
  const authToken = `fv_${makeSecret(cell)}`;
  const link = makeSecret(cell);
  return { authToken, tokenHash: hashSecret(authToken), link, linkHash: hashSecret(link) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The personal data of a check; stored only encrypted. */
export interface CheckPerson {
  name: string;
  cardNo: string;
  redirectUrl?: string | undefined;
}

/** A keyed hash for finding a person's checks. It is the same for `x` and `X` in an ID number. */
export function cardHashOf(vault: Vault, cardNo: string): Buffer {
  return vault.fingerprint('card', cardNo.trim().toUpperCase());
}

export function sealCheck(vault: Vault, checkId: string, person: CheckPerson): Buffer {
  return vault.seal(JSON.stringify(person), contextOf(checkId));
}

export function openCheck(vault: Vault, checkId: string, sealed: Buffer): CheckPerson {
  return JSON.parse(vault.open(sealed, contextOf(checkId))) as CheckPerson;
}

function contextOf(checkId: string): string {
  return `check ${checkId}`;
}

/** Where the personal data of checks is stored. */
export const sealedPeople: SealedColumn = {
  table: 'checks',
  column: 'sealed',
  key: { account_id: 'integer', check_id: 'uuid' },
  contextOf: ({ check_id }) => contextOf(check_id ?? ''),
};
