import type { Vault } from '../vault.ts';

/** A secret is sealed for its account and cannot be opened for another. */
export function sealSecret(vault: Vault, accountId: number, secret: string): Buffer {
  return vault.seal(secret, contextOf(accountId));
}

export function openSecret(vault: Vault, accountId: number, sealed: Buffer): string {
  return vault.open(sealed, contextOf(accountId));
}

function contextOf(accountId: number): string {
  return `endpoint of account ${accountId}`;
}
