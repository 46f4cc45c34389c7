import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import {
  calledProducts,
  type KeyScope,
  keyScopes,
  type Mode,
} from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { requireName } from '../../foundation/contract/refusals/require-name.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import { ownScopes } from '../../foundation/db/product-queries.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { hashApiKey, makeApiKey } from './api-key.ts';

/** A key as operators see it; the secret cannot be read again. */
export interface Key {
  keyId: number;
  accountId: number;
  mode: Mode;
  name: string;
  lastFour: string;
  scopes: KeyScope[];
  /** The networks that may use the key; null for all. */
  addresses: string[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  spendCapDay: Money | null;
  perSecond: number | null;
  createdAt: Date;
  /** The key that replaced this one. */
  replacedBy: number | null;
}

const columns = `key_id as "keyId", account_id as "accountId", mode, name, last_four as "lastFour",
  ${ownScopes} as scopes, addresses::text[] as addresses, expires_at as "expiresAt", revoked_at as "revokedAt",
  spend_cap_day as "spendCapDay", per_second as "perSecond", created_at as "createdAt",
  replaced_by as "replacedBy"`;

export interface NewKey {
  accountId: number;
  mode: Mode;
  name?: string | undefined;
  scopes?: readonly KeyScope[] | undefined;
  addresses?: readonly string[] | undefined;
  expiresAt?: Date | undefined;
  spendCapDay?: Money | undefined;
  perSecond?: number | undefined;
}

/** A live key that sends messages need not choose where events go, nor begin payments. */
function defaultScopes(mode: Mode): readonly KeyScope[] {
  return mode === 'test' ? keyScopes : calledProducts;
}

/** Returns the secret, which can be read only now: the database stores just a hash. */
export async function createKey(
  change: Change,
  key: NewKey,
): Promise<{ keyId: number; apiKey: string }> {
  if (key.name) requireName({ en: 'Key name', zh: '密钥名称' }, key.name, 200);
  const apiKey = makeApiKey(key.mode, await readCell(change));
  const { rows } = await withRefusals(
    change.query<{ keyId: number }>(
      `insert into keys (
         account_id, mode, name, key_hash, last_four, scopes, addresses, expires_at, spend_cap_day,
         per_second
       )
       select $1, $2, $3, $4, $5, $6, callers_networks_of($7), $8, $9, $10
       where not exists (select from account_closures where account_id = $1)
       returning key_id as "keyId"`,
      [
        key.accountId,
        key.mode,
        key.name ?? '',
        hashApiKey(apiKey),
        apiKey.slice(-4),
        key.scopes ?? defaultScopes(key.mode),
        key.addresses ?? null,
        key.expiresAt ?? null,
        key.spendCapDay ?? null,
        key.perSecond ?? null,
      ],
    ),
    {
      '23503': ['account_not_found', { account: key.accountId }],
      '22P02': ['key_address_invalid'],
    },
  );
  if (!rows[0]) refuse('account_closed', { account: key.accountId });
  return { keyId: rows[0].keyId, apiKey };
}

/** One page of keys, newest first, each with the name of its account. */
export async function pageKeys(
  pool: Pool,
  scope: Scope,
  asked: {
    mode?: Mode | undefined;
    accountId?: number | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<{ keys: (Key & { accountName: string })[]; next: number | null }> {
  const { mode, accountId, before, limit } = asked;
  const { rows } = await pool.query<Key & { accountName: string }>(
    `select k.*, a.name as "accountName"
     from (
       select ${columns}
       from keys
       where ($1::integer is null or account_id = $1) and ($2::text is null or mode = $2)
         and ($3::integer is null or key_id < $3)
       order by key_id desc
       limit $4
     ) k
     join accounts a on a.account_id = k."accountId"
     order by k."keyId" desc`,
    [accountOf(scope, accountId), mode ?? null, before ?? null, limit + 1],
  );
  const keys = rows.slice(0, limit);
  return { keys, next: rows.length > limit ? (keys.at(-1)?.keyId ?? null) : null };
}

export async function findKeyByHash(pool: Pool, keyHash: Buffer): Promise<Key | undefined> {
  const { rows } = await pool.query<Key>(`select ${columns} from keys where key_hash = $1`, [
    keyHash,
  ]);
  return rows[0];
}

/** Revoking a key again keeps the time of the first revocation. */
export async function revokeKey(
  change: Change,
  { keyId, accountId }: { keyId: number; accountId?: number | undefined },
): Promise<Key> {
  const which = 'key_id = $1 and account_id = coalesce($2, account_id)';
  const values = [keyId, accountId ?? null];
  const { rows: revoked } = await change.query<Key>(
    `update keys set revoked_at = now() where ${which} and revoked_at is null returning ${columns}`,
    values,
  );
  if (revoked[0]) {
    await notifyRevoked(change, revoked[0]);
    return revoked[0];
  }
  const { rows } = await change.query<Key>(`select ${columns} from keys where ${which}`, values);
  if (!rows[0]) {
    if (accountId === undefined) refuse('key_not_found', { key: keyId });
    refuse('key_not_of_account', { account: accountId, key: keyId });
  }
  return rows[0];
}

/** Revokes all keys of an account. Returns how many were valid until now. */
export async function revokeKeysOf(change: Change, accountId: number): Promise<number> {
  const { rows } = await change.query<{ keyId: number }>(
    `select key_id as "keyId" from keys
     where account_id = $1 and revoked_at is null
     order by key_id`,
    [accountId],
  );
  for (const { keyId } of rows) await revokeKey(change, { keyId, accountId });
  return rows.length;
}

/** Lets the test keys that may use every other product use a new one too. Live keys are left as they are. */
export async function addScopeToTestKeys(change: Change, product: KeyScope): Promise<void> {
  await change.query(
    `update keys set scopes = scopes || $1::text
     where mode = 'test' and revoked_at is null and not scopes @> array[$1::text]
       and scopes @> array(
         select d.product from products d where d.product <> $1 and d.product = any ($2)
       )`,
    [product, calledProducts],
  );
}

/** Key names may name people. */
export async function eraseKeyNames(change: Change, accountId: number): Promise<void> {
  await change.query(`update keys set name = '' where account_id = $1 and name <> ''`, [accountId]);
}

async function notifyRevoked(change: Change, key: Key): Promise<void> {
  const { accountId, mode, keyId, lastFour, revokedAt } = key;
  await change.query(`select events_record_of($1, $2, 'key.revoked', $3, $4, $5)`, [
    accountId,
    mode,
    `key ${keyId}`,
    JSON.stringify({ keyId, lastFour, revokedAt }),
    revokedAt,
  ]);
}

/** Notifies accounts of keys that expire within a week; see tell-expiring.sql. Returns how many there were. */
export async function notifyExpiringKeys(pool: Pool, now: Date | null): Promise<number> {
  const { rows } = await pool.query<{ told: number }>('select callers_tell_expiring($1) as told', [
    now,
  ]);
  return rows[0]?.told ?? 0;
}

/** A new key that replaces another one, which stays valid until `oldEndsAt`. */
export interface RotatedKey {
  keyId: number;
  apiKey: string;
  mode: Mode;
  oldEndsAt: Date;
}

/** Two weeks. For a longer overlap, create a second key explicitly. */
export const longestOverlapMinutes = 14 * 24 * 60;

/**
 * Creates a key with the settings of an old one, which expires after the overlap, or at its own expiry if
 * that is earlier. The new key does not inherit the expiry: it would end together with the old one.
 */
export async function rotateKey(
  change: Change,
  asked: { accountId: number; keyId: number; overlapMinutes: number },
): Promise<RotatedKey> {
  const { accountId, keyId, overlapMinutes } = asked;
  if (overlapMinutes < 0 || overlapMinutes > longestOverlapMinutes) {
    refuse('key_overlap_too_long');
  }
  const old = await lockKey(change, accountId, keyId);
  if (old.isEnded) refuse('key_ended', { key: keyId });
  if (old.replacedBy !== null) {
    refuse('key_replaced', { key: keyId, by: old.replacedBy });
  }
  const apiKey = makeApiKey(old.mode, await readCell(change));
  const { rows } = await change.query<{ keyId: number; oldEndsAt: Date }>(
    `select key_id as "keyId", old_ends_at as "oldEndsAt"
     from callers_replace_key($1, $2, $3, $4, make_interval(mins => $5))`,
    [accountId, keyId, hashApiKey(apiKey), apiKey.slice(-4), overlapMinutes],
  );
  return { ...(rows[0] as { keyId: number; oldEndsAt: Date }), apiKey, mode: old.mode };
}

async function lockKey(change: Change, accountId: number, keyId: number) {
  const { rows } = await change.query<Pick<Key, 'mode' | 'replacedBy'> & { isEnded: boolean }>(
    `select mode, replaced_by as "replacedBy",
       revoked_at is not null or coalesce(expires_at <= now(), false) as "isEnded"
     from keys
     where account_id = $1 and key_id = $2
     for update`,
    [accountId, keyId],
  );
  if (!rows[0]) refuse('key_not_of_account', { account: accountId, key: keyId });
  return rows[0];
}
