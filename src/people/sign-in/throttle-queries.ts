import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { TryCount } from './throttle.ts';

/** How many seconds lie between two tries: five after the free ones, and twice as many each time. */
const wait = 'least($3, 5 * power(2, least(t.tries - $2, 20)))';

/** After a day without a try, a count begins anew. */
const forgetAfter = `interval '1 day'`;

/**
 * Counts a try before it is known whether it is right, so that many at once are no way round the wait.
 * A try that must wait is refused and counts for nothing: it does not make the wait longer.
 */
export async function countTry(pool: Pool, counts: readonly TryCount[]): Promise<void> {
  for (const [at, { key, free, longestSeconds }] of counts.entries()) {
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
    await giveBack(pool, counts.slice(0, at));
    const retryAfter = String(Math.max(1, rows[0]?.waitSeconds ?? 1));
    fail('too_many_tries', { headers: { 'retry-after': retryAfter } });
  }
}

/** Takes a try back that was right, or that was not made: of what others at the address did, nothing. */
export async function giveBack(pool: Pool, counts: readonly TryCount[]): Promise<void> {
  for (const { key } of counts) {
    await pool.query(`update sign_in_tries set tries = greatest(0, tries - 1) where try_key = $1`, [
      key,
    ]);
  }
}

/** Forgets the tries of whoever was right in the end. */
export async function forgetTries(pool: Pool, { key }: TryCount): Promise<void> {
  await pool.query('delete from sign_in_tries where try_key = $1', [key]);
}

export async function pruneTries(pool: Pool): Promise<void> {
  await pool.query(`delete from sign_in_tries where last_at < now() - ${forgetAfter}`);
}
