import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRuns } from '../../../src/installation/jobs/queries.ts';
import { createTestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { launch, runCommand, type ServerProcess, startServer } from '../../kit/server-process.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';

const patient = { timeout: longTimeoutMs };
/** Midnight has always passed, so a backup is due at the start. */
const atOnce = { BACKUP_AT: '00:00', TIME_ZONE: 'UTC' };
let root: string;
let publicKey: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'countersign-schedule-'));
  await chmod(root, 0o755);
  const made = await runCommand(['backup', 'key', join(root, 'private.key'), '--json'], {});
  ({ publicKey } = JSON.parse(made.stdout));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function newFolders(name: string) {
  const folder = join(root, name, 'backups');
  await mkdir(folder, { recursive: true });
  const env = { ...{ DATA_DIR: join(root, name, 'data'), BACKUP_DIR: folder }, ...atOnce };
  return { folder, env };
}

const list = (folder: string) => readdir(folder).then((names) => names.sort());

test(
  'of two servers one makes the backup that is due, and neither makes another',
  patient,
  async () => {
    const database = await createTestDatabase();
    const [first, second] = [await newFolders('first'), await newFolders('second')];
    const shared = { DATABASE_URL: database.target, DATA_KEY: 'ab'.repeat(32), WORKERS: '1' };
    const start = () =>
      Promise.all([first, second].map(({ env }) => startServer({ ...env, ...shared })));
    const end = async (servers: ServerProcess[]) => {
      for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
    };
    const servers = await start();
    const names = async () => [...(await list(first.folder)), ...(await list(second.folder))];
    await expect
      .poll(names, { timeout: longTimeoutMs })
      .toEqual([expect.stringMatching(/^countersign-\d{8}T\d{6}Z\.backup$/)]);
    await end(servers);
    // A server looks whether the job is due when it starts, and knows of the backup from the database alone.
    const { rows } = await database.pool.query<{ endedAt: Date }>(
      `update job_runs set started_at = started_at - interval '1 minute'
       where job = 'scheduled backup' returning ended_at as "endedAt"`,
    );
    const restarted = await start();
    const lastLook = async () =>
      (await listRuns(database.pool)).find(({ job }) => job === 'scheduled backup')?.endedAt;
    await expect.poll(lastLook).not.toEqual(rows[0]?.endedAt);
    expect(await names()).toHaveLength(1);
    await end(restarted);
    const doctor = await runCommand(['doctor', '--json'], { ...first.env, ...shared });
    const { checks } = JSON.parse(doctor.stdout);
    expect(checks.find(({ check }: { check: string }) => check === 'backups')).toMatchObject({
      ok: true,
    });
    await database.drop();
  },
);

const hasAge = hasProgram('age', '--version');
test.skipIf(!hasAge)(
  'Debian’s age opens our files, and we open its (skipped without age)',
  patient,
  async () => {
    const { folder, env } = await newFolders('age');
    const server = await startServer({ ...env, BACKUP_AT: '00:00' });
    await expect.poll(() => list(folder), { timeout: longTimeoutMs }).toHaveLength(1);
    expect(await server.end('SIGTERM')).toBe(0);
    const plain = join(root, 'plain.backup');
    const ours = join(root, 'ours.age');
    const noKey = { DATA_DIR: env.DATA_DIR };
    expect((await runCommand(['backup', 'create', plain, '--no-proof'], noKey)).code).toBe(0);
    const created = await runCommand(['backup', 'create', ours], {
      ...{ ...noKey, BACKUP_PUBLIC_KEY: publicKey },
    });
    expect([created.code, created.stdout]).toEqual([0, expect.stringContaining('encrypted')]);
    const key = join(root, 'private.key');
    const opened = execFileSync('age', ['--decrypt', '-i', key, ours], { maxBuffer: 2 ** 27 });
    expect(opened.subarray(0, 4)).toEqual((await readFile(plain)).subarray(0, 4));
    const theirs = join(root, 'theirs.age');
    execFileSync('age', ['--encrypt', '-r', publicKey, '-o', theirs, plain]);
    for (const [at, file] of [ours, theirs].entries()) {
      const words = ['backup', 'restore', file, '--key', key, '--json'];
      const { code, stdout } = await runCommand(words, { DATA_DIR: join(root, `restored-${at}`) });
      expect([code, JSON.parse(stdout).audit]).toMatchObject([0, { ok: true }]);
    }
  },
);

describe('a run that is killed', () => {
  const scratchOf = (env: { DATA_DIR: string }) => join(env.DATA_DIR, 'backup-proof');
  const isProving = (env: { DATA_DIR: string }) =>
    existsSync(join(scratchOf(env), 'pg', 'postmaster.pid'));

  test('with its server removes its copy by itself', patient, async () => {
    const { folder, env } = await newFolders('server');
    const server = await startServer(env);
    await expect.poll(() => isProving(env), { interval: 5, timeout: longTimeoutMs }).toBe(true);
    server.process.kill('SIGKILL');
    await expect.poll(() => existsSync(scratchOf(env)), { timeout: longTimeoutMs }).toBe(false);
    expect(await list(folder)).toEqual([expect.stringMatching(/\.unproved$/)]);
    // The next start finds the database of the killed server.
    const next = await startServer({ ...env, BACKUP_DIR: '' });
    expect(await next.end('SIGTERM')).toBe(0);
  });

  test(
    'leaves no half file with a name, and its copy is removed by the next run',
    patient,
    async () => {
      const { folder, env } = await newFolders('command');
      const server = await startServer({ ...env, BACKUP_DIR: '' });
      const { child } = launch(['backup', 'run'], env);
      await expect.poll(() => isProving(env), { interval: 5, timeout: longTimeoutMs }).toBe(true);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(existsSync(scratchOf(env))).toBe(true);
      const next = await runCommand(['backup', 'run', '--json'], env);
      expect([next.code, next.stderr]).toEqual([0, '']);
      expect(existsSync(scratchOf(env))).toBe(false);
      // The unproved file of the killed run is older than the proved one.
      expect(await list(folder)).toEqual([expect.stringMatching(/\.backup$/)]);
      expect(await server.end('SIGTERM')).toBe(0);
    },
  );
});

const canMount = (() => {
  const folder = join(tmpdir(), `countersign-mount-${process.pid}`);
  try {
    execFileSync('mkdir', ['-p', folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    execFileSync('rm', ['-rf', folder]);
  }
})();

test.skipIf(!canMount)(
  'a full or missing disk fails with a sentence, and loses no older backup (skipped where nothing can be mounted)',
  patient,
  async () => {
    const { folder, env } = await newFolders('full');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', folder]);
    try {
      const server = await startServer({ ...env, BACKUP_DIR: '' });
      const older = 'countersign-20200101T000000Z.backup';
      await writeFile(join(folder, older), 'older');
      const full = await runCommand(['backup', 'run'], env);
      expect([full.code, full.stderr]).toEqual([
        1,
        expect.stringMatching(/Cannot write .*no space/i),
      ]);
      expect(await list(folder)).toEqual([older]);
      const { stdout } = await runCommand(['doctor'], env);
      expect(stdout).toMatch(/✗ Backups: the last one failed: Cannot write/);
      const gone = await runCommand(['backup', 'run'], {
        ...env,
        BACKUP_DIR: join(folder, 'none'),
      });
      expect(gone.stderr).toMatch(/Create it, or mount its disk/);
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      execFileSync('umount', [folder]);
    }
  },
);
