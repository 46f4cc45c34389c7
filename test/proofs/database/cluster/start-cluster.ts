import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../../kit/free-port.ts';
import { longTimeoutMs } from '../../../kit/long-timeout.ts';
import { fill, ownedFolder } from '../as-postgres.ts';
import { type Member, startMember } from './start-member.ts';

const examples = join(import.meta.dirname, '../../../../deploy/patroni');

/** Two members of PostgreSQL, one of which leads. */
export interface Cluster {
  members: readonly [Member, Member];
  /** Where HAProxy leads to the leader. */
  haproxyPort: number;
  /** Waits until one leads and the other one follows it synchronously. */
  untilWhole(): Promise<{ leader: Member; follower: Member }>;
  /** Waits until this member leads. */
  untilLedBy(member: Member): Promise<void>;
  stop(): Promise<void>;
}

/** Starts etcd, two members and HAProxy with the files of deploy/patroni. */
export async function startCluster(): Promise<Cluster> {
  // A start that fails half-way leaves nothing behind.
  await using started = new AsyncDisposableStack();
  const folder = await ownedFolder('cluster');
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const etcd = await startEtcd(folder, started);
  const start = async (name: string) => {
    const member = await startMember(folder, name, etcd.port);
    started.defer(() => member.stop());
    return member;
  };
  const members = [await start('node1'), await start('node2')] as const;
  const haproxyPort = await startHaproxy(folder, members, started);
  const all = started.move();
  return {
    members,
    haproxyPort,
    async untilWhole() {
      const isWhole = async () => {
        const roles = await Promise.all(members.map(roleOf));
        return roles.includes('leader') && roles.includes('sync_standby') && roles;
      };
      const roles = await vi.waitUntil(isWhole, { timeout: longTimeoutMs, interval: 250 });
      const [leader, follower] =
        roles[0] === 'leader' ? members : ([members[1], members[0]] as const);
      return { leader, follower };
    },
    async untilLedBy(member) {
      const leads = async () => (await roleOf(member)) === 'leader';
      await vi.waitUntil(leads, { timeout: longTimeoutMs, interval: 100 });
    },
    stop: () => all.disposeAsync(),
  };
}

/** What Patroni says of its own node: `leader` once it takes writes, `sync_standby`, or `other`. */
async function roleOf({ restPort }: Member): Promise<string> {
  for (const [path, role] of [
    ['primary', 'leader'],
    ['sync', 'sync_standby'],
  ]) {
    const response = await fetch(`http://127.0.0.1:${restPort}/${path}`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return role as string;
  }
  return 'other';
}

/** Runs a program until the stack is disposed of; what it prints goes to a file of the folder. */
function run(
  started: AsyncDisposableStack,
  folder: string,
  [program = '', ...words]: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): void {
  const log = openSync(join(folder, `${program}.log`), 'a');
  const env = { PATH: process.env.PATH, ...settings };
  const child = spawn(program, words, { env, stdio: ['ignore', log, log] });
  started.defer(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    closeSync(log);
  });
}

/** One member of etcd suffices here: the proof is about what happens when it is out of reach. */
async function startEtcd(folder: string, started: AsyncDisposableStack) {
  const [port, peerPort] = [await freePort(), await freePort()];
  const text = fill(await readFile(join(examples, 'etcd.env'), 'utf8'), {
    ',node2=http://10.0.0.12:2380,node3=http://10.0.0.13:2380': '',
    '10.0.0.11:2380': `127.0.0.1:${peerPort}`,
    '10.0.0.11:2379': `127.0.0.1:${port}`,
    // The file says when it is needed; elsewhere it has no effect.
    '#ETCD_UNSUPPORTED_ARCH': 'ETCD_UNSUPPORTED_ARCH',
  });
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  const settings = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  run(started, folder, ['etcd'], { ETCD_DATA_DIR: join(folder, 'etcd'), ...settings });
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await vi.waitUntil(isHealthy, { timeout: longTimeoutMs, interval: 100 });
  return { port };
}

async function startHaproxy(
  folder: string,
  [one, two]: readonly [Member, Member],
  started: AsyncDisposableStack,
): Promise<number> {
  const port = await freePort();
  const text = fill(await readFile(join(examples, 'haproxy.cfg'), 'utf8'), {
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${port}`,
    'check port 8008 ': 'check ',
    'server node1 10.0.0.11:5432': `server node1 127.0.0.1:${one.port} port ${one.restPort}`,
    'server node2 10.0.0.12:5432': `server node2 127.0.0.1:${two.port} port ${two.restPort}`,
  });
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  run(started, folder, ['haproxy', '-db', '-f', file]);
  return port;
}
