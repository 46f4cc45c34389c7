import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPlaces } from '../../../foundation/create-places.ts';
import type { StreamReply } from './console-route.ts';

const usualMs = 1_000;
const heartbeatMs = 15_000;
/** A browser comes again by itself; whoever may no longer look is turned away then. */
const longestMs = 5 * 60_000;
/** How many pages of one person may watch at once. */
const watching = createPlaces(10);

/**
 * Tells a page, by server-sent events, whenever what it shows has changed. It compares states instead of
 * waiting for words, so that it finds what any process changed and misses nothing. Somebody who has too
 * many pages open sees the end of the stream, and their page asks now and then instead. The place is taken
 * when somebody begins to read, since a stream that nobody reads never comes to the end where it is given back.
 */
export function watchChanges(
  personId: number,
  signal: AbortSignal,
  readState: () => Promise<string>,
  everyMs = usualMs,
): StreamReply {
  return {
    type: 'text/event-stream; charset=utf-8',
    body: Readable.from(tell(personId, signal, readState, everyMs)),
  };
}

async function* tell(
  personId: number,
  signal: AbortSignal,
  readState: () => Promise<string>,
  everyMs: number,
): AsyncGenerator<string> {
  if (!watching.take(personId)) return;
  try {
    yield 'retry: 2000\n\n';
    const endsAt = performance.now() + longestMs;
    let told: string | undefined;
    let toldAt = performance.now();
    while (!signal.aborted && performance.now() < endsAt) {
      const state = await readState();
      if (state !== told) {
        yield `data: ${state}\n\n`;
        [told, toldAt] = [state, performance.now()];
      } else if (performance.now() - toldAt > heartbeatMs) {
        yield ':\n\n';
        toldAt = performance.now();
      }
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    watching.leave(personId);
  }
}
