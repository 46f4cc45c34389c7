import type { SealedColumn, Vault } from '../vault.ts';

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

/** Where the secrets of endpoints are stored. A removed endpoint has an empty one. */
export const sealedSecrets: readonly SealedColumn[] = ['sealed_secret', 'sealed_old_secret'].map(
  (column) => ({
    table: 'endpoints',
    column,
    key: { endpoint_id: 'integer' },
    besides: 'account_id',
    contextOf: ({ account_id }) => contextOf(Number(account_id)),
  }),
);
