import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { TryCount } from './throttle.ts';

/**
 * Counts an attempt before verifying it, so that parallel attempts cannot bypass the wait. An attempt made too
 * early is rejected and not counted, so it does not extend the wait. The widest count, that of the network,
 * comes first: a network that must wait leaves no row for each e-mail address that it tries.
 */
export async function countTry(pool: Pool, counts: readonly TryCount[]): Promise<void> {
  const widestFirst = counts.toReversed();
  for (const [at, { key, free, longestSeconds }] of widestFirst.entries()) {
    const { rows } = await pool.query<{ isTaken: boolean; waitSeconds: number }>(
      `select is_taken as "isTaken", wait_seconds as "waitSeconds"
       from sign_in_count_try($1, $2, $3)`,
      [key, free, longestSeconds],
    );
    if (rows[0]?.isTaken) continue;
    await uncountTries(pool, widestFirst.slice(0, at));
    const retryAfter = String(Math.max(1, rows[0]?.waitSeconds ?? 1));
    fail('too_many_tries', { headers: { 'retry-after': retryAfter } });
  }
}

/**
 * Uncounts one attempt that succeeded or was never made. Attempts by others at the same address still count.
 */
export async function uncountTries(pool: Pool, counts: readonly TryCount[]): Promise<void> {
  for (const { key } of counts) {
    const { rowCount } = await pool.query(
      'update sign_in_tries set tries = tries - 1 where try_key = $1 and tries > 1',
      [key],
    );
    if (rowCount === 0) {
      await pool.query('delete from sign_in_tries where try_key = $1 and tries <= 1', [key]);
    }
  }
}

/** Clears the count after a success. */
export async function forgetTries(pool: Pool, { key }: TryCount): Promise<void> {
  await pool.query('delete from sign_in_tries where try_key = $1', [key]);
}

export async function pruneTries(pool: Pool): Promise<void> {
  await pool.query(`delete from sign_in_tries where last_at < now() - interval '1 day'`);
}
