import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSlots } from '../../../foundation/slots.ts';
import type { StreamReply } from './console-route.ts';

const usualMs = 1_000;
const heartbeatMs = 15_000;
/** A stream ends after this time. The browser reconnects by itself, and is rejected if access was revoked. */
const longestMs = 5 * 60_000;
/** The maximum number of open streams per person. */
const watching = createSlots(10);

/**
 * Notifies a page by server-sent events when what it shows has changed. It polls and compares states instead
 * of listening for notifications, so it sees changes by any process and misses none. If a person has too many
 * pages open, the stream ends at once and the page polls instead. The slot is taken when reading begins,
 * because a stream that is never read never ends and would never release it.
 */
export function watchChanges(
  personId: number,
  signal: AbortSignal,
  readState: () => Promise<string>,
  everyMs = usualMs,
): StreamReply {
  return {
    type: 'text/event-stream; charset=utf-8',
    body: Readable.from(streamChanges(personId, signal, readState, everyMs)),
  };
}

async function* streamChanges(
  personId: number,
  signal: AbortSignal,
  readState: () => Promise<string>,
  everyMs: number,
): AsyncGenerator<string> {
  const leave = watching.take(personId);
  if (!leave) return;
  try {
    yield 'retry: 2000\n\n';
    const endsAt = performance.now() + longestMs;
    let sent: string | undefined;
    let sentAt = performance.now();
    while (!signal.aborted && performance.now() < endsAt) {
      const state = await readState();
      if (state !== sent) {
        yield `data: ${state}\n\n`;
        [sent, sentAt] = [state, performance.now()];
      } else if (performance.now() - sentAt > heartbeatMs) {
        yield ':\n\n';
        sentAt = performance.now();
      }
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    leave();
  }
}
