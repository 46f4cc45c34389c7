import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeSecret } from '../../../src/foundation/cell/cell-secret.ts';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { createVault } from '../../../src/foundation/vault.ts';
import { hashApiKey, makeApiKey } from '../../../src/line/callers/api-key.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { findProvider } from '../../../src/vendors/providers/provider-queries.ts';
import { openSettings } from '../../../src/vendors/providers/provider-settings.ts';
import { writeNewProvider } from '../../../src/vendors/providers/write-provider.ts';
import { httpSmsSimulator } from '../../../src/vendors/simulators/http-sms.ts';
import { vendors } from '../../../src/vendors/vendors.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { runCommand, type ServerProcess, startServer } from '../../kit/server-process.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';
import { expectUnreachable, proxyNames, type RunningProxy, runProxy } from './proxies.ts';

/** The first installation keeps its address; the others have a path and a host of their own. */
const urls = {
  1: 'https://api.example.com',
  2: 'https://api.example.com/c2',
  3: 'https://three.example.com',
} as const;

interface Cell {
  number: number;
  url: string;
  pool: Pool;
  server: ServerProcess;
  /** Starts its server again. */
  start(): Promise<ServerProcess>;
  /** Where its server listens. */
  port: string;
  apiKey: string;
  callbackKey: string;
}

let folder: string;
let cellsFile: string;
let database: TestDatabase;
let cells: Cell[];
/** A key of cell 1 from before it had a number, and one that only 127.0.0.2 may use. */
let oldKey: string;
let boundKey: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
  cellsFile = join(folder, 'cells.yaml');
  const ports = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const rows = [...Object.values(urls), 'https://api.example.com/c4'].map(
    (url, at) => `  ${at + 1}: { url: "${url}", servers: ["127.0.0.1:${ports[at]}"] }`,
  );
  await writeFile(cellsFile, ['api: https://api.example.com', 'cells:', ...rows].join('\n'));
  database = await createTestDatabase({ isBare: true });
  cells = [];
  // One after the other: each creates a whole database schema.
  for (const number of [1, 2, 3] as const) {
    cells.push(await openCell(number, String(ports[number - 1])));
  }
  const [one] = cells as [Cell];
  oldKey = makeApiKey('test');
  await addKey(one, oldKey);
  boundKey = (await addKey(one, undefined, ['127.0.0.2'])).apiKey;
});
afterAll(async () => {
  await Promise.all((cells ?? []).map(({ server }) => server.end('SIGTERM')));
  await Promise.all((cells ?? []).map(({ pool }) => pool.end()));
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function openCell(number: 1 | 2 | 3, port: string): Promise<Cell> {
  const schema = `cell${number}`;
  const dataKey = Buffer.alloc(32, number);
  const start = () =>
    startServer({
      ...{ DATABASE_URL: database.target, DATABASE_SCHEMA: schema },
      ...{ DATA_KEY: dataKey.toString('hex'), DATA_DIR: join(folder, schema) },
      ...{ CELL: String(number), CELLS_FILE: cellsFile },
      ...{ PUBLIC_URL: urls[number], PORT: port, TRUST_PROXY: '127.0.0.1' },
    });
  const server = await start();
  const pool = createPool(withSchema(database.target, schema), {
    ...{ max: 2, applicationName: 'proof' },
  });
  const cell = {
    ...{ number, url: urls[number], pool, server, start, port, apiKey: '', callbackKey: '' },
  };
  const { apiKey } = await addKey(cell);
  return { ...cell, apiKey, callbackKey: await addProvider(pool, createVault(dataKey)) };
}

async function addKey({ pool }: Pick<Cell, 'pool'>, instead?: string, addresses?: string[]) {
  const by = byTest(pool);
  const { accountId } = await createAccount(by, { name: 'A', testBalance: 1_000_0000n });
  const made = await createKey(by, { accountId, mode: 'test', ...(addresses && { addresses }) });
  if (instead) {
    await pool.query('update keys set key_hash = $2 where key_id = $1', [
      made.keyId,
      hashApiKey(instead),
    ]);
  }
  return made;
}

async function addProvider(pool: Pool, vault: ReturnType<typeof createVault>): Promise<string> {
  const vendor = vendors.find(({ code }) => code === 'http-sms');
  if (!vendor) throw new Error('no vendor');
  const settings = httpSmsSimulator.config('http://127.0.0.1:9');
  await writeNewProvider(byTest(pool), vault, vendor, { code: 'mine', isOn: true, settings });
  return openSettings(vault, await findProvider(pool, 'mine')).callbackKey;
}

const code = JSON.stringify({ mobile: '13912345678', code: '246810' });
const face = JSON.stringify({ name: '张小明', cardNo: '11010519491231002X' });
const host = 'api.example.com';
const refused = expect.toSatisfy((status: number) => [400, 404, 421].includes(status));
const versionWord = { nginx: '-v', haproxy: '-v', caddy: 'version' };

/** The path of a callback in forms that a proxy and a server could read differently. */
function spellingsOf(key: string, other: string): string[] {
  const [digit = '', rest] = [key[0], key.slice(1)];
  return [
    `/callbacks/%3${digit}${rest}`,
    `/callbacks/%253${digit}${rest}`,
    `/callbacks/0${key}`,
    `/callbacks/${key.replace('_', '%5F')}`,
    `/callbacks/${key}/`,
    `/callbacks/${key}%00`,
    `/callbacks%2F${key}`,
    `/callbacks//${key}`,
    `/callbacks/./${key}`,
    `/callbacks/${other}/../${key}`,
    `//callbacks/${key}`,
    `/%63allbacks/${key}`,
    `/CALLBACKS/${key}`,
    `/c2/callbacks/${key}`,
    `/c2//callbacks/${key}`,
    `/c2/../callbacks/${key}`,
    `/%632/callbacks/${key}`,
    `/callbacks/../c2/callbacks/${key}`,
  ];
}

describe.each(proxyNames)('what we print for %s (skipped without Debian’s package)', (name) => {
  const isMissing = !hasProgram(name, versionWord[name]) || !hasProgram('openssl', 'version');
  let proxy: RunningProxy;

  beforeAll(async () => {
    if (isMissing) return;
    const words = ['cells', 'proxy', `--${name}`, '--file', cellsFile];
    const { stdout } = await runCommand(words, { DATA_DIR: join(folder, 'none') });
    proxy = await runProxy(name, stdout);
    const isUp = async () => expect((await proxy.ask('/readyz', { host })).status).toBe(200);
    await vi.waitFor(isUp, { timeout: 30_000, interval: 100 });
  });
  afterAll(() => proxy?.stop());

  const call = (apiKey: string, body = code, more: { path?: string; from?: string } = {}) =>
    proxy.ask(`${more.path ?? ''}/api/v1/${body === code ? 'sms_code' : 'face_verify'}`, {
      ...{ host, body, headers: { 'x-api-key': apiKey } },
      ...(more.from && { from: more.from }),
    });
  /** Opens a URL as a browser does. */
  const open = (url: string) => {
    const { hostname, pathname, search } = new URL(url);
    return proxy.ask(pathname + search, { host: hostname });
  };
  const countCalls = async ({ pool }: Cell) => {
    const { rows } = await pool.query('select count(*)::integer as calls from calls');
    return rows[0].calls as number;
  };

  test.skipIf(isMissing)('finds the cell of a call by its key', async () => {
    for (const cell of cells) {
      const before = await Promise.all(cells.map(countCalls));
      expect((await call(cell.apiKey)).status).toBe(201);
      const after = await Promise.all(cells.map(countCalls));
      expect(after.map((count, at) => count - (before[at] as number))).toEqual(
        cells.map((each) => Number(each === cell)),
      );
    }
    const before = await countCalls(cells[0] as Cell);
    expect((await call(oldKey)).status).toBe(201);
    expect(await countCalls(cells[0] as Cell)).toBe(before + 1);
  });

  test.skipIf(isMissing)('refuses the key of no cell, in the envelope', async () => {
    const { status, text } = await call(makeApiKey('test', 9));
    expect([status, JSON.parse(text).reason]).toEqual([403, 'key_invalid']);
    expect(JSON.parse((await proxy.ask('/api/v1/none', { host, body: '{}' })).text).reason).toBe(
      'route_not_found',
    );
  });

  test.skipIf(isMissing)('opens links, follows them and rechecks them in their cell', async () => {
    for (const cell of cells) {
      const { authUrl, authToken } = JSON.parse((await call(cell.apiKey, face)).text).data;
      expect(authUrl.startsWith(`${cell.url}/v/${cell.number}_`)).toBe(true);
      const page = await open(authUrl);
      expect(page.status).toBe(200);
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
      expect((await open(new URL(style, authUrl).href)).status).toBe(200);
      const { hostname, pathname } = new URL(authUrl);
      expect(await proxy.follow(`${pathname}/events`, hostname)).toContain('retry: 2000');
      // On the public address alone, the number leads to the same page.
      const short = await proxy.ask(`/v/${authUrl.split('/v/')[1]}?lang=en`, { host });
      if (cell.url === `https://${host}`) expect(short.status).toBe(200);
      else expect(short).toMatchObject({ status: 307, location: `${authUrl}?lang=en` });
      const again = await call(cell.apiKey, JSON.stringify({ authToken }));
      expect([again.status, JSON.parse(again.text).data.authToken]).toEqual([201, authToken]);
      const other = cells.find((each) => each !== cell) as Cell;
      const wrong = await call(other.apiKey, JSON.stringify({ authToken }));
      expect([wrong.status, wrong.text]).toEqual([421, expect.stringContaining(cell.url)]);
    }
  });

  test.skipIf(isMissing)('brings an old link, without a number, to the first cell', async () => {
    const [one] = cells as [Cell];
    const { authUrl } = JSON.parse((await call(one.apiKey, face)).text).data;
    const old = makeSecret(undefined);
    const hash = (link: string) => createHash('sha256').update(link).digest();
    await one.pool.query('update checks set link_hash = $2 where link_hash = $1', [
      hash(authUrl.split('/v/')[1]),
      hash(old),
    ]);
    expect((await proxy.ask(`/v/${old}`, { host })).status).toBe(200);
  });

  test.skipIf(isMissing)('brings a callback to the cell whose number it carries', async () => {
    for (const { callbackKey, port } of cells) {
      const path = `/callbacks/${callbackKey}`;
      const direct = () => fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: '{}' });
      await expect.poll(async () => (await direct()).status).not.toBe(404);
      const [answer, expected] = [await proxy.ask(path, { host, body: '{}' }), await direct()];
      expect([answer.status, answer.text]).toEqual([expected.status, await expected.text()]);
      expect(answer.status).not.toBe(421);
    }
    const none = await proxy.ask(`/callbacks/${makeSecret(9)}`, { host, body: '{}' });
    expect(none.status).toBe(404);
  });

  test.skipIf(isMissing)(
    'brings a callback whose path is spelled otherwise to its cell, or refuses it',
    async () => {
      for (const { callbackKey, number, port } of cells) {
        const direct = await fetch(`http://127.0.0.1:${port}/callbacks/${callbackKey}`, {
          ...{ method: 'POST', body: '{}' },
        });
        const own = `${direct.status} ${await direct.text()}`;
        const { callbackKey: other } = cells.find((each) => each.number !== number) as Cell;
        for (const path of spellingsOf(callbackKey, other)) {
          const { status, text } = await proxy.ask(path, { host, body: '{}' });
          if (`${status} ${text}` !== own) expect([path, status]).toEqual([path, refused]);
        }
        const asSent = await proxy.ask(`/callbacks/${callbackKey}?a=/callbacks/${other}`, {
          ...{ host, body: '{}' },
        });
        expect(`${asSent.status} ${asSent.text}`).toBe(own);
      }
    },
  );

  test.skipIf(isMissing)('passes paths on as they were sent', async () => {
    // A cell sends a link of another on, with the path that it got.
    const odd = `/v/%33_${makeSecret(undefined)}/return?a=%2F%41%20b`;
    const location = `https://three.example.com${odd}`;
    expect(await proxy.ask(odd, { host })).toMatchObject({ status: 307, location });
    expect(await proxy.ask(`/c2${odd}`, { host })).toMatchObject({ status: 307, location });
    expect(await proxy.ask('/c2', { host })).toMatchObject({
      ...{ status: 308, location: expect.stringMatching(/\/c2\/$/) },
    });
  });

  test.skipIf(isMissing)('lets a cell that is reached wrongly say so', async () => {
    const [, two, three] = cells as [Cell, Cell, Cell];
    const before = await Promise.all([countCalls(two), countCalls(three)]);
    const { status, text } = await call(three.apiKey, code, { path: '/c2' });
    expect([status, JSON.parse(text).reason]).toEqual([421, 'wrong_cell']);
    expect(text).toContain('belongs to installation 3, at https://three.example.com');
    expect(await Promise.all([countCalls(two), countCalls(three)])).toEqual(before);
  });

  test.skipIf(isMissing)('refuses only the calls of a cell that is down', async () => {
    expectUnreachable(await call(makeApiKey('test', 4)));
    for (const { apiKey } of cells) expect((await call(apiKey)).status).toBe(201);
  });

  test.skipIf(isMissing)(
    'lets a cell that is killed under traffic and started again trouble no other',
    {
      timeout: longTimeoutMs,
    },
    async () => {
      const [one, two, three] = cells as [Cell, Cell, Cell];
      let isOver = false;
      const traffic = async ({ apiKey }: Cell) => {
        const answers: Awaited<ReturnType<typeof call>>[] = [];
        while (!isOver) {
          const mobile = `138${String(randomInt(1e8)).padStart(8, '0')}`;
          const body = JSON.stringify({ mobile, code: '246810' });
          const headers = { 'x-api-key': apiKey, 'idempotency-key': randomUUID() };
          answers.push(await proxy.ask('/api/v1/sms_code', { host, body, headers }));
        }
        return answers;
      };
      const running = [one, two, three].map(traffic);
      const isServed = async () => expect((await call(three.apiKey)).status).toBe(201);
      await isServed();
      await three.server.end('SIGKILL');
      await vi.waitFor(async () => expectUnreachable(await call(three.apiKey)), {
        timeout: 30_000,
      });
      three.server = await three.start();
      await vi.waitFor(isServed, { timeout: 30_000, interval: 100 });
      isOver = true;
      const [ones, twos, threes] = await Promise.all(running);
      expect(new Set([...(ones ?? []), ...(twos ?? [])].map(({ status }) => status))).toEqual(
        new Set([201]),
      );
      const refused = threes?.filter(({ status }) => status !== 201) ?? [];
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectUnreachable(answer);
    },
  );

  test.skipIf(isMissing)('passes the address of the client on', async () => {
    expect((await call(boundKey, code, { from: '127.0.0.2' })).status).toBe(201);
    expect((await call(boundKey, code, { from: '127.0.0.3' })).status).toBe(403);
  });

  test.skipIf(isMissing)('shows the public address in the docs of every cell', async () => {
    for (const { url } of cells) {
      const { text } = await open(`${url}/openapi.json`);
      expect(JSON.parse(text).servers).toEqual([{ url: 'https://api.example.com' }]);
    }
  });

  test.skipIf(isMissing)('keeps callbacks and links out of its access log', async () => {
    await proxy.ask('/callbacks/secret-of-a-vendor', { host, body: '{}' });
    await proxy.ask('/c2/v/secret-of-a-person', { host });
    await proxy.ask('/docs?logged', { host });
    await expect.poll(proxy.log, { timeout: 30_000 }).toContain('/docs?logged');
    expect(proxy.log()).not.toContain('secret-of');
  });
});
