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
const hourMs = 3_600_000;
/** A message can be billed on another day than it was accepted on. */
const marginMs = 48 * hourMs;

/**
 * Compares a vendor's bill with our calls, message by message. Lines are looked for two days before and after the
 * period too. Both sides are copied to temporary tables, so that memory does not grow. Each statement is a
 * transaction of its own: an hour of calls is read at once, because a long snapshot would keep the database from
 * cleaning up after busy wallets.
 */
export async function compareBill(
  pool: Pool,
  { providerCode, starts, ends }: BillPeriod,
  bill: AsyncIterable<BillLine[]>,
  onFindings: (findings: readonly BillFinding[]) => Promise<void>,
): Promise<BillTotals> {
  const client = await connectPatiently(pool);
  try {
    await client.query(temporaryTables);
    for await (const lines of bill) await insertLines(client, lines);
    // Some vendors write costs as negative amounts.
    await client.query('update bill set cost = -cost where (select sum(cost) from bill) < 0');
    const endMs = ends.getTime() + marginMs;
    for (let at = starts.getTime() - marginMs; at < endMs; at += hourMs) {
      const to = Math.min(at + hourMs, endMs);
      const times = [at, to, at - 72 * hourMs, to + 72 * hourMs].map((ms) => new Date(ms));
      await client.query(copyCalls, [providerCode, ...times]);
    }
    await client.query('analyze bill; analyze ours');
    await client.query(matchLines, [providerCode, starts, ends]);
    await client.query(numberFindings);
    for (let after = 0; ; after += rowsAtOnce) {
      const { rows } = await client.query<BillFinding>(readFindings, [after, rowsAtOnce]);
      if (rows.length === 0) break;
      await onFindings(rows);
    }
    const { rows } = await client.query<BillTotals>(totals);
    return rows[0] as BillTotals;
  } finally {
    // Closes the connection, which drops the temporary tables.
    client.release(true);
  }
}

function insertLines(client: PoolClient, lines: readonly BillLine[]) {
  return client.query(
    'insert into bill select * from unnest($1::bigint[], $2::text[], $3::bigint[])',
    [lines.map(({ line }) => line), lines.map(({ ref }) => ref), lines.map(({ cost }) => cost)],
  );
}

const temporaryTables = `
  create temporary table bill (line bigint, ref text, cost bigint);
  create temporary table ours (
    call_id uuid, provider_ref text, state text, held_at timestamptz, cost bigint
  );
  create temporary table billed_calls (
    ref text, call_id uuid, state text, cost bigint, is_within boolean, lines bigint, billed numeric
  )`;

/** Bounds of ids choose the partitions. They allow for three days between an id and its hold. */
const copyCalls = `
  insert into ours
  select c.call_id, c.provider_ref, c.state, c.held_at, k.cost
  from calls c
  left join call_costs k on k.account_id = c.account_id and k.call_id = c.call_id
    and k.call_id >= uuid_floor($4) and k.call_id < uuid_floor($5)
  where c.provider_code = $1 and c.mode = 'live' and c.held_at >= $2 and c.held_at < $3
    and c.call_id >= uuid_floor($4) and c.call_id < uuid_floor($5)`;

/** The calls of the period with the lines that name them, and the lines without a call. */
const matchLines = `
  with billed as (
    select ref, count(*) as lines, sum(cost) as cost from bill group by ref
  ), named as (
    -- Further parts of a message have ids of their own for as long as receipts can arrive.
    select coalesce(o.call_id, r.call_id) as call_id, b.*
    from billed b
    left join ours o on o.provider_ref = b.ref
    left join provider_refs r on r.provider_code = $1 and r.provider_ref = b.ref
  ), lines as (
    select call_id, case when call_id is null then ref end as ref, sum(lines) as lines,
      sum(cost) as billed
    from named
    group by 1, 2
  ), matched as (
    select coalesce(o.provider_ref, l.ref, '') as ref, o.call_id, o.state, o.cost,
      coalesce(o.held_at >= $2 and o.held_at < $3, false) as is_within,
      coalesce(l.lines, 0) as lines, l.billed
    from ours o
    full join lines l on l.call_id = o.call_id
  )
  insert into billed_calls
  select * from matched where is_within or lines > 0`;

/** Findings are numbered in their order, so that each page is read by a statement of its own. */
const numberFindings = `
  create temporary table findings as
  select row_number() over (order by f.kind, f.ref) as number, f.*
  from (
    select *, case
      when call_id is null then 'not_ours'
      when lines = 0 and state = 'done' then 'not_billed'
      when lines > 0 and state <> 'done' then 'not_charged'
      when billed <> cost then 'other_cost'
    end as kind
    from billed_calls
  ) f
  where f.kind is not null;
  create index on findings (number);
  analyze findings`;

const readFindings = `
  select kind, ref, call_id as "requestId", lines::integer, billed::bigint, cost, state
  from findings
  where number > $1 and number <= $1::bigint + $2
  order by number`;

const totals = `
  select (select count(*)::integer from bill) as lines, (select sum(cost)::bigint from bill) as billed,
    count(*) filter (where is_within and state = 'done')::integer as calls,
    coalesce(sum(cost) filter (where is_within and state = 'done'), 0)::bigint as cost
  from billed_calls`;
