import type { ClientBase } from 'pg';
import type { Mode, Owner, Product } from '../../foundation/contract/products.ts';
import type { Money } from '../../foundation/money.ts';

/** A span of whole days, from midnight to midnight. */
export interface Span {
  starts: Date;
  ends: Date;
  timeZone: string;
}

/**
 * The time up to which days are closed; `-infinity` before the first closing. Text, so that it can be passed
 * back unchanged.
 */
export async function readClosedUntil(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ closedUntil: string }>(
    `select closed_until::text as "closedUntil" from ledger_closed`,
  );
  return (rows[0] as { closedUntil: string }).closedUntil;
}

/** The movements of a day, by kind. */
export interface DaySums {
  day: string;
  toppedUp: Money;
  adjusted: Money;
  charged: Money;
  refunded: Money;
}

/** The days with movements: closed days from their closings, open days from the transfers. */
export async function readDaySums(
  client: ClientBase,
  { accountId, mode }: Owner,
  { starts, ends, timeZone }: Span,
  closedUntil: string,
): Promise<DaySums[]> {
  const { rows } = await client.query<DaySums>(
    `select day, sum(topped_up)::bigint as "toppedUp", sum(adjusted)::bigint as adjusted,
       sum(charged)::bigint as charged, sum(refunded)::bigint as refunded
     from (
       select day, topped_up, adjusted, charged, refunded
       from closings
       where account_id = $1 and mode = $2 and closed_until > $3 and closed_until <= $4
       union all
       select (made_at at time zone $5)::date, topped_up, adjusted, charged, refunded
       from wallet_moves
       where account_id = $1 and mode = $2 and made_at >= greatest($3, $6::timestamptz)
         and made_at < $4
     ) d
     group by day
     -- A day on which calls were held and released, and nothing else, moved no money.
     having bool_or(topped_up <> 0 or adjusted <> 0 or charged <> 0 or refunded <> 0)
     order by day`,
    [accountId, mode, starts, ends, timeZone, closedUntil],
  );
  return rows;
}

/** What the wallets of all accounts were charged and refunded in a span. */
export async function readBooks(
  client: ClientBase,
  mode: Mode,
  { starts, ends }: Span,
  closedUntil: string,
): Promise<{ charged: Money; refunded: Money }> {
  const { rows } = await client.query<{ charged: Money; refunded: Money }>(
    `select coalesce(sum(charged), 0)::bigint as charged,
       coalesce(sum(refunded), 0)::bigint as refunded
     from (
       select charged, refunded
       from closings
       where mode = $1 and closed_until > $2 and closed_until <= $3
       union all
       select charged, refunded
       from wallet_moves
       where mode = $1 and made_at >= greatest($2, $4::timestamptz) and made_at < $3
     ) d`,
    [mode, starts, ends, closedUntil],
  );
  return rows[0] as { charged: Money; refunded: Money };
}

/** The charges of a product on a day. */
export interface ProductSum {
  day: string;
  product: Product;
  calls: bigint;
  charged: Money;
}

export async function readProductSums(
  client: ClientBase,
  { accountId, mode }: Owner,
  { starts, ends, timeZone }: Span,
  closedUntil: string,
): Promise<ProductSum[]> {
  const { rows } = await client.query<ProductSum>(
    `select day, product, sum(calls)::bigint as calls, sum(charged)::bigint as charged
     from (
       select p.day, p.product, p.calls, p.charged
       from closings c
       join closing_products p on p.account_id = c.account_id and p.mode = c.mode and p.day = c.day
       where c.account_id = $1 and c.mode = $2 and c.closed_until > $3 and c.closed_until <= $4
       union all
       select day, product, calls, charged
       from ledger_charged_products($1, $2, greatest($3, $6::timestamptz), $4, $5)
     ) d
     group by day, product
     order by day, product`,
    [accountId, mode, starts, ends, timeZone, closedUntil],
  );
  return rows;
}

/** How many verifications were started in the month, and how many of those were approved. */
export interface Conversion {
  started: number;
  approved: number;
}

export async function readConversion(
  client: ClientBase,
  { accountId, mode }: Owner,
  from: string,
  to: string,
): Promise<Conversion> {
  const { rows } = await client.query<Conversion>(
    `select coalesce(sum(started), 0)::integer as started,
       coalesce(sum(approved), 0)::integer as approved
     from verification_days
     where account_id = $1 and mode = $2 and day between $3 and $4`,
    [accountId, mode, from, to],
  );
  return rows[0] as Conversion;
}

/** A manual movement of money. */
export interface ManualEntry {
  transferId: string;
  madeAt: Date;
  day: string;
  kind: 'top_up' | 'adjust' | 'refund';
  amount: Money;
  reference: string;
  reason: string;
}

export async function readManualEntries(
  client: ClientBase,
  { accountId, mode }: Owner,
  { starts, ends, timeZone }: Span,
): Promise<ManualEntry[]> {
  const { rows } = await client.query<ManualEntry>(
    `select transfer_id as "transferId", made_at as "madeAt",
       (made_at at time zone $5)::date as day, kind, amount, reference, reason
     from manual_entries
     where account_id = $1 and mode = $2 and made_at >= $3 and made_at < $4
     order by made_at, reference`,
    [accountId, mode, starts, ends, timeZone],
  );
  return rows;
}

/** The balance of a wallet at a point in time, and how much of it was held for calls. */
export interface BalanceAt {
  balance: Money;
  held: Money;
}

/** Computed from the last closing before that time and the transfers since. */
export async function readBalanceAt(
  client: ClientBase,
  { accountId, mode }: Owner,
  at: Date,
  closedUntil: string,
): Promise<BalanceAt> {
  const { rows } = await client.query<BalanceAt>(
    `select (coalesce(c.available + c.held, 0) + m.balance)::bigint as balance,
       (coalesce(c.held, 0) + m.held)::bigint as held
     from (
       select coalesce(sum(available + held), 0) as balance, coalesce(sum(held), 0) as held
       from wallet_moves
       where account_id = $1 and mode = $2 and made_at >= $4 and made_at < $3
     ) m
     left join lateral (
       select available, held
       from closings
       where account_id = $1 and mode = $2 and closed_until <= $3
       order by day desc
       limit 1
     ) c on true`,
    [accountId, mode, at, closedUntil],
  );
  return rows[0] as BalanceAt;
}
