import type { Pool } from 'pg';
import type { CallColumns } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** Copies changed calls and returns how many changes it took; 0 also while another process is copying. */
export async function projectSome(
  client: Queryable,
  maxNotes: number,
  restMs: number,
): Promise<number> {
  const { rows } = await client.query<{ notes: number }>({
    name: 'project_calls',
    text: 'select search_project($1, make_interval(secs => $2 / 1000.0)) as notes',
    values: [maxNotes, restMs],
  });
  return rows[0]?.notes ?? 0;
}

/** The database's time, with all its digits. */
export async function readNow(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now');
  return rows[0]?.now as string;
}

/** Whether changes of calls that were made until a time are not copied yet. Postponed ones are of later. */
export async function hasChangesUntil(pool: Pool, until: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from call_changes where made_at <= $1 limit 1', [
    until,
  ]);
  return rowCount === 1;
}

/** Postpones the next change. */
export async function postponeChange(client: Queryable, restMs: number): Promise<void> {
  await client.query('select events_put_off_change(make_interval(secs => $1 / 1000.0))', [restMs]);
}

/** The number of changes that were postponed because they could not be copied. */
export async function countPostponedChanges(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer from call_changes where made_at > clock_timestamp() + interval '1 second'`,
  );
  return rows[0]?.count ?? 0;
}

const quarterDays = 15;

/**
 * Deletes the quarters of earlier days. Calls of before are no longer counted by the quarter from then on; a copy
 * under way may still leave some, which go the next time.
 */
export async function pruneQuarters(pool: Pool, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await pool.query(
    `with kept as (
       update quarters_since
       set since = greatest(since, date_bin('15 minutes', now() - make_interval(days => $1), 'epoch'))
       where since is not null
       returning since
     ), gone as (
       delete from call_quarters q using kept k where q.quarter < k.since
     )
     delete from platform_quarters q using kept k where q.quarter < k.since`,
    [quarterDays],
  );
}

/** Keeps calls from being copied until the transaction ends: a copy under way would bring erased numbers back. */
export async function pauseProjection(client: Queryable): Promise<void> {
  await client.query(`select from exclusive_work where name = 'search' for update`);
}

/** Deletes the entries by which calls are found by a number. Returns how many there were. */
export async function eraseNumbers(
  client: Queryable,
  numberHash: Buffer,
  callIds: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `delete from call_numbers n
     using unnest($2::uuid[]) as i (call_id)
     where uuid_day(n.call_id) = uuid_day(i.call_id) and n.number_hash = $1
       and n.call_id = i.call_id`,
    [numberHash, callIds],
  );
  return rowCount ?? 0;
}

/** Deletes the entries by which calls are found by their own numbers. */
export async function eraseNumbersOf(client: Queryable, calls: CallColumns): Promise<void> {
  await client.query(
    `delete from call_numbers n
     using unnest($1::integer[], $2::uuid[]) as i (account_id, call_id)
     join calls c on c.account_id = i.account_id and c.call_id = i.call_id
     where uuid_day(n.call_id) = uuid_day(i.call_id) and n.number_hash = c.number_hash
       and n.call_id = i.call_id`,
    [calls.accountIds, calls.callIds],
  );
}
