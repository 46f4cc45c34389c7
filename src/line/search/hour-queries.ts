import type { Pool } from 'pg';
import type { Mode, Product } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Money } from '../../foundation/money.ts';
import { facetsAsked } from './facets-asked.ts';
import { marginOf } from './margin.ts';
import { rowGroups, statusSql } from './row-status.ts';
import { type CallFilter, type CheckStage, checkStages } from './search-filter.ts';
import { percentileMs } from './search-latency.ts';

/** A time span, widened to whole hours, or to quarters where quarters are read. */
export interface Span {
  from: Date;
  to: Date;
}

/** The filters that counters support: all except a person and a single call. */
type CountedFilter = Omit<CallFilter, 'from' | 'to' | 'requestId' | 'person'>;

/** The totals of the calls in a span. */
export interface Sums {
  calls: number;
  done: number;
  /** By what their rows say: the rest failed. */
  completed: number;
  waiting: number;
  unknown: number;
  /** Accepted messages with a final state, and how many of them were delivered. */
  finished: number;
  delivered: number;
  /** Latency of the calls that were done at once; null if there are none. */
  medianMs: number | null;
  slowMs: number | null;
  /** Charges minus refunds. */
  spend: Money;
  /** Of the calls with a known cost; null if there are none, and in an account's scope. */
  cost: Money | null;
  margin: Money | null;
  /** The calls with an unknown cost, and what was charged for them; null in an account's scope. */
  uncosted: number | null;
  uncostedSpend: Money | null;
}

interface Counted<Result> {
  result: Result;
  /** True (approximate) while the counters lag behind the calls, or if the span was widened. */
  isApproximate: boolean;
}

interface StepSums extends Sums {
  /** When the step begins. */
  at: Date;
}

/** Summed counters of one latency step; percentiles are computed from the steps. */
interface CounterRow {
  /** The start of the time step; null without time steps. */
  key: Date | null;
  product: Product;
  latency: number;
  calls: number;
  done: number;
  completed: number;
  waiting: number;
  unknown: number;
  finished: number;
  delivered: number;
  spend: Money;
  cost: Money;
  uncosted: number;
  uncostedSpend: Money;
}

/** What the counters are kept by: hours always, quarters for the last days and without latencies. */
type Grain = 'hour' | 'quarter';
const grainMs: Readonly<Record<Grain, number>> = { hour: 3_600_000, quarter: 900_000 };
const noCosts = { cost: null, margin: null, uncosted: null, uncostedSpend: null };

/** The totals of a span, overall and per time step; steps without calls are left out. */
interface SteppedSums {
  sums: Sums;
  steps: StepSums[];
  /** The time steps of each product that had calls. */
  ofProducts: ReadonlyMap<Product, StepSums[]>;
}

/** Calls, success, delivery, latency and money, in steps of `stepHours`. */
export async function readSteps(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  span: Span,
  filter: CountedFilter = {},
  stepHours = 1,
): Promise<Counted<SteppedSums>> {
  const key = stepHours === 1 ? 'h.at' : 'date_bin(make_interval(hours => $4), h.at, $2)';
  const more = stepHours === 1 ? [] : [stepHours];
  const rows = await readCounters(pool, scope, mode, span, filter, key, more);
  return { result: steppedSums(rows, scope), isApproximate: await isApproximate(pool, span) };
}

/** The same in steps of a quarter of an hour; latencies are those of the whole hours around the span. */
export async function readQuarters(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  span: Span,
  filter: CountedFilter = {},
): Promise<Counted<SteppedSums>> {
  const rows = await readCounters(pool, scope, mode, span, filter, 'h.at', [], 'quarter');
  const { sums, ...steps } = steppedSums(rows, scope);
  const hours = await readTotals(pool, scope, mode, span, filter);
  const { medianMs, slowMs } = hours.result;
  return {
    result: { sums: { ...sums, medianMs, slowMs }, ...steps },
    isApproximate: await isApproximate(pool, span, 'quarter'),
  };
}

/** Whether quarters have every call that was accepted from a time on. */
export async function areQuartersWhole(pool: Pool, from: Date): Promise<boolean> {
  const { rows } = await pool.query<{ isWhole: boolean | null }>(
    'select since <= $1 as "isWhole" from quarters_since',
    [from],
  );
  return rows[0]?.isWhole ?? false;
}

function steppedSums(rows: readonly CounterRow[], scope: Scope): SteppedSums {
  const products = Map.groupBy(rows, ({ product }) => product);
  return {
    sums: sumsOf(rows, scope),
    steps: stepsOf(rows, scope),
    ofProducts: new Map([...products].map(([product, own]) => [product, stepsOf(own, scope)])),
  };
}

/** The same totals for the whole span only. */
export async function readTotals(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  span: Span,
  filter: CountedFilter = {},
): Promise<Counted<Sums>> {
  const rows = await readCounters(pool, scope, mode, span, filter, 'null');
  return { result: sumsOf(rows, scope), isApproximate: await isApproximate(pool, span) };
}

/** How many people reached each step of the checks created in a span; each step includes the later ones. */
export interface Funnel {
  made: number;
  opened: number;
  consented: number;
  started: number;
  passed: number;
}

export async function readFunnel(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  span: Span,
): Promise<Counted<Funnel>> {
  const { from, to } = widened(span, 'hour');
  const values: unknown[] = [mode, from, to];
  const add = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await pool.query<{ stage: CheckStage; checks: number; passed: number }>(
    `${countersOf(scope, { product: 'face_verify' }, add)}
     select h.stage, sum(h.calls)::integer as checks,
       coalesce(sum(h.calls) filter (where h.is_passed), 0)::integer as passed
     from counted h
     where h.stage <> ''
     group by h.stage`,
    values,
  );
  const reached = (stage: CheckStage) =>
    rows
      .filter((row) => checkStages.indexOf(row.stage) >= checkStages.indexOf(stage))
      .reduce((sum, { checks }) => sum + checks, 0);
  const result = {
    made: reached('made'),
    opened: reached('opened'),
    consented: reached('consented'),
    started: reached('started'),
    passed: rows.reduce((sum, { passed }) => sum + passed, 0),
  };
  return { result, isApproximate: await isApproximate(pool, span) };
}

async function readCounters(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  span: Span,
  filter: CountedFilter,
  key: string,
  more: readonly unknown[] = [],
  grain: Grain = 'hour',
): Promise<CounterRow[]> {
  const { from, to } = widened(span, grain);
  const values: unknown[] = [mode, from, to, ...more];
  const add = (value: unknown) => `$${values.push(value)}`;
  const { rows } = await pool.query<CounterRow>(
    `${countersOf(scope, filter, add, grain)}
     select ${key} as key, h.product, h.latency, sum(h.calls)::integer as calls,
       coalesce(sum(h.calls) filter (where h.is_done), 0)::integer as done,
       ${Object.entries(rowGroups)
         .map(([group, words]) => {
           const among = words.map((word) => `'${word}'`).join(', ');
           return `coalesce(sum(h.calls) filter (where h.status in (${among})), 0)::integer as ${group},`;
         })
         .join(' ')}
       coalesce(sum(h.calls) filter (where h.is_finished), 0)::integer as finished,
       coalesce(sum(h.calls) filter (where h.is_delivered), 0)::integer as delivered,
       sum(h.charged)::bigint as spend, sum(h.cost)::bigint as cost,
       sum(h.uncosted)::integer as uncosted, sum(h.uncosted_charged)::bigint as "uncostedSpend"
     from counted h
     group by 1, 2, 3`,
    values,
  );
  // Sorted here, because with `order by` the planner would sort every counter before aggregating.
  return rows.sort((a, b) => (a.key?.getTime() ?? 0) - (b.key?.getTime() ?? 0));
}

/**
 * The counters that match a filter, each with the columns of its facet. The facets are materialized first:
 * most accounts have few counters, so for an account with many the planner would look up facets one by one.
 * Platform counters have no keys, so a filter by key reads the counters of an account.
 *
 * Account counters use a left join, and those without a facet are filtered out afterwards. The planner does
 * not know that an account's counters belong to its own series, so for an inner join it expects one row in
 * two hundred, and sorted all of them to aggregate (0.40 s of CPU for 168 000). With the left join it does
 * not sort (0.23 s).
 */
function countersOf(
  scope: Scope,
  filter: CountedFilter,
  add: (value: unknown) => string,
  grain: Grain = 'hour',
): string {
  const account = accountOf(scope, filter.account);
  const isOfAccount = account !== null || filter.key !== undefined;
  const kinds = ['f.mode = $1', ...facetsAsked(account, filter, add)].join(' and ');
  const id = isOfAccount ? 'series_id' : 'facet_id';
  return `with kinds as materialized (
      select ${id}, f.product, f.stage, ${statusSql} as status, f.state = 'done' as is_done,
        f.state = 'done' and f.stage = ''
          and f.result in ('delivered', 'undelivered', 'expired', 'rejected') as is_finished,
        f.result = 'delivered' as is_delivered, f.result = 'passed' as is_passed
      from call_facets f ${isOfAccount ? 'join call_series x using (facet_id)' : ''}
      where ${kinds}
    ), counted as (
      select h.${grain} as at, ${grain === 'hour' ? 'h.latency' : '-1 as latency'}, h.calls,
        h.charged, h.cost, h.uncosted, h.uncosted_charged, k.*
      from ${isOfAccount ? 'call' : 'platform'}_${grain}s h
      ${isOfAccount ? 'left join' : 'join'} kinds k using (${id})
      where h.${grain} >= $2 and h.${grain} < $3
        ${account === null ? '' : `and h.account_id = ${add(account)}`}
        ${isOfAccount ? `and coalesce(k.product, '') <> ''` : ''}
    )`;
}

/** The span in whole hours or quarters. */
export function widened({ from, to }: Span, grain: Grain): Span {
  const ms = grainMs[grain];
  return {
    from: new Date(Math.floor(from.getTime() / ms) * ms),
    to: new Date(Math.ceil(to.getTime() / ms) * ms),
  };
}

async function isApproximate(
  pool: Pool,
  { from, to }: Span,
  grain: Grain = 'hour',
): Promise<boolean> {
  const ms = grainMs[grain];
  if (from.getTime() % ms !== 0 || to.getTime() % ms !== 0) return true;
  const { rows } = await pool.query<{ isBehind: boolean }>(
    // Changes younger than 3 seconds are about to be counted; changes dated in the future were postponed.
    `select exists (
       select from call_changes
       where made_at not between clock_timestamp() - interval '3 seconds'
         and clock_timestamp() + interval '1 second'
     ) as "isBehind"`,
  );
  return rows[0]?.isBehind ?? true;
}

function stepsOf(rows: readonly CounterRow[], scope: Scope): StepSums[] {
  const steps = Map.groupBy(rows, ({ key }) => (key as Date).getTime());
  return [...steps].map(([ms, own]) => ({ at: new Date(ms), ...sumsOf(own, scope) }));
}

function sumsOf(rows: readonly CounterRow[], scope: Scope): Sums {
  const count = (of: (row: CounterRow) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const money = (of: (row: CounterRow) => Money) => rows.reduce((sum, row) => sum + of(row), 0n);
  const done = count((row) => row.done);
  const spend = money((row) => row.spend);
  const cost = money((row) => row.cost);
  const uncosted = count((row) => row.uncosted);
  const uncostedSpend = money((row) => row.uncostedSpend);
  const costs = {
    ...marginOf({ done, uncosted, spend, uncostedSpend, cost }),
    uncosted,
    uncostedSpend,
  };
  return {
    calls: count((row) => row.calls),
    done,
    completed: count((row) => row.completed),
    waiting: count((row) => row.waiting),
    unknown: count((row) => row.unknown),
    finished: count((row) => row.finished),
    delivered: count((row) => row.delivered),
    medianMs: percentileMs(rows, 0.5),
    slowMs: percentileMs(rows, 0.95),
    spend,
    ...(scope.kind === 'platform' ? costs : noCosts),
  };
}
