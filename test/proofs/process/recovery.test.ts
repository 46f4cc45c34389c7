import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMoney } from '../../../src/foundation/money.ts';
import { revokeKey } from '../../../src/line/callers/key-queries.ts';
import { setDefaultPrice } from '../../../src/line/pricing/queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { byTest } from '../../kit/by-test.ts';
import type { TestDatabase } from '../../kit/database.ts';
import { cutOffDatabase } from '../../kit/database-outage.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { loseHeartbeats } from '../../kit/lose-heartbeats.ts';
import { failToStart, type ServerProcess } from '../../kit/server-process.ts';
import { createSharedServers, type SharedServers } from '../../kit/shared-servers.ts';

const code = { mobile: '13912345678', code: '1' };
/** Never sent, and the provider does not answer in time. */
const lost = { mobile: '13800000008', code: '1' };

let servers: SharedServers;
let database: TestDatabase;

beforeAll(async () => {
  servers = await createSharedServers();
  database = servers.database;
});
afterAll(() => servers.close(), longTimeoutMs);

const newFolder = () => servers.newFolder();
const newKey = () => servers.newKey();
const start = (env?: Record<string, string>) => servers.start(env);
const shared = (env?: Record<string, string>) => servers.shared(env);

const slow = { PROVIDER_TIMEOUT_MS: '20000', CALL_DEADLINE_MS: '25000' };
const quick = { PROVIDER_TIMEOUT_MS: '500', CALL_DEADLINE_MS: '1000' };

describe('a server whose grace is over', () => {
  test('exits, whatever is still under way, and the next one finishes it', {
    timeout: longTimeoutMs,
  }, async () => {
    const server = await start(shared({ ...slow, SHUTDOWN_GRACE_MS: '500' }));
    const { apiKey, wallet, states } = await newKey();
    const inFlight = server.call('sms_code', apiKey, lost).catch(() => 'cut off');
    // A server with a shorter timeout treats it as abandoned after a second, as if its process had
    // died.
    await expect.poll(states).toHaveLength(1);
    expect(await server.end('SIGTERM')).toBe(0);
    // A server that waited for the provider would have answered it.
    expect(await inFlight).toBe('cut off');
    const next = await start(shared(quick));
    await expect.poll(wallet).toBe('1.0000 0.0000');
    await next.end('SIGTERM');
  });
});

describe('a server that is killed in the midst of a shared job', () => {
  test(
    'leaves it to the next one, which does not wait for the next week',
    async () => {
      const auditRun = async () => {
        const { rows } = await database.pool.query<{ isBegun: boolean; isEnded: boolean }>(
          `select owner is not null and failed_at is null as "isBegun", ended_at is not null as "isEnded"
         from job_runs where job = 'ledger audit'`,
        );
        return rows[0];
      };
      await database.pool.query('truncate job_runs');
      const lock = await database.pool.connect();
      // The lock outlives the timeout of an idle transaction: it is held as long as the server takes to start.
      await lock.query(
        `begin; set local idle_in_transaction_session_timeout = 0;
         lock table closings in access exclusive mode`,
      );
      const server = await start(shared());
      await expect.poll(auditRun).toEqual({ isBegun: true, isEnded: false });
      await server.end('SIGKILL');
      await lock.query('rollback');
      lock.release();
      expect(await auditRun()).toEqual({ isBegun: true, isEnded: false });
      await loseHeartbeats(database.pool, 'ledger audit');
      const next = await start(shared());
      const isEnded = async () => (await auditRun())?.isEnded;
      await expect.poll(isEnded, { timeout: longTimeoutMs, interval: 1_000 }).toBe(true);
      await next.end('SIGTERM');
    },
    longTimeoutMs,
  );
});

describe('two servers on one database', () => {
  let one: ServerProcess;
  let other: ServerProcess;

  beforeAll(async () => {
    // With the production timeout of a call: no test here waits for an abandoned one.
    [one, other] = await Promise.all([start(shared()), start(shared())]);
  });

  test('apply a revocation at once', async () => {
    const { apiKey, keyId } = await newKey();
    for (const server of [one, other]) {
      expect((await server.call('balance', apiKey, {})).status).toBe(201);
    }
    await revokeKey(byTest(database.pool), { keyId });
    for (const server of [one, other]) {
      // A paid call asks the database, so even the first one after it is refused.
      expect((await server.call('sms_code', apiKey, code)).status).toBe(403);
      await expect
        .poll(async () => (await server.call('balance', apiKey, {})).body.reason)
        .toBe('key_invalid');
    }
  });

  test('charge a changed price with the very next call', async () => {
    const { apiKey } = await newKey();
    for (const price of [511n, 522n, 533n, 500n]) {
      await setDefaultPrice(byTest(database.pool), 'sms_code', price);
      for (const server of [one, other]) {
        const { body } = await server.call('sms_code', apiKey, code);
        expect(body.unitPrice).toBe(formatMoney(price));
      }
    }
  });

  test('answer 503 while the database is gone, and recover by themselves', async () => {
    const { apiKey, wallet } = await newKey();
    expect((await one.call('sms_code', apiKey, code)).status).toBe(201);
    const restore = await cutOffDatabase(database.target);
    try {
      for (const server of [one, other]) {
        const { status, body } = await server.call('sms_code', apiKey, code);
        expect([status, body.reason]).toEqual([503, 'database_unavailable']);
      }
    } finally {
      await restore();
    }
    for (const server of [one, other]) {
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect((await server.call('sms_code', apiKey, code)).status).toBe(201);
    }
    expect(await wallet()).toBe('0.8500 0.0000');
    expect((await audit(database.pool)).faults).toEqual([]);
  });

  test('refuse a third on the same port, in one sentence', async () => {
    const { port } = new URL(one.url);
    const { code: exit, stderr } = await failToStart(shared({ PORT: port }));
    expect(exit).toBe(1);
    expect(stderr).toBe(
      `countersign: Port ${port} on 127.0.0.1 is in use. Free it, or set PORT to another port.\n`,
    );
    expect((await failToStart(shared({ METRICS_PORT: port }))).stderr).toBe(
      `countersign: Port ${port} on 127.0.0.1 is in use. Free it, or set METRICS_PORT to another port.\n`,
    );
  });
});

describe('a start that cannot succeed', () => {
  test('names every wrong setting, one per line, and shows no secret', async () => {
    const {
      code: exit,
      stdout,
      stderr,
    } = await failToStart({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root:hunter2@x/y',
      PROVIDER_TIMEOUT_MS: 'soon',
    });
    expect(exit).toBe(2);
    expect(stdout).toBe('');
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line) => /^countersign: (\S+)/.exec(line)?.[1]).sort()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'PROVIDER_TIMEOUT_MS',
    ]);
    expect(stderr).not.toContain('hunter2');
  });

  test('says so in one sentence if there is no database, and shows no password', async () => {
    const { code: exit, stderr } = await failToStart({
      DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/none',
      DATA_DIR: await newFolder(),
    });
    expect(exit).toBe(3);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^countersign: \S.*\S\n$/);
    expect(stderr).not.toContain('hunter2');
  });

  test('on a taken port creates no database first', async () => {
    const folder = await newFolder();
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen({ host: '127.0.0.1', port: 0 }, resolve));
    const { port } = listener.address() as { port: number };
    const { code: exit, stderr } = await failToStart({ PORT: String(port), DATA_DIR: folder });
    listener.close();
    expect(exit).toBe(1);
    expect(stderr).toBe(
      `countersign: Port ${port} on 127.0.0.1 is in use. Free it, or set PORT to another port.\n`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('is refused with a data key other than the one the data was sealed with', async () => {
    const { code: exit, stderr } = await failToStart(shared({ DATA_KEY: 'ab'.repeat(32) }));
    expect(exit).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a server with a database of its own', () => {
  test('starts in an empty folder, shows a call that works, survives a database crash, and starts again', {
    timeout: longTimeoutMs,
  }, async () => {
    const folder = await newFolder();
    const server = await start({ DATA_DIR: folder });
    const { url } = server;
    const apiKey = /x-api-key: (cs_test_\w+)/.exec(server.output())?.[1] ?? '';
    expect(server.output()).toContain(`curl -i ${url}/api/v1/sms_code`);
    const shown = JSON.parse(/-d '(\{.*\})'/.exec(server.output())?.[1] ?? '') as object;
    expect((await server.call('sms_code', apiKey, shown)).status).toBe(201);
    const balance = async () => (await server.call('balance', apiKey, {})).body.data?.available;
    expect(await balance()).toBe('99999.9500');

    const second = await failToStart({ DATA_DIR: folder });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^countersign: another Countersign server \(pid [0-9]+\) .*\n$/);

    const postmaster = async () => {
      const pidFile = await readFile(join(folder, 'pg', 'postmaster.pid'), 'utf8').catch(() => '');
      return Number(pidFile.split('\n')[0]);
    };
    const killed = await postmaster();
    process.kill(killed, 'SIGKILL');
    // A backend outlives its postmaster for a moment: a call it cut short would be ended, and
    // charged, later.
    const isAnother = async () => ![0, killed].includes(await postmaster());
    const patient = { timeout: longTimeoutMs };
    await expect.poll(isAnother, patient).toBe(true);
    await expect.poll(balance, patient).toBe('99999.9500');
    const call = async () => (await server.call('sms_code', apiKey, shown)).status;
    await expect.poll(call, patient).toBe(201);

    expect(await server.end('SIGTERM')).toBe(0);
    const next = await start({ DATA_DIR: folder });
    expect(next.output()).not.toContain(apiKey);
    expect(next.output()).toContain(`Test key   in ${join(folder, 'demo.key')}`);
    const { body } = await next.call('balance', apiKey, {});
    expect(body.data.available).toBe('99999.9000');
    expect(await next.end('SIGTERM')).toBe(0);
  });
});
