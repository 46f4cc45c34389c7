import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../kit/free-port.ts';
import { until } from '../../kit/until.ts';

const bin = '/usr/lib/postgresql/15/bin';
export const hasDebianPostgres = existsSync(join(bin, 'postgres'));

/** Debian's PostgreSQL with its defaults or these settings, on a port of this machine. */
export async function startDebianPostgres(...settings: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-debian-'));
  await chmod(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const words = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(join(bin, 'initdb'), words, { ...user, cwd: '/' });
  const port = await freePort();
  const options = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder];
  for (const setting of settings) options.push('-c', setting);
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
    ...{ ...user, cwd: '/', stdio: 'ignore' },
  });
  const urlOf = (role: string, name: string) => `postgres://${role}@127.0.0.1:${port}/${name}`;
  async function query(text: string, name = 'postgres') {
    const client = new pg.Client(urlOf('postgres', name));
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  }
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    );
  await until(answers, 30_000);
  return {
    urlOf,
    query,
    async stop() {
      child.kill('SIGQUIT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}
