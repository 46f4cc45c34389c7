import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** A lock that keeps others from writing a table. */
export interface HeldLock {
  table: string;
  mode: string;
  fromMs: number;
  toMs: number;
}

/** Watches every few milliseconds. Tables that are new are not reported: no server writes them yet. */
export async function watchLocks(
  pool: Pool,
  work: () => Promise<unknown>,
): Promise<{ locks: HeldLock[]; tookMs: number }> {
  const { rows: known } = await pool.query<{ oid: number }>('select oid from pg_class');
  const tables = new Set(known.map(({ oid }) => oid));
  const locks = new Map<string, HeldLock>();
  const startedMs = performance.now();
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  // A failure is thrown below; until then it must not end the process.
  done.catch(() => {});
  while (!isOver) {
    const { rows } = await pool.query<{ oid: number; table: string; mode: string }>(writeLocks);
    const nowMs = performance.now() - startedMs;
    for (const { table, mode } of rows.filter(({ oid }) => tables.has(oid))) {
      const lock = locks.get(`${table} ${mode}`) ?? { table, mode, fromMs: nowMs, toMs: nowMs };
      locks.set(`${table} ${mode}`, { ...lock, toMs: nowMs });
    }
    await sleep(2);
  }
  await done;
  return { locks: [...locks.values()], tookMs: performance.now() - startedMs };
}

const writeLocks = `
  select l.relation::integer as oid, c.relname as "table", l.mode
  from pg_locks l
  join pg_stat_activity a on a.pid = l.pid and a.application_name = 'bench upgrade'
  join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p')
    and c.relnamespace = current_schema()::regnamespace
  where l.granted
    and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
