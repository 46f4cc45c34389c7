import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { endWithUs } from '../scripts/end-with-us.mjs';
import { embeddedRuntime } from '../src/installation/embedded-postgres/embedded-runtime.ts';
import { embeddedUser, launchAs } from '../src/installation/embedded-postgres/embedded-user.ts';
import { freePort } from '../test/kit/free-port.ts';

/**
 * An ordinary PostgreSQL: the packaged programs with PostgreSQL's default settings, over TCP.
 * Returns its URL, as an operator would set it in DATABASE_URL.
 */
export async function startOrdinaryPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-ordinary-'));
  const user = embeddedUser(folder);
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const { initdb, postgres, mustRead } = embeddedRuntime();
  const paths = [...mustRead, folder];
  const { command, args, ...as } = launchAs(user, paths, initdb, [
    ...['-D', data, '--username=bench', '--auth=trust', '--encoding=UTF8', '--locale=C'],
  ]);
  await promisify(execFile)(command, args, { cwd: '/', ...as });
  const port = await freePort();
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const launch = launchAs(user, paths, postgres, options);
  const child = spawn(launch.command, launch.args, {
    cwd: '/',
    stdio: 'ignore',
    uid: launch.uid,
    gid: launch.gid,
  });
  const callOff = endWithUs(child.pid as number, folder);
  const url = `postgresql://bench@127.0.0.1:${port}/postgres`;
  await untilReady(url);
  return {
    url,
    async stop() {
      callOff();
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(50);
    }
  }
}
