import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { cutOffDatabase } from '../../kit/database-outage.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type ServerProcess, startServer } from '../../kit/server-process.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';
import { type RunningProxy, startProxy } from './proxies.ts';

let database: TestDatabase;
let dataDir: string;
let apiKey: string;
let ports: number[];
let servers: ServerProcess[];

const start = (port: number | undefined) =>
  startServer({
    ...{ DATABASE_URL: database.target, DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' },
    ...{ PUBLIC_URL: 'https://pay.example.com/pay', PORT: String(port) },
  });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-rolling-'));
  database = await createTestDatabase();
  ports = [await freePort(), await freePort()];
  servers = [await start(ports[0]), await start(ports[1])];
  const by = byTest(database.pool);
  const { accountId } = await createAccount(by, { name: 'A', testBalance: 10_000_000n });
  ({ apiKey } = await createKey(by, { accountId, mode: 'test' }));
}, longTimeoutMs);
afterAll(async () => {
  for (const server of servers ?? []) await server.end('SIGTERM');
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As the operations page says: until the proxy has seen that a server is ready. */
const pauseMs = 5_000;
let number = 13_900_000_000;

const call = (proxy: RunningProxy) =>
  proxy.ask('/pay/api/v1/sms_code', {
    headers: { 'x-api-key': apiKey },
    body: JSON.stringify({ mobile: String(number++), code: '246810' }),
  });

/** Calls from four clients until it is told to stop; returns 201 or what a client got instead. */
function startCalls(proxy: RunningProxy) {
  const ends: (number | string)[] = [];
  let isOver = false;
  const lost = (fault: unknown) => ({ status: 0, text: String(fault) });
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, text } = await call(proxy).catch(lost);
      ends.push(status === 201 ? status : text);
      await sleep(20);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(clients);
    return ends;
  };
}

describe.each(['haproxy', 'nginx'] as const)(
  'two servers behind %s (skipped without Debian’s package)',
  (name) => {
    const isMissing = !hasProgram(name, '-v') || !hasProgram('openssl', 'version');
    let proxy: RunningProxy;

    beforeAll(async () => {
      if (isMissing) return;
      proxy = await startProxy(name, ...ports);
      const isUp = async () => expect((await proxy.ask('/pay/readyz')).status).toBe(200);
      await vi.waitFor(isUp, { timeout: 30_000, interval: 100 });
    });
    afterAll(() => proxy?.stop());

    test.skipIf(isMissing)(
      'restart one after the other, and no call fails',
      async () => {
        const endCalls = startCalls(proxy);
        for (const [index, server] of servers.entries()) {
          await sleep(pauseMs);
          expect(await server.end('SIGTERM')).toBe(0);
          servers[index] = await start(ports[index]);
        }
        await sleep(pauseMs);
        const ends = await endCalls();
        expect(
          ends.filter((end) => end !== 201),
          proxy.log(),
        ).toEqual([]);
        expect(ends.length).toBeGreaterThan(50);
      },
      longTimeoutMs,
    );

    test.skipIf(isMissing)(
      'refuse calls in their own words while neither is ready',
      async () => {
        const bringBack = await cutOffDatabase(database.target);
        try {
          const isUnready = async () => expect((await proxy.ask('/pay/readyz')).status).toBe(503);
          await vi.waitFor(isUnready, { timeout: 30_000, interval: 100 });
          // By now HAProxy has taken both servers out.
          await sleep(pauseMs);
          const { status, text } = await call(proxy);
          expect([status, JSON.parse(text).reason]).toEqual([503, 'database_unavailable']);
        } finally {
          await bringBack();
        }
        const isBack = async () => expect((await call(proxy)).status).toBe(201);
        await vi.waitFor(isBack, { timeout: 60_000, interval: 500 });
      },
      longTimeoutMs,
    );
  },
);
