import type { Pool } from 'pg';
import { plainArray } from '../db/array-literal.ts';
import type { Receipt } from '../providers/provider.ts';
import { readReference } from '../providers/reference.ts';

/** Keeps what receipts say of messages. A reference that is none of ours moves nothing. */
export async function applyReceipts(pool: Pool, receipts: readonly Receipt[]): Promise<void> {
  const calls = receipts.map(({ reference = '' }) => readReference(reference));
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

/** Ends the wait for receipts that never come, and says how many; see end-silent.sql. */
export async function endSilentMessages(
  pool: Pool,
  now: Date | null,
  hours: number,
  signal?: AbortSignal,
): Promise<number> {
  let ended = 0;
  for (let isBehind = true; isBehind && !signal?.aborted; ) {
    const { rows } = await pool.query<{ ended: number; isBehind: boolean }>(
      `select ended, is_behind as "isBehind" from messages_end_silent($1, make_interval(hours => $2))`,
      [now, hours],
    );
    ended += rows[0]?.ended ?? 0;
    isBehind = rows[0]?.isBehind ?? false;
  }
  return ended;
}
