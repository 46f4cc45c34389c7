import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../../src/foundation/money.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase } from '../../kit/database.ts';
import { createDatabaseProxy } from '../../kit/database-proxy.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type ServerProcess, serverOf } from '../../kit/server-process.ts';
import { startTraffic, type Traffic } from '../../kit/traffic.ts';
import { validateBill } from '../../reference-clients/schemas.ts';
import { expectBooksClosed } from '../storms/books.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';
import { buildImage } from './image.ts';
import {
  canRun,
  debian,
  debianWithSystemd,
  endOf,
  makeDebians,
  makeNext,
  makeRelease,
  nextMigration,
  type Place,
  releaseName,
  root,
  runIn,
  startIn,
  version,
} from './releases.ts';

let folder: string;
let release: string;
let next: string;
const running: ServerProcess[] = [];

beforeAll(() => {
  if (!canRun) return;
  folder = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  release = makeRelease(folder);
  next = makeNext(release);
  makeDebians();
  // Making the release and Debian took 215 seconds on two busy cores.
}, 4 * longTimeoutMs);
afterAll(() => {
  for (const server of running) server.process.kill('SIGKILL');
  if (folder) rmSync(folder, { recursive: true, force: true });
  // The layers of the image are 60,000 files.
}, longTimeoutMs);

/** Runs a script in a namespace without network; it writes what it saw to files. */
function play(script: string, debianRoot: string) {
  const out = join(folder, script);
  mkdirSync(out);
  const path = join(import.meta.dirname, script);
  const words = ['--net', '--mount', 'sh', path, debianRoot, release, out];
  const { status, stderr } = spawnSync('unshare', words, { encoding: 'utf8' });
  return { status, stderr, read: (file: string) => readFileSync(join(out, file), 'utf8') };
}

async function start(place: Place, settings: string[]): Promise<ServerProcess> {
  const server = await startIn(place, settings);
  running.push(server);
  return server;
}

async function runJson(place: Place, words: string[]) {
  const { code, stdout, stderr } = await runIn(place, [...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** The test money of the demo account. */
const initial = 1_000_000_000n;

function spentOn(answers: Traffic['answers']): bigint {
  const done = answers.filter(({ status }) => status === 201);
  const prices = done.map(({ text }) => parseMoney(JSON.parse(text).unitPrice) as bigint);
  return prices.reduce((sum, price) => sum + price, 0n);
}

describe.skipIf(!canRun)('a release (skipped without root, unshare and debootstrap)', () => {
  test('has the checksums that are beside it', () => {
    const { status, stdout } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], {
      ...{ cwd: folder, encoding: 'utf8' },
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${releaseName}.tar.gz: OK`)]);
  });

  test('names every package that it contains, in a valid bill of materials', async () => {
    const text = readFileSync(join(folder, `${releaseName}.cdx.json`), 'utf8');
    expect(await validateBill(text)).toBeNull();
    expect(await validateBill(text.replace('"library"', '"book"'))).not.toBeNull();
    const bill = JSON.parse(text);
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const names = bill.components.map((one: { name: string }) => one.name);
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(names).toEqual(expect.arrayContaining([...Object.keys(dependencies), 'react']));
    expect(names).not.toContain('vitest');
  });

  test('starts, serves and stops on a bare Debian without network', {
    timeout: longTimeoutMs,
  }, () => {
    const { status, stderr, read } = play('bare-debian.sh', debian);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(read('links').trim().split('\n')).toEqual([expect.stringContaining('LOOPBACK')]);
    expect(read('reply')).toMatch(/^HTTP\/1\.1 201 /);
    expect(read('console')).toBe('200');
    expect(JSON.parse(read('accounts')).accounts).toHaveLength(1);
    const [, ofCommand = ''] = read('times').trim().split('\n');
    const seconds = [...ofCommand.matchAll(/m([0-9.]+)s/g)].map(([, text]) => Number(text));
    // 0.3 s on an idle machine.
    expect((seconds[0] ?? 9) + (seconds[1] ?? 9)).toBeLessThan(0.8);
    expect(JSON.parse(read('version'))).toMatchObject({ version });
    expect([read('exit').trim(), read('log')]).toEqual(['0', expect.stringContaining('stopped')]);
  });

  test('runs as a hardened service: started, killed, restarted and stopped by systemd', {
    timeout: longTimeoutMs,
  }, () => {
    const { status, stderr, read } = play('systemd.sh', debianWithSystemd);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    for (const reply of ['reply', 'reply-again', 'reply-slow']) {
      expect(read(reply)).toMatch(/^HTTP\/1\.1 201 /);
    }
    expect(read('tried').trim().split('\n').sort()).toEqual([
      expect.stringMatching(/^CapBnd:\s0+$/),
      expect.stringMatching(/^CapEff:\s0+$/),
      expect.stringMatching(/^NoNewPrivs:\s1$/),
      expect.stringMatching(/^Seccomp:\s2$/),
      'niced',
      // The first two are its own, and empty at each start.
      ...['wrote /tmp', 'wrote /var/lib/countersign', 'wrote /var/tmp'],
    ]);
    expect(Number(/level for \S+: ([0-9.]+)/.exec(read('exposure'))?.[1])).toBeLessThanOrEqual(2);
    expect(read('stopped')).toContain('Result=success');
    expect(read('log')).toContain('stopped');
    expect(read('left')).toBe('');
  });

  test.skipIf(!hasProgram('buildah', '--version'))(
    'is built into an image that runs on a root that nobody can write (skipped without buildah)',
    { timeout: longTimeoutMs },
    async () => {
      const { config, launch, close } = buildImage(folder);
      const data = join(folder, 'image-data');
      mkdirSync(data);
      const settings = [...config.Env, 'HOST=127.0.0.1', `PORT=${await freePort()}`];
      const run = (...words: string[]) => endOf(launch(data, [...settings, ...words]));
      const isHealthy = async () => (await run(...config.Healthcheck.Test.slice(1))).code === 0;
      const server = await serverOf(
        launch(data, [...settings, ...config.Entrypoint, ...config.Cmd]),
      );
      running.push(server);
      expect(config.User).toBe('10001:10001');
      expect(await isHealthy()).toBe(true);
      const apiKey = readFileSync(join(data, 'demo.key'), 'utf8').trim();
      const body = { mobile: '13912345678', code: '1' };
      expect((await server.call('sms_code', apiKey, body)).status).toBe(201);
      expect((await run('touch', '/opt/countersign/tried')).stderr).toContain('Read-only');
      expect(await run('countersign', 'backup', 'create', '/data/now.backup')).toMatchObject({
        code: 0,
      });
      expect(await server.end(config.StopSignal)).toBe(0);
      expect(await isHealthy()).toBe(false);
      close();
    },
  );

  test('is upgraded on one machine and rolled back, without and with the backup', {
    timeout: longTimeoutMs,
  }, async () => {
    const data = join(folder, 'one-machine');
    const [older, newer] = [
      { release, data },
      { release: next, data },
    ];
    const settings = [`PORT=${await freePort()}`];
    const replace = async (server: ServerProcess, place: Place) => {
      expect(await server.end('SIGTERM')).toBe(0);
      const began = performance.now();
      const started = await start(place, settings);
      return { server: started, downMs: performance.now() - began };
    };
    const walletOf = (place: Place) =>
      runJson(place, ['wallet', 'show', '--account', '1', '--mode', 'test']);
    const nothing = await runIn(older, ['account', 'list']);
    expect(nothing.stderr).toContain('A server makes one when it starts (countersign start)');
    const first = await start(older, settings);
    const apiKey = readFileSync(join(data, 'demo.key'), 'utf8').trim();
    const traffic = startTraffic([first], apiKey);
    await traffic.more(30);

    const plan = await runJson(newer, ['migrate', '--plan']);
    expect(plan).toMatchObject({ isBreaking: false, servers: 1, replacesFunctions: true });
    expect(plan.migrations.map(({ name }: { name: string }) => name)).toEqual([nextMigration]);
    const answered = traffic.answers.length;
    await runJson(older, ['backup', 'create', '/srv/data/before.backup']);

    const upgraded = await replace(first, newer);
    await traffic.more(30);
    expect(await runJson(older, ['migrate', '--plan'])).toMatchObject({ isNewer: true });
    const rolledBack = await replace(upgraded.server, older);
    await traffic.more(30);
    await traffic.end();
    expect(rolledBack.server.output()).toContain('a newer version has migrated the database');
    // A server that stops refuses new calls and closes connections, which a call may meet on its way; a stopped one
    // refuses connections. Nothing else fails, and no call without an answer is charged.
    const closing = ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'];
    expect(traffic.errors.filter((code) => !closing.includes(code))).toEqual([]);
    const refused = traffic.answers.filter(({ status }) => status !== 201);
    expect(refused.filter(({ text }) => !text.includes('"shutting_down"'))).toEqual([]);
    expect(await runJson(older, ['ledger', 'audit'])).toMatchObject({ ok: true });
    const spent = spentOn(traffic.answers);
    expect(await walletOf(older)).toMatchObject({ available: formatMoney(initial - spent) });
    expect(await rolledBack.server.end('SIGTERM')).toBe(0);

    const restored = { release, data: join(folder, 'restored') };
    mkdirSync(restored.data);
    for (const file of ['data.key', 'before.backup']) {
      cpSync(join(data, file), join(restored.data, file));
    }
    spawnSync('chown', ['-R', '65534:65534', restored.data]);
    await runJson(restored, ['backup', 'restore', '/srv/data/before.backup']);
    const again = await start(restored, settings);
    const { available } = await walletOf(restored);
    const atBackup = spentOn(traffic.answers.slice(0, answered));
    expect(parseMoney(available)).toBeLessThanOrEqual(initial - atBackup);
    expect(parseMoney(available)).toBeGreaterThan(initial - spent);
    const body = { mobile: '13912345678', code: '1' };
    expect((await again.call('sms_code', apiKey, body)).status).toBe(201);
    expect(await again.end('SIGTERM')).toBe(0);
    process.stdout.write(
      `the upgrade took ${Math.round(upgraded.downMs)} ms, the rollback ` +
        `${Math.round(rolledBack.downMs)} ms; ${traffic.errors.length} calls were refused meanwhile\n`,
    );
  });

  test('is upgraded and rolled back on two servers one by one, and no call fails', {
    timeout: longTimeoutMs,
  }, async () => {
    const database = await createTestDatabase({ isBare: true });
    const proxy = await createDatabaseProxy(database.target);
    const settings = [
      `DATABASE_URL=${proxy.target}`,
      `DATA_KEY=${randomBytes(32).toString('hex')}`,
      'PORT=0',
    ];
    const place = (of: string, name: string) => ({ release: of, data: join(folder, name) });
    const servers = [
      await start(place(release, 'server-1'), settings),
      await start(place(release, 'server-2'), settings),
    ];
    const by = byTest(database.pool);
    const { accountId } = await createAccount(by, { name: 'A', testBalance: 10n ** 9n });
    const { apiKey } = await createKey(by, { accountId, mode: 'test' });
    const traffic = startTraffic(servers, apiKey);
    await traffic.more(30);
    for (const to of [next, next, release, release]) {
      servers.push(await start(place(to, `server-${running.length}`), settings));
      await traffic.more(30);
      const [leaving] = servers as [ServerProcess];
      await traffic.takeOut(leaving);
      expect(await leaving.end('SIGTERM')).toBe(0);
    }
    await traffic.more(30);
    await traffic.end();
    expect(traffic.errors).toEqual([]);
    expect(traffic.answers.filter(({ status }) => status !== 201)).toEqual([]);
    await expectBooksClosed(database.pool);
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
    await proxy.close();
    await database.drop();
  });
});
