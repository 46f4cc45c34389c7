import type { Pool } from 'pg';
import type { Change } from '../audit/change-queries.ts';
import { nameProblem } from '../contract/name-problem.ts';
import { type Mode, type Product, products } from '../contract/products.ts';
import { orRefuse, Refused } from '../db/refused.ts';
import type { Money } from '../money.ts';
import { hashApiKey, makeApiKey } from './api-key.ts';

/** A key as an operator sees it: the key itself is nowhere to be read again. */
export interface Key {
  keyId: number;
  accountId: number;
  mode: Mode;
  name: string;
  lastFour: string;
  scopes: Product[];
  /** The networks it may be used from; null for all. */
  addresses: string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  spendCapDay: Money | null;
  perSecond: number | null;
  createdAt: Date;
}

const columns = `key_id as "keyId", account_id as "accountId", mode, name, last_four as "lastFour",
  scopes, addresses::text[] as addresses, expires_at as "expiresAt", revoked_at as "revokedAt",
  spend_cap_day as "spendCapDay", per_second as "perSecond", created_at as "createdAt"`;

export interface NewKey {
  accountId: number;
  mode: Mode;
  name?: string | undefined;
  scopes?: readonly Product[] | undefined;
  addresses?: readonly string[] | undefined;
  expiresAt?: Date | undefined;
  spendCapDay?: Money | undefined;
  perSecond?: number | undefined;
}

/** The only moment at which the key can be read: a hash of it is all that is kept. */
export async function createKey(
  change: Change,
  key: NewKey,
): Promise<{ keyId: number; apiKey: string }> {
  const problem = key.name ? nameProblem('The name of a key', key.name, 200) : undefined;
  if (problem) throw new Refused(problem);
  const apiKey = makeApiKey(key.mode);
  const { rows } = await orRefuse(
    change.query<{ keyId: number }>(
      `insert into keys (
         account_id, mode, name, key_hash, last_four, scopes, addresses, expires_at, spend_cap_day,
         per_second
       )
       values (
         $1, $2, $3, $4, $5, $6,
         -- An address with bits to the right of its mask stands for its network.
         (select array_agg(network(a)) from unnest($7::inet[]) a), $8, $9, $10
       )
       returning key_id as "keyId"`,
      [
        key.accountId,
        key.mode,
        key.name ?? '',
        hashApiKey(apiKey),
        apiKey.slice(-4),
        key.scopes ?? products,
        key.addresses ?? null,
        key.expiresAt ?? null,
        key.spendCapDay ?? null,
        key.perSecond ?? null,
      ],
    ),
    {
      '23503': `There is no account ${key.accountId}.`,
      '22P02': 'An address is an IP address or a CIDR range.',
    },
  );
  return { keyId: (rows[0] as { keyId: number }).keyId, apiKey };
}

export async function listKeys(pool: Pool, accountId: number): Promise<Key[]> {
  const { rows } = await pool.query<Key>(
    `select ${columns} from keys where account_id = $1 order by key_id`,
    [accountId],
  );
  return rows;
}

export async function findKeyByHash(pool: Pool, keyHash: Buffer): Promise<Key | undefined> {
  const { rows } = await pool.query<Key>(`select ${columns} from keys where key_hash = $1`, [
    keyHash,
  ]);
  return rows[0];
}

/** A key that was revoked before keeps the time of the first revocation. */
export async function revokeKey(
  change: Change,
  { keyId, accountId }: { keyId: number; accountId?: number | undefined },
): Promise<Key> {
  const { rows } = await change.query<Key>(
    `update keys set revoked_at = coalesce(revoked_at, now())
     where key_id = $1 and account_id = coalesce($2, account_id)
     returning ${columns}`,
    [keyId, accountId ?? null],
  );
  if (!rows[0]) {
    const owner = accountId === undefined ? 'There is' : `Account ${accountId} has`;
    throw new Refused(`${owner} no key ${keyId}.`);
  }
  return rows[0];
}
