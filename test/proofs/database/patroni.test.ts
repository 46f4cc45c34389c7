import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool, endPool } from '../../../src/foundation/db/connect.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { runCommand, type ServerProcess, startServer } from '../../kit/server-process.ts';
import { expectBooksClosed, readBooks } from '../storms/books.ts';
import { canRun } from './as-postgres.ts';
import { longestGap } from './cluster/gaps.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import type { Member } from './cluster/start-member.ts';
import { type Prober, startProber } from './cluster/start-prober.ts';
import { startTraffic, type Traffic } from './cluster/start-traffic.ts';

const hasPrograms = canRun(['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']);

/** What the platform may add to the time for which the cluster itself accepts no writes. */
const ownShareMs = 10_000;

const superuser = 'postgres:change-me-superuser';
const role = 'countersign:change-me-role';

let cluster: Cluster;
let pool: Pool;
let prober: Prober;
let dataDir: string;
let accountId: number;
/** The settings of the server with both members in its URL. */
let env: Record<string, string>;
/** One with both members in its URL, one behind HAProxy. */
const servers: Record<string, ServerProcess> = {};
const traffic: Record<string, Traffic> = {};

const urlOf = (login: string, ports: readonly number[], database: string) =>
  `postgres://${login}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}`;

/** Follows the page of operations: a role that is no superuser, and two servers with one key. */
async function startPlatform(): Promise<void> {
  const ports = cluster.members.map(({ port }) => port);
  const admin = createPool(urlOf(superuser, ports, 'postgres'), {
    max: 1,
    applicationName: 'admin',
  });
  await admin.query(`create role countersign login password 'change-me-role'`);
  await admin.query('create database countersign');
  await endPool(admin);
  pool = createPool(urlOf(superuser, ports, 'countersign'), { max: 4, applicationName: 'proof' });
  await pool.query(
    `grant connect, temporary on database countersign to countersign;
     grant usage, create on schema public to countersign;`,
  );
  const probed = (port: number) => urlOf(superuser, [port], 'countersign');
  prober = await startProber(pool, {
    'both hosts': ports.map(probed),
    haproxy: [probed(cluster.haproxyPort)],
  });
  env = {
    DATABASE_URL: urlOf(role, ports, 'countersign'),
    DATA_DIR: dataDir,
    DATA_KEY: randomBytes(32).toString('hex'),
  };
  servers['both hosts'] = await startServer(env);
  const byHaproxy = urlOf(role, [cluster.haproxyPort], 'countersign');
  servers.haproxy = await startServer({ ...env, DATABASE_URL: byHaproxy });
}

async function startCalling(): Promise<void> {
  ({ accountId } = await createAccount(byTest(pool), {
    name: 'Harbour',
    testBalance: 10_000_000_000n,
  }));
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'test' });
  Object.entries(servers).forEach(([name, { url }], i) => {
    traffic[name] = startTraffic(url, apiKey, `13${i + 6}`);
  });
}

/** Every call that a caller knows of was made once, charged once and sent once. */
async function expectNothingLost(): Promise<void> {
  const acknowledged = Object.values(traffic).flatMap((calls) => calls.acknowledged);
  const { rows } = await pool.query<Record<'done' | 'sent' | 'repeated', number>>(
    `with sent as (
       select i.call_id, count(*) as times
       from sandbox_messages m
       cross join unnest(m.call_ids) as i (call_id)
       group by 1
     )
     select
       (select count(*) from calls where call_id = any ($1) and state = 'done')::integer as done,
       (select count(*) from sent where call_id = any ($1))::integer as sent,
       (select count(*) from sent where times > 1)::integer as repeated`,
    [acknowledged],
  );
  const { size } = new Set(acknowledged);
  expect(size).toBe(acknowledged.length);
  expect(rows).toEqual([{ done: size, sent: size, repeated: 0 }]);
  expect(await prober.countLost(pool)).toBe(0);
  expect((await audit(pool)).faults).toEqual([]);
}

/** Each server answers 201 and is ready, after this moment. */
async function untilServing(from: number): Promise<void> {
  for (const [name, { url }] of Object.entries(servers)) {
    await expect
      .poll(() => traffic[name]?.successes.at(-1), { timeout: longTimeoutMs, interval: 100 })
      .toBeGreaterThan(from);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  }
}

interface Fault {
  strike(leader: Member, next: Member): unknown;
  /** What an operator, or the end of the fault, does later. */
  mend(leader: Member): unknown;
}

/** Strikes the leader under traffic, mends it, and compares what everyone knows. */
async function suffer(name: string, { strike, mend }: Fault): Promise<void> {
  const { leader, follower } = await cluster.untilWhole();
  await untilServing(performance.now());
  const from = performance.now();
  await strike(leader, follower);
  await cluster.untilLedBy(follower);
  await untilServing(performance.now());
  await mend(leader);
  const after = await cluster.untilWhole();
  expect(after.leader.name).toBe(follower.name);
  await untilServing(performance.now());
  await expectNothingLost();
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  for (const [way, { successes }] of Object.entries(traffic)) {
    const own = longestGap(prober.successes[way] ?? [], from);
    const gap = longestGap(successes, from);
    console.info(`${name}, ${way}: ${seconds(gap)} without a 201, ${seconds(own)} without a write`);
    expect(gap).toBeLessThan(own + ownShareMs);
  }
}

const faults: Record<string, Fault> = {
  'a switchover': {
    strike: (leader, next) =>
      leader.patronictl(
        ...['switchover', '--leader', leader.name, '--candidate', next.name, '--force'],
      ),
    mend: () => {},
  },
  'a killed leader': { strike: (leader) => leader.kill(), mend: (leader) => leader.start() },
  'a frozen leader': { strike: (leader) => leader.freeze(), mend: (leader) => leader.thaw() },
  'a leader whose Patroni hangs': {
    strike: (leader) => leader.hang(),
    mend: (leader) => leader.thaw(),
  },
  'an isolated leader that clients still reach': {
    strike: (leader) => leader.isolate(),
    mend: (leader) => leader.rejoin(),
  },
};

describe.skipIf(!hasPrograms)(
  'two nodes under Patroni (skipped without root or Debian’s postgresql, patroni, etcd-server, haproxy)',
  () => {
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'countersign-patroni-'));
      cluster = await startCluster();
      await cluster.untilWhole();
      await startPlatform();
      await startCalling();
    }, longTimeoutMs);
    afterAll(async () => {
      await Promise.all(Object.values(traffic).map((calls) => calls.finish()));
      await prober?.stop();
      await Promise.all(Object.values(servers).map((server) => server.end('SIGTERM')));
      if (pool) await endPool(pool);
      await cluster?.stop();
      await rm(dataDir, { recursive: true, force: true });
    }, longTimeoutMs);

    test.each(Object.entries(faults))('lose nothing by %s', { timeout: longTimeoutMs }, suffer);

    test('leave no call open and no call twice when all callers have repeated theirs', {
      timeout: longTimeoutMs,
    }, async () => {
      await Promise.all(Object.values(traffic).map((calls) => calls.finish()));
      for (const [way, { replies }] of Object.entries(traffic)) console.info(way, replies);
      await expectNothingLost();
      const calls = Object.values(traffic).flatMap(({ acknowledged }) => acknowledged).length;
      await expect
        .poll(() => readBooks(pool, accountId, 'test'), { timeout: longTimeoutMs, interval: 1_000 })
        .toMatchObject({ charged: calls, sent: calls, chargedAndSent: calls, held: 0n });
      await expectBooksClosed(pool);
    });

    test('are reported by doctor while only one of them has what is committed', {
      timeout: longTimeoutMs,
    }, async () => {
      const { follower } = await cluster.untilWhole();
      const finding = async () => {
        const { stdout } = await runCommand(['doctor', '--json'], env);
        const { checks } = JSON.parse(stdout) as { checks: Record<'check' | 'detail', string>[] };
        return checks.find(({ check }) => check === 'database_settings')?.detail;
      };
      expect(await finding()).toBe('no harmful ones');
      follower.kill();
      await expect
        .poll(finding, { timeout: longTimeoutMs, interval: 1_000 })
        .toContain(`synchronous_standby_names is ''`);
    });
  },
);
