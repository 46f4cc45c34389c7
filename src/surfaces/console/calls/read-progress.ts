import type { Pool } from 'pg';
import { findRefused } from '../../../line/refused/queries.ts';
import { findCalls } from '../../../line/search/search-queries.ts';
import { digestOf } from '../kit/share-reads.ts';
import type { CallsProgress } from './calls-contract.ts';
import { type AskedCalls, wantsRefused } from './read-filter.ts';

/**
 * The state of a first page, without opening what is sealed: it changes when a call comes, and when one of those
 * shown changes. The newest call is named apart from the refused ones: somebody may wait for a first call.
 */
export async function readProgress(
  pool: Pool,
  { scope, mode, filter }: AskedCalls,
  limit: number,
): Promise<string> {
  const [{ calls }, refused] = await Promise.all([
    findCalls(pool, scope, mode, filter, { limit }),
    wantsRefused(filter) ? findRefused(pool, scope, mode, filter, { limit }) : [],
  ]);
  const progress: CallsProgress = {
    shown: digestOf([
      calls.map(({ callId, state, result, stage }) => [callId, state, result, stage]),
      refused.map(({ callId }) => callId),
    ]),
    latest: calls[0]?.callId ?? null,
  };
  return JSON.stringify(progress);
}
