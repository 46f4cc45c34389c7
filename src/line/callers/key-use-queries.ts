import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';

export interface CountedUse {
  accountId: number;
  keyId: number;
  address: string;
  requests: number;
}

/** Addresses that are kept for each key: those that used it last. */
const maxAddresses = 100;
const keptDays = 90;

/** Adds counted uses. In the order of the key, so that two servers cannot wait for each other's rows. */
export async function addKeyUses(pool: Pool, uses: readonly CountedUse[]): Promise<void> {
  await pool.query(
    `insert into key_uses as k (account_id, key_id, address, requests)
     select u.account_id, u.key_id, u.address, u.requests
     from unnest($1::integer[], $2::integer[], $3::text[], $4::bigint[])
       as u (account_id, key_id, address, requests)
     order by u.account_id, u.key_id, u.address
     on conflict (account_id, key_id, address) do update
     set requests = k.requests + excluded.requests, last_at = excluded.last_at`,
    [
      uses.map(({ accountId }) => accountId),
      uses.map(({ keyId }) => keyId),
      uses.map(({ address }) => address),
      uses.map(({ requests }) => requests),
    ],
  );
}

/** Forgets addresses that did not use a key for long, and those beyond the newest of a key. */
export async function pruneKeyUses(pool: Pool): Promise<void> {
  await pool.query(
    `delete from key_uses k
     using (
       select account_id, key_id, address, last_at,
         row_number() over (partition by account_id, key_id order by last_at desc) as place
       from key_uses
     ) o
     where k.account_id = o.account_id and k.key_id = o.key_id and k.address = o.address
       and (o.place > $1 or o.last_at < now() - make_interval(days => $2))`,
    [maxAddresses, keptDays],
  );
}

export async function eraseKeyUses(change: Change, accountId: number): Promise<void> {
  await change.query('delete from key_uses where account_id = $1', [accountId]);
}

export interface KeyUse {
  /** Null for all addresses that were too many to count one by one. */
  address: string | null;
  requests: number;
  firstAt: Date;
  lastAt: Date;
}

/** How late a server may write the first use of an address. */
const writtenWithin = '15 seconds';

/** The addresses that used a key when a call was made, those that used it most first. */
export async function listAddressesAt(
  pool: Pool,
  { accountId, keyId }: { accountId: number; keyId: number },
  at: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ address: string }>(
    `select address
     from key_uses
     where account_id = $1 and key_id = $2 and address <> ''
       and first_at <= $3::timestamptz + $4::interval and last_at >= $3
     order by requests desc, address
     limit $5`,
    [accountId, keyId, at, writtenWithin, limit],
  );
  return rows.map(({ address }) => address);
}

/** From where a key was used, the latest first. */
export async function listKeyUses(
  pool: Pool,
  { accountId, keyId }: { accountId: number; keyId: number },
  limit: number,
): Promise<KeyUse[]> {
  const { rows } = await pool.query<KeyUse>(
    `select nullif(address, '') as address, requests::float8 as requests, first_at as "firstAt",
       last_at as "lastAt"
     from key_uses
     where account_id = $1 and key_id = $2
     order by last_at desc, address
     limit $3`,
    [accountId, keyId, limit],
  );
  return rows;
}
