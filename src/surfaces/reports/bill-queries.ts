import type { Pool, PoolClient } from 'pg';
import { connectPatiently } from '../../foundation/db/connect.ts';
import type { Money } from '../../foundation/money.ts';
import type { BillLine } from './read-bill.ts';

/** Why a bill and our calls differ. */
export const billDifferences = ['not_ours', 'not_charged', 'not_billed', 'other_cost'] as const;
export type BillDifference = (typeof billDifferences)[number];

export interface BillFinding {
  kind: BillDifference;
  ref: string;
  requestId: string | null;
  /** The lines of the bill. */
  lines: number;
  billed: Money | null;
  /** The cost that we noted. */
  cost: Money | null;
  state: string | null;
}

export interface BillTotals {
  lines: number;
  billed: Money | null;
  /** Successful live calls of the provider in the period, and their known cost. */
  calls: number;
  cost: Money;
}

interface BillPeriod {
  providerCode: string;
  starts: Date;
  ends: Date;
}

const rowsAtOnce = 1_000;

/**
 * Compares a vendor's bill with our calls, message by message. The bill is put into a temporary table, so that
 * memory does not grow with it. A message can be billed on another day than it was accepted on, so lines are looked
 * for two days before and after the period too.
 */
export async function compareBill(
  pool: Pool,
  period: BillPeriod,
  bill: AsyncIterable<BillLine[]>,
  onFindings: (findings: readonly BillFinding[]) => Promise<void>,
): Promise<BillTotals> {
  const client = await connectPatiently(pool);
  try {
    await client.query('begin');
    await client.query(
      'create temporary table bill (line bigint, ref text, cost bigint) on commit drop',
    );
    for await (const lines of bill) await insertLines(client, lines);
    // Some vendors write costs as negative amounts.
    await client.query('update bill set cost = -cost where (select sum(cost) from bill) < 0');
    await client.query('analyze bill');
    await matchCalls(client, period);
    await client.query(`declare findings no scroll cursor for ${findings}`);
    for (;;) {
      const { rows } = await client.query<BillFinding>(`fetch ${rowsAtOnce} from findings`);
      if (rows.length === 0) break;
      await onFindings(rows);
    }
    const { rows } = await client.query<BillTotals>(totals);
    await client.query('rollback');
    return rows[0] as BillTotals;
  } finally {
    client.release(true);
  }
}

function insertLines(client: PoolClient, lines: readonly BillLine[]) {
  return client.query(
    'insert into bill select * from unnest($1::bigint[], $2::text[], $3::bigint[])',
    [lines.map(({ line }) => line), lines.map(({ ref }) => ref), lines.map(({ cost }) => cost)],
  );
}

/** The calls of the period with the lines that name them; `billed_calls` also has lines without a call. */
async function matchCalls(client: PoolClient, { providerCode, starts, ends }: BillPeriod) {
  await client.query(
    `create temporary table billed_calls on commit drop as
     with span as (
       select uuid_floor($2::timestamptz - interval '3 days') as least_id,
         uuid_floor($3::timestamptz + interval '3 days') as end_id
     ), ours as (
       select c.account_id, c.call_id, c.provider_ref, c.state, k.cost,
         c.held_at >= $2 and c.held_at < $3 as is_within
       from calls c
       left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id
         and k.call_id >= (select least_id from span) and k.call_id < (select end_id from span)
       where c.provider_code = $1 and c.mode = 'live'
         and c.held_at >= $2::timestamptz - interval '2 days'
         and c.held_at < $3::timestamptz + interval '2 days'
         and c.call_id >= (select least_id from span) and c.call_id < (select end_id from span)
     ), refs as (
       select provider_ref as ref, call_id from ours where provider_ref is not null
       union
       -- Further parts of a message have ids of their own for as long as receipts can arrive.
       select r.provider_ref, r.call_id from provider_refs r where r.provider_code = $1
     ), lines as (
       select r.call_id, case when r.call_id is null then b.ref end as ref, count(*) as lines,
         sum(b.cost) as billed
       from bill b
       left join refs r on r.ref = b.ref
       group by 1, 2
     )
     select coalesce(o.provider_ref, l.ref, '') as ref, o.call_id, o.state::text as state, o.cost,
       coalesce(o.is_within, false) as is_within, coalesce(l.lines, 0) as lines, l.billed
     from ours o
     full join lines l on l.call_id = o.call_id
     where o.is_within or l.lines > 0`,
    [providerCode, starts, ends],
  );
}

const findings = `
  select f.kind, f.ref, f.call_id as "requestId", f.lines::integer, f.billed::bigint, f.cost, f.state
  from (
    select *, case
      when call_id is null then 'not_ours'
      when lines = 0 and state = 'done' then 'not_billed'
      when lines > 0 and state <> 'done' then 'not_charged'
      when billed <> cost then 'other_cost'
    end as kind
    from billed_calls
  ) f
  where f.kind is not null
  order by f.kind, f.ref`;

const totals = `
  select (select count(*)::integer from bill) as lines, (select sum(cost)::bigint from bill) as billed,
    count(*) filter (where is_within and state = 'done')::integer as calls,
    coalesce(sum(cost) filter (where is_within and state = 'done'), 0)::bigint as cost
  from billed_calls`;
