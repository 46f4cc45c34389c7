import type { Pool } from 'pg';
import { plainArray } from '../db/array-literal.ts';
import type { Receipt } from '../providers/provider.ts';
import { readReference } from '../providers/reference.ts';

/** Keeps what receipts say of messages. A reference that is none of ours moves nothing. */
export async function applyReceipts(pool: Pool, receipts: readonly Receipt[]): Promise<void> {
  const calls = receipts.map(({ reference }) => readReference(reference));
  await pool.query({
    name: 'apply_receipts',
    text: 'select messages_apply_receipts($1, $2, $3, $4)',
    values: [
      plainArray(calls.map((call) => call?.accountId ?? null)),
      plainArray(calls.map((call) => call?.callId ?? null)),
      plainArray(receipts.map(({ state }) => state)),
      plainArray(receipts.map(({ at }) => at.getTime())),
    ],
  });
}

/**
 * Ends the wait for receipts that never come: after the given hours the state is unknown for good.
 * Only the week just past that age is looked at; the job runs every hour, so nothing older is left.
 */
export async function endSilentMessages(
  pool: Pool,
  now: Date | null,
  hours: number,
): Promise<number> {
  const { rowCount } = await pool.query(
    // The bounds are expressions and no join, which an index can be asked by.
    `update calls
     set message_state = 'unknown', finished_at = coalesce($1, now())
     where held_at < coalesce($1, now()) - make_interval(hours => $2)
       and held_at >= coalesce($1, now()) - make_interval(hours => $2) - interval '7 days'
       and message_state in ('accepted', 'sent') and state = 'done'`,
    [now, hours],
  );
  return rowCount ?? 0;
}
