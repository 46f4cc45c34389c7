import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inherited } from '../../kit/server-process.ts';

const root = join(import.meta.dirname, '../../..');
/** Where groups with a memory limit are made: version 1 of control groups has a tree for memory. */
const trees = [
  { folder: '/sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', file: 'memory.max' },
];

/** A control group with a limit; undefined where none can be made. */
function makeGroup(megabytes: number): string | undefined {
  for (const { folder, file } of trees) {
    const group = join(folder, `countersign-${process.pid}`);
    try {
      mkdirSync(group);
      if (existsSync(join(group, file))) {
        writeFileSync(join(group, file), String(megabytes * 1024 ** 2));
        return group;
      }
      rmdirSync(group);
    } catch {}
  }
  return undefined;
}

const group = makeGroup(600);

/** Starts a server in the group, and waits for its end. */
function start(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-memory-'));
  const words = [`${group}/cgroup.procs`, process.execPath, join(root, 'src/main.ts'), 'serve'];
  const { status, stderr } = spawnSync('sh', ['-c', 'echo $$ > "$0"; exec "$@"', ...words], {
    env: { ...inherited, DATA_DIR: dataDir, PORT: '0', ...settings },
    encoding: 'utf8',
  });
  rmSync(dataDir, { recursive: true });
  return { status, stderr };
}

test.skipIf(!group)(
  'a server refuses a memory limit that is too small (skipped where no control group can be made)',
  () => {
    expect(start({ WORKERS: '2' })).toEqual({
      status: 1,
      stderr: expect.stringContaining(
        'The memory limit is 600 MB. A server with 2 workers and its own PostgreSQL needs 768 MB.',
      ),
    });
    // This one has enough: it goes on until it does not find the database.
    const external = { DATABASE_URL: 'postgresql://127.0.0.1:1/nothing', WORKERS: '1' };
    expect(start(external).stderr).not.toContain('memory');
    if (group) rmdirSync(group);
  },
);
