import type { ClientBase, Pool } from 'pg';
import type { Mode, Owner } from '../../foundation/contract/products.ts';

/** What the books are kept in. */
export interface Books {
  currency: string;
  timeZone: string;
}

/** What the books are bound to; undefined before the first start. */
export async function readBooks(pool: Pool): Promise<Books | undefined> {
  const { rows } = await pool.query<Books>(
    `select currency, time_zone as "timeZone" from ledger_closed
     where currency is not null and time_zone is not null`,
  );
  return rows[0];
}

/** Binds the books if they can still change, and returns what they are bound to. */
export async function bindLedger(pool: Pool, { currency, timeZone }: Books): Promise<Books> {
  const { rows } = await pool.query<Books>(
    `select currency, time_zone as "timeZone" from ledger_bind_books($1, $2)`,
    [currency, timeZone],
  );
  return rows[0] as Books;
}

/** Closes the next complete day; returns undefined if there is none, after closing today up to 20 s ago. */
export async function closeNextDay(
  client: ClientBase,
  timeZone: string,
  now: Date | null,
): Promise<string | undefined> {
  const { rows } = await client.query<{ day: string | null }>(
    'select ledger_close_next_day($1, $2) as day',
    [timeZone, now],
  );
  return rows[0]?.day ?? undefined;
}

export async function recomputeClosings(
  client: ClientBase,
  { accountId, mode }: Owner,
  timeZone: string,
): Promise<void> {
  await client.query('select ledger_close_again($1, $2, $3)', [accountId, mode, timeZone]);
}

/** A wallet that differs from its last closing plus the transfers since. */
export interface WalletMismatch {
  accountId: number;
  mode: Mode;
  detail: string;
}

/** At most a hundred, checked from the last closing on: see close-days.sql. */
export async function findMismatches(client: Pool | ClientBase): Promise<WalletMismatch[]> {
  const { rows } = await client.query<WalletMismatch>(
    'select account_id as "accountId", mode, detail from ledger_find_mismatches(100)',
  );
  return rows;
}

/** The sums of a wallet on one day, from which statements are made. */
interface Closing {
  day: string;
  closedUntil: Date;
  available: bigint;
  held: bigint;
  toppedUp: bigint;
  adjusted: bigint;
  charged: bigint;
  refunded: bigint;
}

export async function listClosings(
  pool: Pool,
  { accountId, mode }: Owner,
  from: string,
  to: string,
): Promise<Closing[]> {
  const { rows } = await pool.query<Closing>(
    `select day, closed_until as "closedUntil", available, held, topped_up as "toppedUp", adjusted,
       charged, refunded
     from closings
     where account_id = $1 and mode = $2 and day between $3 and $4
     order by day`,
    [accountId, mode, from, to],
  );
  return rows;
}

/** What the closed days of a span charged, by account. */
export async function sumCharged(
  pool: Pool,
  { accountIds, mode }: { accountIds: readonly number[]; mode: Mode },
  from: string,
  to: string,
): Promise<Map<number, bigint>> {
  const { rows } = await pool.query<{ accountId: number; charged: bigint }>(
    `select account_id as "accountId", sum(charged)::bigint as charged
     from closings
     where account_id = any ($1) and mode = $2 and day between $3 and $4
     group by account_id`,
    [accountIds, mode, from, to],
  );
  return new Map(rows.map(({ accountId, charged }) => [accountId, charged]));
}
