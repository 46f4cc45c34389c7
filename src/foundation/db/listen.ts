import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './connect.ts';
import { faultOf } from './faults.ts';
import type { Log } from './log.ts';

const pauseMs = 250;
const heartbeatMs = 5_000;
const silenceMs = 3_000;

/**
 * Listens on a channel for as long as the process lives. The connection is its own and is made again
 * when it is lost; `onState` says whether words can be heard, because whoever caches must stop
 * trusting what it has while they cannot. Whether they can is asked every few seconds: a connection can
 * go silent without an end.
 */
export function listen(options: {
  target: string;
  channel: string;
  onWord(payload: string): void;
  onState(isListening: boolean): void;
  log: Log;
}): { ready: Promise<void>; close(): Promise<void> } {
  const closed = new AbortController();
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  /** One connection at a time: the next is made only after the last has ended, or failed to begin. */
  async function keepListening(): Promise<void> {
    while (!closed.signal.aborted) {
      const client = createClient(options.target, `countersign listen ${options.channel}`);
      const ended = new Promise((resolve) => client.once('end', resolve));
      client.on('error', () => {});
      client.on('notification', ({ payload }) => options.onWord(payload ?? ''));
      try {
        await client.connect();
        await ask(client, `listen ${options.channel}`);
        options.onState(true);
        becomeReady();
        await untilSilent(client, ended, closed.signal);
      } catch (error) {
        options.log.warn({ fault: faultOf(error) }, 'cannot listen to the database yet');
      }
      options.onState(false);
      void client.end().catch(() => {});
      await sleep(pauseMs, undefined, { signal: closed.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    ready,
    async close() {
      closed.abort();
      await listening;
    },
  };
}

/** Waits until the connection ends or we do; throws when it no longer answers. */
async function untilSilent(client: pg.Client, ended: Promise<unknown>, closed: AbortSignal) {
  let isEnded = false;
  const end = ended.then(() => {
    isEnded = true;
  });
  while (!isEnded && !closed.aborted) {
    await Promise.race([end, sleep(heartbeatMs, undefined, { signal: closed }).catch(() => {})]);
    if (!isEnded && !closed.aborted) await ask(client, 'select 1');
  }
}

function ask(client: pg.Client, text: string): Promise<unknown> {
  return client.query({ text, query_timeout: silenceMs } as pg.QueryConfig);
}
