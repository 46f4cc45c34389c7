import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createMovableClock } from '../../../src/foundation/clock.ts';
import { loadConfig } from '../../../src/foundation/settings/config.ts';
import { createVault } from '../../../src/foundation/vault.ts';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { findAbandoned, resolveCalls } from '../../../src/line/calls/resolve-calls.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { topUp } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { httpSmsSimulator } from '../../../src/vendors/simulators/http-sms.ts';
import { huaweiSimulator } from '../../../src/vendors/simulators/huawei.ts';
import type { Misbehaviour, Simulator } from '../../../src/vendors/simulators/simulator.ts';
import { yunpianSimulator } from '../../../src/vendors/simulators/yunpian.ts';
import { byTest } from '../../kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../kit/command-line-fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type Rehearsed, rehearse, routeTo, type Settings } from '../../vendors/rehearse.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const runs = 3;
const seed = 20_261_115;
/** How often the resolver may find that another process is running. */
const maxPolls = 100;
const dataKey = randomBytes(32);
/** Short, so that unanswered calls soon reach the resolver. */
const settings = {
  PROVIDER_TIMEOUT_MS: '500',
  CALL_DEADLINE_MS: '1500',
  IDEMPOTENCY_WAIT_MS: '100',
  PUMPING_STOP: 'off',
  DATA_KEY: dataKey.toString('hex'),
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let servers: Servers;
let running: ServerProcess[];
let cli: CommandLineFixture;

beforeAll(async () => {
  servers = await startServers(2, settings);
  running = [...servers.all];
  cli = createCommandLineFixture(servers.database, createVault(dataKey));
});
afterAll(() => servers.close());

/** What the two providers do wrong during some calls. */
interface Turn {
  wrongs: [Misbehaviour[], Misbehaviour[]];
  calls: number;
}

/** In which round, and how long after its start, which server dies. */
interface Kill {
  turn: number;
  server: number;
  afterMs: number;
}

const wrong = fc.constantFrom<Misbehaviour>(
  ...(['down', 'reject', 'unknown_code', 'timeout_sent', 'timeout_lost', 'reset', 'slow'] as const),
  ...(['duplicate_receipts', 'early_receipt', 'no_receipt', 'forged_receipt'] as const),
);
const turn: fc.Arbitrary<Turn> = fc.record({
  wrongs: fc.tuple(
    fc.uniqueArray(wrong, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(wrong, { maxLength: 2 }),
  ),
  calls: fc.integer({ min: 8, max: 16 }),
});
const turns = 6;
const kill: fc.Arbitrary<Kill> = fc.record({
  turn: fc.nat({ max: turns - 1 }),
  server: fc.nat({ max: 1 }),
  afterMs: fc.integer({ min: 5, max: 400 }),
});
/** Which vendors sign, which can be queried, and which do neither. */
const pair = fc.constantFrom<[Simulator, Simulator]>(
  [httpSmsSimulator, yunpianSimulator],
  [yunpianSimulator, huaweiSimulator],
  [huaweiSimulator, httpSmsSimulator],
);

test('whatever vendors do and whenever servers die, exactly the sent messages are charged', {
  timeout: longTimeoutMs,
}, async () => {
  const script = fc.array(turn, { minLength: turns, maxLength: turns });
  const property = fc.asyncProperty(pair, script, kill, async (vendors, all, kill) => {
    const world = await createWorld(vendors);
    for (const [index, each] of all.entries()) {
      await play(world, each, index === kill.turn ? kill : undefined);
    }
    for (const { running: simulator } of world.providers) await simulator.misbehave([]);
    await endAll(world);
    await expectAgreement(world);
    for (const { running: simulator } of world.providers) await simulator.close();
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
  expect((await audit(servers.database.pool)).faults).toEqual([]);
});

interface World {
  accountId: number;
  apiKey: string;
  providers: Rehearsed[];
}

let made = 0;
let numbers = 0;

async function createWorld(vendors: readonly Simulator[]): Promise<World> {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: 'a world' });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 1_000_0000n, reference: 'a world' });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'live' });
  const providers: Rehearsed[] = [];
  for (const simulator of vendors) {
    const code = `${simulator.vendor}-${made++}`;
    providers.push(
      await rehearse(cli, simulator, { code, callbackUrlOf, change: withoutCallback }),
    );
  }
  await routeTo(cli, 'sms_code', accountId, providers);
  return { accountId, apiKey, providers };
}

/** Receipts go to a live server, as through a load balancer. */
function callbackUrlOf(key: string): string {
  return `${running[0]?.url}/callbacks/${key}`;
}

/** The described vendor has no callback URL, and reports a message as absent after a minute. */
function withoutCallback(config: Settings): Settings {
  if (!config.sendBody) return config;
  const sendBody = String(config.sendBody).replace(/,"callback":"[^"]*"/, '');
  return { ...config, sendBody, absentAfterMinutes: 1 };
}

async function play(world: World, { wrongs, calls }: Turn, kill?: Kill): Promise<void> {
  for (const [index, { running: simulator }] of world.providers.entries()) {
    await simulator.misbehave(wrongs[index] ?? []);
  }
  const made = Array.from({ length: calls }, (_, index) => callTwice(world, index));
  if (kill) {
    await sleep(kill.afterMs);
    await running[kill.server]?.kill();
    running[kill.server] = await servers.startAnother();
  }
  await Promise.all(made);
}

/**
 * A caller that gets anything but success repeats the call at the other server, under the same key.
 */
async function callTwice(world: World, index: number): Promise<void> {
  const mobile = `138${String(10_000_000 + numbers++)}`;
  for (const turn of [0, 1]) {
    const status = await call(world, running[(index + turn) % 2] as ServerProcess, mobile);
    if (status === 201) return;
  }
}

/** Undefined if the server died meanwhile. */
async function call({ apiKey }: World, { url }: ServerProcess, mobile: string) {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': apiKey,
    'idempotency-key': mobile,
  };
  const body = JSON.stringify({ mobile, code: '482913' });
  const reply = await fetch(`${url}/api/v1/sms_code`, { method: 'POST', headers, body }).catch(
    () => undefined,
  );
  await reply?.text().catch(() => undefined);
  return reply?.status;
}

/**
 * Runs the resolver until it finds nothing more: now, when vendors have decided, and days later.
 */
async function endAll({ accountId }: World): Promise<void> {
  const clock = createMovableClock(new Date());
  const app = await createApp({
    config: loadConfig({ PORT: '0', ...settings }),
    databaseTarget: servers.database.target,
    vault: await openVault(servers.database.pool, [dataKey]),
    log: quiet,
    version: '0.0.0',
    clock,
    withJobs: false,
  });
  const look = async () => {
    await findAbandoned(app.line);
    await app.pool.query('update unresolved_calls set next_try_at = to_timestamp(0)');
    await resolveCalls(app.line);
  };
  for (const moveMs of [5_000, 200_000, 30 * 24 * 3_600_000]) {
    clock.move(moveMs);
    await look();
  }
  // The servers search too, by their own clock, and what one of them has just taken is skipped.
  for (let tries = 0; tries < maxPolls && (await isOpen(accountId)); tries++) {
    await sleep(200);
    await look();
  }
  await app.close();
}

async function isOpen(accountId: number): Promise<boolean> {
  const ended = await readEnded(accountId);
  return ended.some(({ state, isOnReview }) => ['held', 'unknown'].includes(state) && !isOnReview);
}

interface Ended {
  callId: string;
  state: string;
  providerCode: string;
  isOnReview: boolean;
}

async function readEnded(accountId: number): Promise<Ended[]> {
  const { rows } = await servers.database.pool.query<Ended>(
    `select c.call_id as "callId", c.state, c.provider_code as "providerCode",
       u.review_since is not null as "isOnReview"
     from calls c left join unresolved_calls u using (account_id, call_id)
     where c.account_id = $1`,
    [accountId],
  );
  return rows;
}

async function expectAgreement({ accountId, providers }: World): Promise<void> {
  const calls = await readEnded(accountId);
  const taken = providers.flatMap(({ code, running: { taken } }) =>
    taken.map(({ reference, mobile }) => ({
      code,
      callId: reference?.split('.')[0],
      mobile: mobile?.slice(-11),
    })),
  );
  expect(calls.length).toBeGreaterThan(0);
  // No one gets two messages, although every caller asks twice.
  expect(taken.map(({ mobile }) => mobile).sort()).toEqual(
    [...new Set(taken.map(({ mobile }) => mobile))].sort(),
  );
  const faults = calls.flatMap((call) => {
    const by = taken.filter(({ callId }) => callId === call.callId).map(({ code }) => code);
    return findChargeFault(call, by) ?? [];
  });
  expect(faults).toEqual([]);
  const known = new Set(calls.map(({ callId }) => callId));
  expect(taken.filter(({ callId = '' }) => !known.has(callId))).toEqual([]);
  expect((await audit(servers.database.pool)).faults).toEqual([]);
}

/** The fault in a call, given who accepted its message. */
function findChargeFault(
  { state, isOnReview, providerCode }: Ended,
  by: string[],
): string | undefined {
  switch (state) {
    case 'done':
      return by.length === 1 && by[0] === providerCode
        ? undefined
        : `charged for ${providerCode}, taken by ${by.join()}`;
    case 'rejected':
    case 'unavailable':
      return by.length === 0 ? undefined : `given back, and taken by ${by.join()}`;
    default:
      return isOnReview ? undefined : `${state}, and on no list`;
  }
}
