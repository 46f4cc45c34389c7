import type { Pool } from 'pg';
import { expect } from 'vitest';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';

/** What the books and the sandbox record of an account. */
export interface Books {
  /** Calls that were charged. */
  charged: number;
  /** The money of those calls. */
  revenue: bigint;
  /** Messages that the provider received. */
  sent: number;
  /** Messages that were charged and received by the provider: each exactly once. */
  chargedAndSent: number;
  available: bigint;
  held: bigint;
}

export async function readBooks(pool: Pool, accountId: number, mode: string): Promise<Books> {
  const { rows } = await pool.query<Books>(
    `with taken as (
       select i.account_id, i.call_id
       from sandbox_messages m
       cross join unnest(m.account_ids, m.call_ids) as i (account_id, call_id)
     )
     select
       (select count(*) from calls where account_id = $1 and mode = $2 and state = 'done')::integer
         as charged,
       (
         select coalesce(sum(amount), 0) from transfers
         where account_id = $1 and mode = $2 and to_account = 'revenue'
       )::bigint as revenue,
       (select count(*) from taken where account_id = $1)::integer as sent,
       (
         select count(*) from taken t join calls c using (account_id, call_id)
         where account_id = $1 and c.mode = $2 and c.state = 'done'
       )::integer as "chargedAndSent",
       w.available, w.held
     from wallets w
     where w.account_id = $1 and w.mode = $2`,
    [accountId, mode],
  );
  return rows[0] as Books;
}

/** The audit finds no fault, and no money is on hold anywhere. */
export async function expectBooksClosed(pool: Pool): Promise<void> {
  expect((await audit(pool)).faults).toEqual([]);
  const { rows } = await pool.query<{ held: bigint; open: bigint }>(
    `select (select coalesce(sum(held), 0)::bigint from wallets) as held,
       (select count(*) from calls where state in ('held', 'unknown'))::bigint as open`,
  );
  expect(rows[0]).toEqual({ held: 0n, open: 0n });
}
