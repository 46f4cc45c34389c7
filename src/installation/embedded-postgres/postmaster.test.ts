import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embeddedPaths, embeddedTarget, startEmbedded } from './embedded.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

let dataDir: string;
let warnings: string[];
const log = {
  debug() {},
  info() {},
  warn: (_fields: object, message: string) => warnings.push(message),
  error() {},
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-postmaster-'));
  warnings = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('stopping PostgreSQL', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** Simulates a server that ignores these signals, with a pid file that names it. */
  async function simulator(...deafTo: NodeJS.Signals[]): Promise<ChildProcess> {
    const script = `for (const signal of ${JSON.stringify(deafTo)}) process.on(signal, () => {});
      setInterval(() => {}, 1000); console.log('here');`;
    const child = spawn(process.execPath, ['-e', script, '--', '-D', dataDir, 'played'], {
      argv0: 'postgres',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    const lines = [child.pid, dataDir, 0, 5432, dataDir];
    writeFileSync(join(dataDir, 'postmaster.pid'), lines.join('\n'));
    return child;
  }

  test('does not force a server that stops by itself', async () => {
    const child = await simulator();
    const ended = once(child, 'exit');
    await stopPostmaster(dataDir, log);
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(warnings).toEqual([]);
  });

  test('forces one that does not stop in time, and reports it', async () => {
    const child = await simulator('SIGINT');
    const ended = once(child, 'exit');
    await stopPostmaster(dataDir, log, 300);
    expect(await ended).toEqual([null, 'SIGQUIT']);
    expect(warnings).toEqual([expect.stringContaining('did not stop in time')]);
  });

  test('fails if it cannot be stopped, and does not wait forever', async () => {
    const child = await simulator('SIGINT', 'SIGQUIT');
    await expect(stopPostmaster(dataDir, log, 300)).rejects.toThrow(
      `PostgreSQL (pid ${child.pid}) did not stop within 0.6 seconds.`,
    );
  });
});

test('stops it during crash recovery, with all committed data kept', async () => {
  const { pgDir } = embeddedPaths(dataDir);
  const start = () => startEmbedded(dataDir, 'test', () => {}, {});
  const { client, socketDir } = await start();
  await client.query('create table kept as select 1 as number');
  const victim = new pg.Client(embeddedTarget(socketDir, 'postgres'));
  victim.on('error', () => {});
  await victim.connect();
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isLost = new Promise((resolve) => client.once('end', resolve));
  process.kill(rows[0]?.pid as number, 'SIGKILL');
  await isLost;
  await stopPostmaster(pgDir, log, 5_000);
  expect(await findPostmaster(pgDir)).toBeUndefined();
  const again = await start();
  const kept = await again.client.query('select number from kept');
  await again.client.end();
  await stopPostmaster(pgDir, log);
  expect(kept.rows).toEqual([{ number: 1 }]);
});
