import type { Pool } from 'pg';
import type { Mode } from '../../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../../foundation/contract/scope.ts';
import type { DisabledReason } from '../../../foundation/contract/wire/event-schemas.ts';
import type { Money } from '../../../foundation/money.ts';
import { areQuartersWhole, type Span, widened } from '../../../line/search/hour-queries.ts';
import { type MarginSums, marginOf } from '../../../line/search/margin.ts';
import { rowGroups, statusSql } from '../../../line/search/row-status.ts';
import { isLowSql } from '../../../money/ledger/wallet-queries.ts';

/** Why messages failed, most frequent reason first: those in no other group of the totals. */
export async function readReasons(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  { from, to }: { from: Date; to: Date },
  grain: 'hour' | 'quarter' = 'hour',
): Promise<{ reason: string; calls: number }[]> {
  const account = accountOf(scope);
  const table = `${account === null ? 'platform' : 'call'}_${grain}s`;
  const facets = account === null ? '' : 'join call_series x using (series_id)';
  const { rows } = await pool.query<{ reason: string; calls: number }>(
    `select f.reason, sum(h.calls)::integer as calls
     from ${table} h ${facets} join call_facets f using (facet_id)
     where f.mode = $1 and h.${grain} >= $2 and h.${grain} < $3 and f.reason <> '' and f.product <> 'face_verify'
       and ${statusSql} <> all($4) ${account === null ? '' : 'and h.account_id = $5'}
     group by f.reason
     having sum(h.calls) > 0
     order by 2 desc, 1
     limit 4`,
    [mode, from, to, Object.values(rowGroups).flat(), ...(account === null ? [] : [account])],
  );
  return rows;
}

export interface Runway {
  accountId: number;
  name: string;
  available: Money;
  /** The alert threshold that the balance is below; null if it is not. */
  threshold: Money | null;
  /** What an hour cost in the last day, and how many of them are left; null if they last for a day. */
  anHour: Money | null;
  hoursLeft: number | null;
}

/**
 * Wallets that are below their alert threshold, or whose balance and credit cover less than a day at the last day's rate
 * of spending. Test money runs out without harm, so in test mode there are none.
 */
export async function readLowWallets(pool: Pool, scope: Scope, mode: Mode): Promise<Runway[]> {
  if (mode === 'test') return [];
  const runsOut = 'w.available + w.credit_limit < s.spend';
  const { rows } = await pool.query<Runway>(
    `select w.account_id as "accountId", a.name, w.available,
       case when ${isLowSql} then w.low_balance end as threshold,
       case when ${runsOut} then (s.spend / 24)::bigint end as "anHour",
       case when ${runsOut} then
         floor(24 * greatest(0, w.available + w.credit_limit) / s.spend::numeric)::integer
       end as "hoursLeft"
     from wallets w
     join accounts a using (account_id)
     left join (
       select h.account_id, sum(h.charged) as spend
       from call_hours h
       join call_series x using (series_id)
       join call_facets f using (facet_id)
       where f.mode = 'live' and h.hour >= now() - interval '24 hours'
         and ($1::integer is null or h.account_id = $1)
       group by h.account_id
       having sum(h.charged) > 0
     ) s using (account_id)
     where w.mode = 'live' and ($1::integer is null or w.account_id = $1)
       and a.state = 'active' and (${runsOut} or ${isLowSql})
     order by "hoursLeft" nulls last, 1
     limit 5`,
    [accountOf(scope)],
  );
  return rows;
}

export interface DisabledEndpoint {
  endpointId: number;
  accountId: number;
  name: string;
  url: string;
  because: DisabledReason;
}

/** Endpoints that the platform disabled and no one has re-enabled or removed, latest first. */
export async function readDisabledEndpoints(
  pool: Pool,
  scope: Scope,
  mode: Mode,
): Promise<DisabledEndpoint[]> {
  const { rows } = await pool.query<DisabledEndpoint>(
    `select p.endpoint_id as "endpointId", p.account_id as "accountId", a.name, p.url,
       p.disabled_because as because
     from endpoints p
     join accounts a on a.account_id = p.account_id
     where ($1::integer is null or p.account_id = $1) and p.mode = $2
       and p.disabled_because is not null and not p.is_on and p.removed_at is null
     order by p.disabled_at desc
     limit 5`,
    [accountOf(scope), mode],
  );
  return rows;
}

export interface FailingEndpoint {
  endpointId: number;
  accountId: number;
  name: string;
  url: string;
  /** Attempts since it accepted anything. */
  failed: number;
  since: Date;
}

/** Endpoints that are on and have accepted nothing since an attempt failed, with the most failures first. */
export async function readFailingEndpoints(
  pool: Pool,
  scope: Scope,
  mode: Mode,
): Promise<FailingEndpoint[]> {
  const { rows } = await pool.query<FailingEndpoint>(
    `select p.endpoint_id as "endpointId", p.account_id as "accountId", a.name, p.url,
       f.failed::integer as failed, p.failing_since as since
     from endpoints p
     join accounts a on a.account_id = p.account_id
     cross join lateral (
       select coalesce(sum(s.failed), 0) as failed
       from endpoint_steps s
       where s.account_id = p.account_id and s.endpoint_id = p.endpoint_id
         and s.step >= events_step_of(p.failing_since)
     ) f
     where ($1::integer is null or p.account_id = $1) and p.mode = $2 and p.is_on
       and p.failing_since is not null and p.removed_at is null and p.url is not null
     order by f.failed desc, p.endpoint_id
     limit 5`,
    [accountOf(scope), mode],
  );
  return rows;
}

export interface AccountRevenue {
  accountId: number;
  name: string;
  calls: number;
  revenue: Money;
  /** The part of the revenue with an unknown cost, and the margin on the rest; null if no cost is known. */
  uncostedRevenue: Money;
  margin: Money | null;
}

/** The accounts with the most revenue in a period, by the counters of its figures; for operators only. */
export async function readAccounts(pool: Pool, mode: Mode, span: Span): Promise<AccountRevenue[]> {
  const grain = (await areQuartersWhole(pool, span.from)) ? 'quarter' : 'hour';
  const { from, to } = widened(span, grain);
  const { rows } = await pool.query<
    AccountRevenue & Pick<MarginSums, 'done' | 'uncosted' | 'cost'>
  >(
    `select h.account_id as "accountId", a.name, sum(h.calls)::integer as calls,
       sum(h.charged)::bigint as revenue,
       sum(h.uncosted_charged)::bigint as "uncostedRevenue", sum(h.cost)::bigint as cost,
       coalesce(sum(h.calls) filter (where f.state = 'done'), 0)::integer as done,
       sum(h.uncosted)::integer as uncosted
     from call_${grain}s h
     join call_series x using (series_id)
     join call_facets f using (facet_id)
     join accounts a on a.account_id = h.account_id
     where f.mode = $1 and h.${grain} >= $2 and h.${grain} < $3
     group by h.account_id, a.name
     having sum(h.calls) > 0
     order by revenue desc, 1
     limit 5`,
    [mode, from, to],
  );
  return rows.map(({ done, uncosted, cost, ...row }) => {
    const [spend, uncostedSpend] = [row.revenue, row.uncostedRevenue];
    const { margin } = marginOf({ done, uncosted, spend, uncostedSpend, cost });
    return { ...row, margin };
  });
}

/** The result of the last ledger proof, and the number of wallets. */
export async function readProof(pool: Pool): Promise<{
  endedAt: Date | null;
  failedAt: Date | null;
  failure: string | null;
  wallets: number;
}> {
  const { rows } = await pool.query(
    `select max(ended_at) as "endedAt", max(failed_at) as "failedAt",
       (array_agg(failure order by failed_at desc nulls last))[1] as failure,
       (select count(*)::integer from wallets) as wallets
     from job_runs
     where job in ('ledger audit', 'close days')`,
  );
  return rows[0];
}

export interface SetupProgress {
  account: string | null;
  accounts: number;
  key: string | null;
  templates: string[];
  hasCall: boolean;
  providers: string[];
}

/** How far the platform, or one account, is set up. */
export async function readSetupProgress(pool: Pool, scope: Scope): Promise<SetupProgress> {
  const { rows } = await pool.query<SetupProgress>(
    `select
       (
         select name from accounts
         where $1::integer is null or account_id = $1
         order by account_id limit 1
       ) as account,
       (select count(*)::integer from accounts) as accounts,
       (
         select format('cs_%s_…%s', mode, last_four) from keys
         where revoked_at is null and ($1::integer is null or account_id = $1)
         order by key_id limit 1
       ) as key,
       array(
         select distinct template_id from template_assignments
         where account_id is null or $1::integer is null or account_id = $1
         order by 1 limit 3
       ) as templates,
       exists (
         select from calls where $1::integer is null or account_id = $1
       ) as "hasCall",
       array(
         select p.provider_code
         from providers p
         where p.is_on and exists (
           select
           from routes r
           where r.providers @> jsonb_build_array(jsonb_build_object('code', p.provider_code))
         )
         order by 1 limit 3
       ) as providers`,
    [accountOf(scope)],
  );
  return rows[0] as SetupProgress;
}
