import type { Pool } from 'pg';
import type { Product } from '../../foundation/contract/products.ts';
import { listPartitioned } from '../../foundation/db/partition-queries.ts';
import { isOwnProduct } from '../../foundation/db/product-queries.ts';
import type { harmTexts } from './report-texts.ts';

interface DatabaseFacts {
  version: string;
  fsync: string;
  commit: string;
  migrations: number;
  /** A command runs only on a database that has been migrated. */
  lastMigration: string;
  sizeBytes: bigint;
}

export async function readDatabaseFacts(pool: Pool): Promise<DatabaseFacts> {
  const { rows } = await pool.query<DatabaseFacts>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, m.count as migrations,
       m.last as "lastMigration",
       (
         select sum(pg_total_relation_size(db_shard_of(c.oid)))::bigint
         from pg_class c
         where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
       ) as "sizeBytes"
     from (select count(*)::integer as count, max(name) as last from schema_migrations) m`,
  );
  return rows[0] as DatabaseFacts;
}

/** A database setting that harms this installation, and why. */
interface HarmfulSetting {
  name: string;
  value: string;
  harm: keyof typeof harmTexts;
}

/**
 * Harmful settings of the server, the database or the role. Settings that we override on our own connections,
 * such as `jit`, are skipped.
 */
export async function readHarmfulSettings(pool: Pool): Promise<HarmfulSetting[]> {
  const { rows } = await pool.query<HarmfulSetting>(
    `select s.name, current_setting(s.name) as value, s.harm
     from (
       values
         ('autovacuum', 'off', 'no_autovacuum'),
         ('default_transaction_isolation', 'repeatable read', 'strict_isolation'),
         ('default_transaction_isolation', 'serializable', 'strict_isolation'),
         ('default_transaction_read_only', 'on', 'read_only'),
         ('log_statement', 'all', 'logged_statements'),
         ('log_statement', 'mod', 'logged_statements'),
         ('track_counts', 'off', 'no_counts'),
         ('enable_indexscan', 'off', 'full_scans'),
         ('enable_nestloop', 'off', 'full_scans')
     ) s (name, value, harm)
     where current_setting(s.name) = s.value
     union all
     select 'log_min_duration_statement', current_setting('log_min_duration_statement'),
       'logged_parameters'
     where current_setting('log_min_duration_statement') <> '-1'
       and current_setting('log_parameter_max_length') <> '0'
     union all
     select 'max_connections', current_setting('max_connections'), 'few_connections'
     where current_setting('max_connections')::integer < 9 + 21 * greatest(
       1,
       (
         -- The servers of every installation that shares these connections.
         select count(*) from pg_stat_activity
         where application_name like 'countersign listen %'
       )
     )
     union all
     select 'idle_session_timeout', current_setting('idle_session_timeout'),
       'idle_timeout'
     where current_setting('idle_session_timeout') <> '0'
     order by 1`,
  );
  return rows;
}

/** Settings by which a failover to another server would lose commits that were acknowledged. */
export async function readUnsafeCommits(pool: Pool): Promise<HarmfulSetting[]> {
  const { rows } = await pool.query<HarmfulSetting>(
    `select 'synchronous_commit' as name, current_setting('synchronous_commit') as value,
       'acknowledged_early' as harm
     where current_setting('synchronous_commit') not in ('on', 'remote_apply')
     union all
     select 'synchronous_standby_names', $$''$$, 'no_standby'
     where current_setting('synchronous_standby_names') = ''`,
  );
  return rows;
}

/**
 * The time-partitioned tables that lack a partition for next month, and those that have used the spare one.
 */
export async function readPartitionFacts(pool: Pool) {
  const { rows } = await pool.query<{ name: string; isMissing: boolean; isSpareUsed: boolean }>(
    `select t.name,
       to_regclass(
         t.name || to_char((now() at time zone 'UTC') + interval '1 month', '_YYYYMM')
       ) is null as "isMissing",
       pg_relation_size(to_regclass(t.name || '_other')) > 0 as "isSpareUsed"
     from unnest($1::text[]) t (name)
     order by 1`,
    [await listPartitioned(pool)],
  );
  return {
    missing: rows.filter(({ isMissing }) => isMissing).map(({ name }) => name),
    spare: rows.filter(({ isSpareUsed }) => isSpareUsed).map(({ name }) => name),
  };
}

interface UnresolvedFacts {
  count: number;
  oldest: Date | null;
  /** The search for abandoned calls has reached a time in the future. */
  isSearchAhead: boolean;
  /** Calls of the last days that are held for an hour without being in the queue. */
  forgotten: number;
}

/** How many calls have no outcome yet, and when the oldest of them was made. */
export async function readUnresolvedFacts(pool: Pool) {
  const { rows } = await pool.query<UnresolvedFacts>(
    `select count(*)::integer as count, min(c.held_at) as oldest,
       (select swept_until > now() from call_sweep) as "isSearchAhead",
       (
         select count(*)::integer
         from calls f
         where f.held_at > now() - interval '7 days' and f.held_at < now() - interval '1 hour'
           and f.state in ('held', 'unknown')
           and not exists (
             select from unresolved_calls q where q.account_id = f.account_id and q.call_id = f.call_id
           )
       ) as forgotten
     from unresolved_calls u
     join calls c on c.account_id = u.account_id and c.call_id = u.call_id`,
  );
  return rows[0] as UnresolvedFacts;
}

/** The accounts and products that active live keys may use, as `account_id` and `product`. */
const liveUses = `
  select distinct k.account_id, d.product
  from keys k
  join accounts a on a.account_id = k.account_id
  join products d on d.product = any (k.scopes)
  where ${isOwnProduct('d.product')} and k.mode = 'live' and k.revoked_at is null and a.state = 'active'
    and (k.expires_at is null or k.expires_at > now()) and d.is_on`;

/** An account and a product that one of its live keys may use. */
export interface LiveUse {
  accountId: number;
  product: Product;
}

export async function listLiveUses(pool: Pool): Promise<LiveUse[]> {
  const { rows } = await pool.query<LiveUse>(
    `select u.account_id as "accountId", u.product from (${liveUses}) u order by 1, 2`,
  );
  return rows;
}

/** Accounts with a live key for a product that no provider serves, or only the sandbox. */
export interface Unserved {
  product: Product;
  isSandbox: boolean;
  accounts: number;
  /** A key may do everything by default: a product without any route is one that is not sold. */
  isFault: boolean;
}

/** Of one account, or of all: there may be many, each with a route of its own. */
export async function listUnserved(
  pool: Pool,
  accountId: number | null = null,
): Promise<Unserved[]> {
  const { rows } = await pool.query<Unserved>(
    `select w.product, w.is_sandbox as "isSandbox", count(*)::integer as accounts,
       not exists (select from routes)
         or exists (select from routes r where r.product = w.product) as "isFault"
     from (
       select u.product, u.account_id,
         coalesce(bool_or(s.stop ->> 'code' = 'sandbox'), false) as is_sandbox,
         coalesce(bool_or(p.is_on), false) as is_served
       from (${liveUses}) u
       -- The route that a number of no particular region takes.
       left join lateral (
         select r.providers
         from routes r
         where r.product = u.product and (r.account_id is null or r.account_id = u.account_id)
         order by r.account_id nulls last, r.region nulls first
         limit 1
       ) r on true
       left join lateral jsonb_array_elements(r.providers) s (stop) on true
       left join providers p on p.provider_code = s.stop ->> 'code'
       where $1::integer is null or u.account_id = $1
       group by u.product, u.account_id
     ) w
     where not w.is_served
     group by w.product, w.is_sandbox
     order by 1, 2`,
    [accountId],
  );
  return rows;
}

interface MailFacts {
  sent: number;
  waiting: number;
  oldest: Date | null;
  /** A mail has waited for longer than a bad night of a mail server. */
  isLate: boolean;
  fault: string | null;
}

/** The mails to customers of the last week: those that were sent, that wait, and that were given up. */
export async function readMailFacts(pool: Pool) {
  const { rows } = await pool.query<MailFacts>(
    `select count(*) filter (where state = 'sent')::integer as sent,
       count(*) filter (where state = 'waiting')::integer as waiting,
       min(queued_at) filter (where state = 'waiting') as oldest,
       coalesce(min(queued_at) filter (where state = 'waiting') < now() - interval '12 hours', false)
         as "isLate",
       max(fault) filter (where state = 'waiting') as fault
     from mails
     where state = 'waiting' or ended_at > now() - interval '7 days'`,
  );
  const given = await pool.query<{ account: number; count: number; fault: string }>(
    `select account_id as account, count(*)::integer as count, coalesce(max(fault), '-') as fault
     from mails
     where state = 'given_up' and ended_at > now() - interval '7 days'
     group by account_id
     order by account_id
     limit 20`,
  );
  return { ...(rows[0] as MailFacts), givenUp: given.rows };
}
