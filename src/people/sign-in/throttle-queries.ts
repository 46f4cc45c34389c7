import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { TryCount } from './throttle.ts';

/** The seconds to wait between attempts: five after the free ones, doubling each time. */
const wait = 'least($3, 5 * power(2, least(t.tries - $2, 20)))';

/** The count resets after a day without an attempt. */
const forgetAfter = `interval '1 day'`;

/**
 * Counts an attempt before verifying it, so that parallel attempts cannot bypass the wait. An attempt made too
 * early is rejected and not counted, so it does not extend the wait. The widest count, that of the network,
 * comes first: a network that must wait leaves no row for each e-mail address that it tries.
 */
export async function countTry(pool: Pool, counts: readonly TryCount[]): Promise<void> {
  const widestFirst = counts.toReversed();
  for (const [at, { key, free, longestSeconds }] of widestFirst.entries()) {
    const { rows } = await pool.query<{ isTaken: boolean; waitSeconds: number }>(
      `with taken as (
         insert into sign_in_tries as t (try_key, tries, last_at)
         values ($1, 1, now())
         on conflict (try_key) do update
         set tries = case when t.last_at < now() - ${forgetAfter} then 1 else t.tries + 1 end,
           last_at = now()
         where t.tries < $2
           or t.last_at < now() - ${forgetAfter}
           or t.last_at + ${wait} * interval '1 second' <= now()
         returning 1
       )
       select exists (select from taken) as "isTaken",
         coalesce(
           (
             select ceil(${wait} - extract(epoch from now() - t.last_at))::integer
             from sign_in_tries t
             where t.try_key = $1
           ),
           1
         ) as "waitSeconds"`,
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
  await pool.query(`delete from sign_in_tries where last_at < now() - ${forgetAfter}`);
}
