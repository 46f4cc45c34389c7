import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';

const pauseMs = 250;

/**
 * Listens on a channel for as long as the process lives. The connection is its own and is made again
 * when it is lost; `onState` says whether words can be heard, because whoever caches must stop
 * trusting what it has while they cannot.
 */
export function listen(options: {
  target: string;
  channel: string;
  onWord(payload: string): void;
  onState(isListening: boolean): void;
  log: Log;
}): { ready: Promise<void>; close(): Promise<void> } {
  let client: pg.Client | undefined;
  let isClosed = false;
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  /** One connection at a time: the next is made only after the last has ended, or failed to begin. */
  async function keepListening(): Promise<void> {
    while (!isClosed) {
      const next = new pg.Client({
        connectionString: options.target,
        application_name: `countersign listen ${options.channel}`,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
      });
      const ended = new Promise((resolve) => next.once('end', resolve));
      next.on('error', () => {});
      next.on('notification', ({ payload }) => options.onWord(payload ?? ''));
      try {
        await next.connect();
        client = next;
        if (isClosed) await next.end();
        await next.query(`listen ${options.channel}`);
        options.onState(true);
        becomeReady();
        await ended;
      } catch (error) {
        options.log.warn({ fault: (error as Error).name }, 'cannot listen to the database yet');
        await next.end().catch(() => {});
      }
      options.onState(false);
      if (!isClosed) await sleep(pauseMs);
    }
  }

  void keepListening();
  return {
    ready,
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
    },
  };
}
