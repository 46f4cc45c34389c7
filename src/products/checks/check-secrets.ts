import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '../../foundation/vault.ts';

/**
 * A check has two secrets: the token, with which the caller asks for the result, and the link, which
 * the person opens. Neither can be had from the other, and only their hashes are stored.
 */
export interface CheckSecrets {
  authToken: string;
  tokenHash: Buffer;
  link: string;
  linkHash: Buffer;
}

/** 192 random bits each, in letters that a URL leaves as they are. */
export function makeCheckSecrets(): CheckSecrets {
  const authToken = `fv_${randomBytes(24).toString('base64url')}`;
  const link = randomBytes(24).toString('base64url');
  return { authToken, tokenHash: hashSecret(authToken), link, linkHash: hashSecret(link) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** What is known of the person, kept only in this form. */
export interface CheckPerson {
  name: string;
  cardNo: string;
  redirectUrl?: string | undefined;
}

/** By which the checks of a person are found; one ID number may be written with either kind of X. */
export function cardHashOf(vault: Vault, cardNo: string): Buffer {
  return vault.fingerprint(`card ${cardNo.trim().toUpperCase()}`);
}

export function sealCheck(vault: Vault, checkId: string, person: CheckPerson): Buffer {
  return vault.seal(JSON.stringify(person), `check ${checkId}`);
}

export function openCheck(vault: Vault, checkId: string, sealed: Buffer): CheckPerson {
  return JSON.parse(vault.open(sealed, `check ${checkId}`)) as CheckPerson;
}
