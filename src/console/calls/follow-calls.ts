import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPlaces } from '../../create-places.ts';
import { findCalls } from '../../search/search-queries.ts';
import type { AskedCalls } from './read-filter.ts';

const everyMs = 2_000;
const longestMs = 10 * 60_000;
const mostCounted = 100;

/** How many may follow the calls of one account at once, or of all of them (0). */
const following = createPlaces(20);

/**
 * Says how many calls there are after one, whenever there are more: the list itself is asked for anew by
 * whoever wants to see them. It ends by itself after a while, and the browser comes again. Without room for
 * one more it ends at once, and the screen asks now and then. The place is taken when somebody begins to
 * read, since a stream that nobody reads never comes to the end where it is given back.
 */
export async function* followCalls(
  pool: Pool,
  { scope, mode, filter }: AskedCalls,
  { after, accountId }: { after: string | undefined; accountId: number },
  signal: AbortSignal,
): AsyncGenerator<string> {
  if (!following.take(accountId)) return;
  try {
    yield 'retry: 2000\n\n';
    let told = 0;
    const since = performance.now();
    while (!signal.aborted && performance.now() - since < longestMs) {
      const page = after === undefined ? {} : { after };
      const found = await findCalls(pool, scope, mode, filter, { limit: mostCounted, ...page });
      const { length } = found.calls;
      const latest = found.calls[0]?.callId;
      // A word now and then tells both sides that the other is still there.
      yield length === told ? ': \n\n' : `data: ${JSON.stringify({ count: length, latest })}\n\n`;
      told = length;
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    following.leave(accountId);
  }
}
