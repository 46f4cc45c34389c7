import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../kit/free-port.ts';
import { createTcpProxy } from '../../../kit/tcp-proxy.ts';
import { binFolder, fill, ownedFolderIn, postgresUser } from '../as-postgres.ts';
import { childrenOf, signalAll } from './processes.ts';

const example = join(import.meta.dirname, '../../../../deploy/patroni/patroni.yml');

/** A PostgreSQL node with its Patroni. */
export interface Member {
  name: string;
  /** Where clients reach PostgreSQL, and HAProxy Patroni. */
  port: number;
  restPort: number;
  /** Ends Patroni and PostgreSQL at once, as a power cut would. */
  kill(): void;
  /** Starts Patroni again after a kill. */
  start(): Promise<void>;
  /** Suspends Patroni and every process of PostgreSQL. */
  freeze(): void;
  /** Suspends Patroni alone, so that PostgreSQL goes on as if it still led. */
  hang(): void;
  thaw(): void;
  /** Separates it from etcd and the other member. Clients still reach it. */
  isolate(): void;
  rejoin(): void;
  /** What an operator runs on this node. */
  patronictl(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** Runs Patroni with our example. What other members and etcd exchange with it passes proxies. */
export async function startMember(folder: string, name: string, etcdPort: number): Promise<Member> {
  const home = await ownedFolderIn(folder, name);
  const [port, restPort] = [await freePort(), await freePort()];
  const host = '127.0.0.1';
  const etcd = await createTcpProxy({ host, port: etcdPort });
  const database = await createTcpProxy({ host, port });
  const rest = await createTcpProxy({ host, port: restPort });
  const proxies = [etcd, database, rest];
  const file = join(home, 'config.yml');
  const text = fill(await readFile(example, 'utf8'), {
    'name: node1': `name: ${name}`,
    ' listen: 10.0.0.11:8008': ` listen: ${host}:${restPort}`,
    'connect_address: 10.0.0.11:8008': `connect_address: ${host}:${rest.port}`,
    // Without the last line, Patroni would learn etcd's own address and go around the proxy.
    'hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `hosts: ${host}:${etcd.port}\n  use_proxies: true`,
    ' listen: 10.0.0.11:5432': ` listen: ${host}:${port}`,
    'connect_address: 10.0.0.11:5432': `connect_address: ${host}:${database.port}`,
    '/var/lib/postgresql/15/countersign': join(home, 'data'),
    '/var/lib/postgresql/patroni.pgpass': join(home, 'pgpass'),
    '/var/run/postgresql': home,
    '/usr/lib/postgresql/15/bin': binFolder,
    '10.0.0.0/24': '127.0.0.0/8',
  });
  await writeFile(file, text, { mode: 0o600 });
  const user = postgresUser();
  await chown(file, user.uid, user.gid);
  const log = await open(join(folder, `${name}.log`), 'a');
  const run = () =>
    spawn('patroni', [file], {
      ...user,
      cwd: home,
      env: env(home),
      stdio: ['ignore', log.fd, log.fd],
    });
  let patroni = run();
  /** Empty if it could not be started: 0 would be this process and all others of its group. */
  const ofPatroni = () => (patroni.pid === undefined ? [] : [patroni.pid]);
  const all = () => [...ofPatroni(), ...postgresOf(join(home, 'data'))];
  return {
    name,
    port,
    restPort,
    kill: () => signalAll(all(), 'SIGKILL'),
    async start() {
      await ended(patroni);
      patroni = run();
    },
    freeze: () => signalAll(all(), 'SIGSTOP'),
    hang: () => signalAll(ofPatroni(), 'SIGSTOP'),
    thaw: () => signalAll(all(), 'SIGCONT'),
    isolate: () => proxies.forEach((proxy) => void proxy.silence({ newOnes: true })),
    rejoin() {
      for (const proxy of proxies) proxy.speak();
      // As a network that is back, on which both sides find their old connections dead.
      for (const proxy of proxies) proxy.cut();
    },
    async patronictl(...words) {
      const done = await promisify(execFile)('patronictl', ['-c', file, ...words], {
        ...user,
        cwd: home,
        env: env(home),
      });
      return done.stdout;
    },
    async stop() {
      signalAll(all(), 'SIGKILL');
      await ended(patroni);
      await log.close();
      for (const proxy of proxies) await proxy.close();
    },
  };
}

function env(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/**
 * The first process of PostgreSQL, which Patroni detaches from itself, and those it started. It works in its data
 * folder; after a kill, the ID in the file may belong to any other process.
 */
function postgresOf(dataFolder: string): number[] {
  try {
    const [pid] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(dataFolder)) return [];
    return [Number(pid), ...childrenOf(Number(pid))];
  } catch {
    return [];
  }
}
