import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hasCitus, requireHolder, WrongNode } from './citus-node.ts';
import { createClient } from './connect.ts';
import { faultOf } from './faults.ts';
import type { OutageLog } from './outage-log.ts';
import type { Queryable } from './queryable.ts';
import { channelOf, listenerName } from './server-queries.ts';

const pauseMs = 250;
const heartbeatMs = 5_000;
const silenceMs = 3_000;

interface Listener {
  ready: Promise<void>;
  /** The backend of its connection; undefined while it has none. */
  backendPid(): number | undefined;
  close(): Promise<void>;
}

/**
 * Listens for changes of this installation for the lifetime of the process, on its own connection, and reconnects
 * when it is lost.
 * `onState` reports whether notifications arrive, because a cache must not be trusted while they do not. The
 * connection is probed every few seconds: it can go silent without closing. So it is also where the log learns
 * that the database is away, and that it is back. `onMoved` reports that another node of Citus holds the schema
 * now: sessions on the one before would work, and change it without an actor and unheard.
 */
export function listen(options: {
  target: string;
  onWord(payload: string): void;
  onState(isListening: boolean): void;
  onMoved?(): void;
  log: OutageLog;
}): Listener {
  const closed = new AbortController();
  let backendPid: number | undefined;
  let lastNode: string | undefined;
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  /** One connection at a time: reconnects only after the last one has ended or failed to connect. */
  async function keepListening(): Promise<void> {
    while (!closed.signal.aborted) {
      const client = createClient(options.target, 'countersign listener');
      const ended = new Promise((resolve) => client.once('end', resolve));
      client.on('error', () => {});
      client.on('notification', ({ payload }) => options.onWord(payload ?? ''));
      try {
        await client.connect();
        backendPid = await startListening(client);
        const node = `${client.host}:${client.port}`;
        const isElsewhere = lastNode !== undefined && node !== lastNode;
        if (isElsewhere && (await hasCitus(asking(client)))) options.onMoved?.();
        lastNode = node;
        options.log.back();
        options.onState(true);
        becomeReady();
        await untilSilent(client, ended, closed.signal);
        if (!closed.signal.aborted) options.log.lost('connection closed');
      } catch (error) {
        if (error instanceof WrongNode) {
          options.onMoved?.();
          // Sessions that are opened from now on are on the new node: its name ends none of them.
          lastNode = undefined;
        }
        options.log.lost(faultOf(error));
      }
      backendPid = undefined;
      options.onState(false);
      void client.end().catch(() => {});
      await sleep(pauseMs, undefined, { signal: closed.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    ready,
    backendPid: () => backendPid,
    async close() {
      closed.abort();
      await listening;
    },
  };
}

/** Waits until the connection ends or this process stops; throws when the connection no longer answers. */
async function untilSilent(client: pg.Client, ended: Promise<unknown>, closed: AbortSignal) {
  let isEnded = false;
  const end = ended.then(() => {
    isEnded = true;
  });
  while (!isEnded && !closed.aborted) {
    await Promise.race([end, sleep(heartbeatMs, undefined, { signal: closed }).catch(() => {})]);
    if (!isEnded && !closed.aborted) await requireHolder(asking(client));
  }
}

/** Names the session and listens on the channel of its schema; returns the backend of the connection. */
async function startListening(client: pg.Client): Promise<number> {
  const { rows } = await ask(client, 'select current_schema as schema, pg_backend_pid() as pid');
  const { schema, pid } = rows[0];
  if (schema === null) throw new Error('the search path leads to no schema');
  await ask(client, `set application_name = ${client.escapeLiteral(listenerName(schema))}`);
  await ask(client, `listen ${client.escapeIdentifier(channelOf(schema))}`);
  return pid;
}

/** Queries on this client, with a short timeout. */
function asking(client: pg.Client): Queryable {
  return { query: ((text: string) => ask(client, text)) as Queryable['query'] };
}

function ask(client: pg.Client, text: string): Promise<pg.QueryResult> {
  return client.query({ text, query_timeout: silenceMs } as pg.QueryConfig);
}
