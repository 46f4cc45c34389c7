import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createDatabaseProxy } from '../../kit/database-proxy.ts';
import { freePort } from '../../kit/free-port.ts';

const program = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(program);

/** Debian's PgBouncer in front of a database, with its defaults but for the given lines. */
export async function startPgBouncer(target: string, lines: readonly string[]) {
  const url = new URL(target);
  const user = url.searchParams.get('user');
  // The tests' database takes connections of this user's processes only.
  const proxy = await createDatabaseProxy(target);
  const name = url.pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'countersign-pgbouncer-'));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `${name} = host=127.0.0.1 port=${proxy.port} dbname=${name} user=${user}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      ...lines,
    ].join('\n'),
  );
  // PgBouncer refuses to run as root; it changes to this user after it has read the file.
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn(program, ['-q', ...asUser, file], { stdio: 'ignore' });
  await expect.poll(() => accepts(listenPort)).toBe(true);
  return {
    target: `postgresql://${user}@127.0.0.1:${listenPort}/${name}`,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await proxy.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}
