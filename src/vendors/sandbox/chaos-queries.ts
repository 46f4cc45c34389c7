import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { type Chaos, noFaults } from './chaos.ts';

const columns = `delay_ms as "delayMs", fail, time_out as "timeOut", lose, duplicate, reorder`;

export async function readChaos(pool: Pool, accountId: number): Promise<Chaos> {
  const { rows } = await pool.query<Chaos>(
    `select ${columns} from sandbox_chaos where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? noFaults;
}

/** The accounts whose sandbox has chaos switches set, with their values. */
export async function listChaos(pool: Pool): Promise<Map<number, Chaos>> {
  const { rows } = await pool.query<Chaos & { accountId: number }>(
    `select account_id as "accountId", ${columns} from sandbox_chaos`,
  );
  return new Map(rows.map(({ accountId, ...chaos }) => [accountId, chaos]));
}

/** Sets all switches. An account with every switch at 0 has no row. */
export async function setChaos(change: Change, accountId: number, chaos: Chaos): Promise<void> {
  if (Object.values(chaos).every((value) => value === 0)) {
    await change.query('delete from sandbox_chaos where account_id = $1', [accountId]);
    return;
  }
  const { delayMs, fail, timeOut, lose, duplicate, reorder } = chaos;
  await change.query(
    `insert into sandbox_chaos (account_id, delay_ms, fail, time_out, lose, duplicate, reorder)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update
     set delay_ms = excluded.delay_ms, fail = excluded.fail, time_out = excluded.time_out,
       lose = excluded.lose, duplicate = excluded.duplicate, reorder = excluded.reorder`,
    [accountId, delayMs, fail, timeOut, lose, duplicate, reorder],
  );
}
