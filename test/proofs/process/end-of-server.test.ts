import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedPaths } from '../../../src/installation/embedded-postgres/embedded.ts';
import { findPostmaster } from '../../../src/installation/embedded-postgres/postmaster.ts';
import { inherited, startServer } from '../../kit/server-process.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-end-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const runningDatabase = () => findPostmaster(embeddedPaths(dataDir).pgDir);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a server with a database of its own', () => {
  test('stops cleanly when its terminal is closed, however often it is signalled', async () => {
    const server = await startServer({ DATA_DIR: dataDir });
    expect(await runningDatabase()).toBeDefined();
    const telling = setInterval(() => server.process.kill('SIGHUP'), 1);
    const end = await server.end('SIGHUP').finally(() => clearInterval(telling));
    expect(end).toBe(0);
    expect(await runningDatabase()).toBeUndefined();
  });

  test('does not keep running when the script that started it is killed', async () => {
    const script = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../../scripts/start.mjs')],
      {
        env: { ...inherited, DATA_DIR: dataDir, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise<void>((resolve) => {
      let output = '';
      script.stdout.on('data', (data) => {
        output += data;
        if (/^ready /m.test(output)) resolve();
      });
    });
    // By its command line: once it serves, another child of the script builds the console.
    const found = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    const child = found
      .split('\n')
      .find((line) => new RegExp(`^\\s*\\d+\\s+${script.pid}\\s.*main\\.ts serve`).test(line));
    const server = Number.parseInt(child ?? '', 10);
    expect(isAlive(server)).toBe(true);
    script.kill('SIGKILL');
    await expect.poll(() => isAlive(server)).toBe(false);
    expect(await runningDatabase()).toBeUndefined();
  });
});
