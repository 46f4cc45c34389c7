import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { type ServerProcess, startServer } from '../../kit/server-process.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';
import { expectUnreachable, proxyNames, type RunningProxy, startProxy } from './proxies.ts';

const platformUrl = 'https://pay.example.com/pay';
let database: TestDatabase;
let server: ServerProcess;
let dataDir: string;
let apiKey: string;
let port: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-proxies-'));
  database = await createTestDatabase({ isBare: true });
  const env = { DATABASE_URL: database.target, DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' };
  port = await freePort();
  server = await startServer({ ...env, PUBLIC_URL: platformUrl, PORT: String(port) });
  const by = byTest(database.pool);
  const { accountId } = await createAccount(by, { name: 'A', testBalance: 10_000n });
  // The proxy itself is at 127.0.0.1, so only a forwarded address can be this one.
  const made = await createKey(by, { accountId, mode: 'test', addresses: ['127.0.0.2'] });
  apiKey = made.apiKey;
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const versionWord = { nginx: '-v', haproxy: '-v', caddy: 'version' };
const code = JSON.stringify({ mobile: '13912345678', code: '246810' });

describe.each(proxyNames)('the example for %s (skipped without Debian’s package)', (name) => {
  const isMissing = !hasProgram(name, versionWord[name]) || !hasProgram('openssl', 'version');
  let proxy: RunningProxy;

  beforeAll(async () => {
    if (isMissing) return;
    proxy = await startProxy(name, port);
    const isUp = async () => expect((await proxy.ask('/pay/readyz')).status).toBe(200);
    await vi.waitFor(isUp, { timeout: 30_000, interval: 100 });
  });
  afterAll(() => proxy?.stop());

  test.skipIf(isMissing)('serves the platform under its path, with its links', async () => {
    expect(await proxy.ask('/pay')).toMatchObject({
      status: 308,
      location: expect.stringMatching(/\/pay\/$/),
    });
    const { status, text } = await proxy.ask('/pay/openapi.json');
    expect(status).toBe(200);
    expect(JSON.parse(text).servers[0].url).toBe(platformUrl);
    const outside = await proxy.ask('/openapi.json');
    expect(outside.text).not.toContain('openapi');
  });

  test.skipIf(isMissing)('passes the address of the client on', async () => {
    const headers = { 'x-api-key': apiKey };
    const ask = (from: string) => proxy.ask('/pay/api/v1/sms_code', { from, headers, body: code });
    expect(await ask('127.0.0.2')).toMatchObject({ status: 201 });
    expect(await ask('127.0.0.3')).toMatchObject({ status: 403 });
    const forged = { ...headers, 'x-forwarded-for': '127.0.0.2' };
    const body = code;
    const liar = await proxy.ask('/pay/api/v1/sms_code', {
      ...{ from: '127.0.0.3', headers: forged, body },
    });
    expect(liar.status).toBe(403);
  });

  test.skipIf(isMissing)('passes paths on as they were sent', async () => {
    const echo = createServer(({ url }, response) => response.end(url)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const plain = await startProxy(name, (echo.address() as AddressInfo).port);
    try {
      const isSame = async () =>
        expect((await plain.ask('/pay/x%41%2Fy/%252e?a=%41')).text).toBe('/x%41%2Fy/%252e?a=%41');
      await vi.waitFor(isSame, { timeout: 30_000, interval: 100 });
    } finally {
      plain.stop();
      echo.close();
    }
  });

  test.skipIf(isMissing)('answers in the envelope while no server runs', async () => {
    const idle = await startProxy(name, await freePort());
    try {
      const answer = () => idle.ask('/pay/api/v1/sms_code', { body: code });
      await vi.waitFor(async () => expectUnreachable(await answer()), { timeout: 30_000 });
    } finally {
      idle.stop();
    }
  });

  test.skipIf(isMissing)('keeps callbacks and links out of its access log', async () => {
    await proxy.ask('/pay/callbacks/secret-of-a-vendor', { body: '{}' });
    await proxy.ask('/pay/v/secret-of-a-person');
    await proxy.ask('/pay/docs?logged');
    await expect.poll(proxy.log, { timeout: 30_000 }).toContain('/docs?logged');
    expect(proxy.log()).not.toContain('secret-of');
  });

  test.skipIf(isMissing)('refuses a body of more than 1 MB', async () => {
    const body = JSON.stringify({ filler: 'x'.repeat(1_500_000) });
    const { status } = await proxy
      .ask('/pay/callbacks/some-key', { body })
      .catch(() => ({ status: 'closed' }));
    // A proxy may close the connection while we still write; Caddy before 2.9 takes it for a fault of the server.
    expect([413, 503, 'closed']).toContain(status);
  });
});
