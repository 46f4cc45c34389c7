import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../kit/database.ts';
import {
  inherited,
  type Ran,
  runCommand,
  type ServerProcess,
  startServer,
} from '../../kit/server-process.ts';

const closely = { interval: 10 };
const started: ServerProcess[] = [];
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-backups-'));
});
afterAll(async () => {
  const left = started.filter(({ process: p }) => p.exitCode === null && p.signalCode === null);
  await Promise.all(left.map((server) => server.end('SIGTERM')));
  await rm(root, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(env);
  started.push(server);
  return server;
}

/** A command's JSON output. */
async function json(words: string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await runCommand([...words, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Makes calls without a pause until stopped, a few at a time. */
function createLoad(server: ServerProcess, apiKey: string) {
  const answered: string[] = [];
  const ids = { calls: 0, isOver: false };
  const worker = async () => {
    while (!ids.isOver && ids.calls < 20_000) {
      const mobile = `139${String(ids.calls++).padStart(8, '0')}`;
      const { status, body } = await server.call('sms_code', apiKey, { mobile, code: '1' });
      if (status === 201) answered.push(body.requestId);
    }
  };
  const workers = Promise.all([worker(), worker(), worker(), worker()]);
  return {
    answered,
    stop() {
      ids.isOver = true;
      return workers;
    },
  };
}

describe('a backup under load', () => {
  const source = () => ({ DATA_DIR: join(root, 'source') });
  const copy = () => ({ DATA_DIR: join(root, 'copy') });
  const file = () => join(root, 'load.backup');
  let answeredBefore: string[];
  let answeredInAll: number;

  beforeAll(async () => {
    const server = await start(source());
    const apiKey = (await readFile(join(source().DATA_DIR, 'demo.key'), 'utf8')).trim();
    const load = createLoad(server, apiKey);
    // A hook is not a test, so it cannot use expect.poll.
    const patience = { ...closely, timeout: 30_000 };
    await vi.waitFor(() => expect(load.answered.length).toBeGreaterThan(200), patience);
    answeredBefore = [...load.answered];
    const made = await json(['backup', 'create', file()], source());
    expect(made.dataKey.keptIn).toBe(join(source().DATA_DIR, 'data.key'));
    expect(load.answered.length).toBeGreaterThan(answeredBefore.length);
    await load.stop();
    answeredInAll = load.answered.length;
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('is restored into an empty place, with correct books', async () => {
    const { audit, dataKey, madeAt } = await json(['backup', 'restore', file()], copy());
    expect(audit).toMatchObject({ ok: true, faults: [] });
    expect(dataKey).toMatchObject({ place: join(copy().DATA_DIR, 'data.key'), isThere: false });
    expect(audit.calls).toBeGreaterThanOrEqual(answeredBefore.length);
    expect(audit.calls).toBeLessThanOrEqual(answeredInAll + 4);

    const early = await runCommand(['ledger', 'audit'], copy());
    expect(early).toMatchObject({ code: 3, stderr: expect.stringMatching(/data\.key is missing/) });
    await copyFile(join(source().DATA_DIR, 'data.key'), join(copy().DATA_DIR, 'data.key'));
    expect(await json(['ledger', 'audit'], copy())).toMatchObject({ ok: true });
    const against = { keptAt: madeAt };
    expect(await json(['audit', 'verify'], copy())).toMatchObject({ ok: true, against });
  });

  test('holds every call that was answered before it began, and continues from there', async () => {
    const server = await start(copy());
    const apiKey = (await readFile(join(source().DATA_DIR, 'demo.key'), 'utf8')).trim();
    for (const requestId of answeredBefore) {
      const { status, body } = await server.call('sms_status', apiKey, { requestId });
      expect([status, body.data.mobile]).toEqual([201, expect.stringMatching(/139[0-9]{8}$/)]);
    }
    const again = await server.call('sms_code', apiKey, { mobile: '13912345678', code: '1' });
    expect(again.status).toBe(201);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await json(['ledger', 'audit'], copy())).toMatchObject({ ok: true });
  });

  test('is not restored over an installation, nor beside another one’s key', async () => {
    const over = await runCommand(['backup', 'restore', file()], copy());
    expect(over).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty/) });
    const other = join(root, 'other');
    await mkdir(other);
    await writeFile(join(other, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`);
    const beside = await runCommand(['backup', 'restore', file()], { DATA_DIR: other });
    expect(beside).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not hold the data key/),
    });
    expect(existsSync(join(other, 'pg'))).toBe(false);
  });

  test('that was cut off is refused with one sentence, and nothing is restored', async () => {
    const cut = join(root, 'cut.backup');
    await writeFile(cut, (await readFile(file())).subarray(0, 5_000));
    const nowhere = join(root, 'nowhere');
    const ran: Ran = await runCommand(['backup', 'restore', cut], { DATA_DIR: nowhere });
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^countersign: \S+cut\.backup is [^\n]+\n$/);
    expect(existsSync(nowhere)).toBe(false);
  });
});

test('a killed restore leaves nothing that looks like an installation', async () => {
  const [from, into] = [await createTestDatabase(), await createTestDatabase({ isBare: true })];
  // Nobody reads the audit log here, and it would take as long as the rest of the test.
  await from.pool.query(
    `alter table accounts disable trigger user; alter table wallets disable trigger user;
     insert into accounts (account_id, name) select n, 'A' from generate_series(1, 50000) n`,
  );
  await from.pool.query(
    `insert into wallets (account_id, mode)
     select account_id, mode from accounts, (values ('test'), ('live')) as m (mode)`,
  );
  const file = join(root, 'large.backup');
  const env = { DATA_DIR: root, DATA_KEY: 'ab'.repeat(32) };
  await json(['backup', 'create', file], { ...env, DATABASE_URL: from.target });
  const main = join(import.meta.dirname, '../../../src/main.ts');
  const child = spawn(process.execPath, [main, 'backup', 'restore', file], {
    env: { ...inherited, ...env, DATABASE_URL: into.target },
    stdio: 'ignore',
  });
  const sessions = async (word: string) =>
    (
      await into.pool.query(
        `select from pg_stat_activity where datname = current_database()
           and application_name = 'countersign restore' and query ilike $1`,
        [word],
      )
    ).rowCount;
  await expect.poll(() => sessions('copy %'), closely).toBe(1);
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  await expect.poll(() => sessions('%'), closely).toBe(0);
  const visit = await runCommand(['account', 'list'], { ...env, DATABASE_URL: into.target });
  expect(visit.stderr).toContain('There is no installation in this database.');
  await json(['backup', 'restore', file], { ...env, DATABASE_URL: into.target });
  const { accounts } = await json(['account', 'list', '--after', '49999'], {
    ...env,
    DATABASE_URL: into.target,
  });
  expect(accounts).toHaveLength(1);
  await Promise.all([from.drop(), into.drop()]);
});
