import type { Pool } from 'pg';
import type { Device } from '../../vendors/providers/provider.ts';
import type { CheckKey, Now } from './queries.ts';

/**
 * A browser that has the page open, as reported by the page's script. Link previews and other fetches
 * run no script and do not count.
 */
interface Visit {
  visitor: Buffer;
  device: Device;
}

/** Records the first browser, and when a phone joined after it. Later visits change nothing. */
export async function noteVisit(
  pool: Pool,
  { accountId, checkId }: CheckKey,
  { visitor, device }: Visit,
  now: Now,
): Promise<void> {
  await pool.query({
    name: 'note_visit',
    text: `
      update checks c
      set begun_by = coalesce(c.begun_by, $4), begun_on = coalesce(c.begun_on, $5),
        joined_at = case when c.begun_by <> $4 then t.now end
      from (select db_time_or_now($1) as now) t
      where c.account_id = $2 and c.check_id = $3 and c.status = 0 and c.joined_at is null
        and (c.begun_by is null or (c.begun_by <> $4 and $5 <> 'desktop'))`,
    values: [now, accountId, checkId, visitor, device],
  });
}
