import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSlots } from '../../../foundation/slots.ts';
import type { ConsoleContext, StreamReply } from './console-route.ts';
import { shareRead } from './share-reads.ts';

const usualMs = 1_000;
const heartbeatMs = 15_000;
/** A stream ends after this time, and the browser reconnects by itself. */
const longestMs = 5 * 60_000;
/** Who watches, and whether they still may. */
type Watcher = Pick<ConsoleContext, 'isStillAllowed'> & {
  pool: object;
  person: Pick<ConsoleContext['person'], 'personId'>;
};

/** What a page shows, as a short text that changes with it. */
interface Watched {
  /** Names all that the state depends on: pages with the same key share its reads. */
  key: string;
  readState(): Promise<string>;
  everyMs?: number;
}

/** The maximum number of open streams per person. */
const watching = createSlots(10);

/**
 * Notifies a page by server-sent events when what it shows has changed. It polls and compares states instead
 * of listening for notifications, so it sees changes by any process and misses none: a page that reconnects gets
 * the state first. All streams poll at the same moments and share what they read, so the number of queries does
 * not grow with the events, nor with the pages that show the same. If a person has too many pages open, the stream
 * ends at once and the page polls instead. The slot is taken when reading begins, because a stream that is never
 * read never ends and would never release it. The right is read again before each state, so that a stream ends
 * with it and tells nothing more.
 */
export function watchChanges(watcher: Watcher, signal: AbortSignal, watched: Watched): StreamReply {
  return {
    type: 'text/event-stream; charset=utf-8',
    body: Readable.from(streamChanges(watcher, signal, watched)),
  };
}

async function* streamChanges(
  { pool, person: { personId }, isStillAllowed }: Watcher,
  signal: AbortSignal,
  { key, readState, everyMs = usualMs }: Watched,
): AsyncGenerator<string> {
  const leave = watching.take(personId);
  if (!leave) return;
  try {
    yield 'retry: 2000\n\n';
    const endsAt = performance.now() + longestMs;
    let sent: string | undefined;
    let sentAt = performance.now();
    while (!signal.aborted && performance.now() < endsAt) {
      if (!(await isStillAllowed())) return;
      const state = await shareRead(pool, key, everyMs / 2, readState);
      if (state !== sent) {
        yield `data: ${state}\n\n`;
        [sent, sentAt] = [state, performance.now()];
      } else if (performance.now() - sentAt > heartbeatMs) {
        yield ':\n\n';
        sentAt = performance.now();
      }
      await sleep(untilNext(everyMs), undefined, { signal }).catch(() => {});
    }
  } finally {
    leave();
  }
}

/** Streams wake together, so that one read answers all of them. */
const untilNext = (everyMs: number) => everyMs - (performance.now() % everyMs);
