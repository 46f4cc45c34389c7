import type { Pool } from 'pg';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { idAt, neighbourOf, timeOf } from './id-bounds.ts';
import type { CallFilter } from './search-filter.ts';
import { type FoundCall, findCalls, leastIdOf } from './search-queries.ts';

const firstSpanMs = 60_000;
const maxGrowth = 8;
/** How full a page should be: a span with more calls than fit was read in vain. */
const fullness = 0.8;

/**
 * Reads all matches page by page, from newest to oldest, each page by a statement of its own. A search without a
 * lower bound reads a page of every facet to merge one. So each page is bounded to a span of time that should
 * just fill it, as the one before did. An export that was cut off goes on before its last call.
 */
export async function* exportCalls(
  pool: Pool,
  scope: Scope,
  mode: Mode,
  filter: CallFilter,
  { limit = 5_000, before: begun }: { limit?: number; before?: string | undefined } = {},
): AsyncGenerator<FoundCall[]> {
  const leastId = leastIdOf(filter);
  let spanMs = firstSpanMs;
  let before = begun;
  let endMs = before === undefined ? (filter.to?.getTime() ?? Date.now()) : timeOf(before);
  for (;;) {
    const downTo = idAt(endMs - spanMs);
    const page = { limit, downTo, ...(before === undefined ? {} : { before }) };
    const { calls, hasMore } = await findCalls(pool, scope, mode, filter, page);
    if (calls.length > 0) yield calls;
    if (!hasMore && downTo <= leastId) return;
    const [newest, oldest] = [calls[0], calls.at(-1)];
    if (hasMore && newest && oldest) {
      before = oldest.callId;
      spanMs = nextSpan(timeOf(newest.callId) - timeOf(before), calls.length, limit);
    } else {
      // Bounds are exclusive: the next span includes the id at which this one ended.
      before = neighbourOf(downTo, 1n);
      spanMs = nextSpan(spanMs, calls.length, limit);
    }
    endMs = timeOf(before);
  }
}

/** The span that should fill a page, if calls are as frequent as in the span just read. */
function nextSpan(readMs: number, calls: number, limit: number): number {
  const wanted = (fullness * limit) / Math.max(1, calls);
  return Math.max(1, Math.round(readMs * Math.min(maxGrowth, wanted)));
}
