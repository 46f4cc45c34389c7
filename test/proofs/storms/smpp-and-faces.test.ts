import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { createMovableClock } from '../../../src/foundation/clock.ts';
import type { Product } from '../../../src/foundation/contract/products.ts';
import { checkStatus } from '../../../src/foundation/contract/wire/face.ts';
import { loadConfig } from '../../../src/foundation/settings/config.ts';
import { createVault } from '../../../src/foundation/vault.ts';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { findAbandoned, resolveCalls } from '../../../src/line/calls/resolve-calls.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { topUp } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { expireChecks, queryOverdueChecks } from '../../../src/products/checks/check-jobs.ts';
import { httpFaceSimulator } from '../../../src/vendors/simulators/http-face.ts';
import type { Simulator } from '../../../src/vendors/simulators/simulator.ts';
import { smppSimulator } from '../../../src/vendors/simulators/smpp.ts';
import { byTest } from '../../kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../kit/command-line-fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type Rehearsed, rehearse, routeTo } from '../../vendors/rehearse.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const kills = 20;
const freezes = 10;
/** On busy cores servers start slowly, and fewer of them die. */
const longestStormMs = 40_000;
/** Longer than the deadline of a call. */
const frozenMs = 2_000;
const dataKey = randomBytes(32);
const settings = {
  PROVIDER_TIMEOUT_MS: '500',
  CALL_DEADLINE_MS: '1500',
  IDEMPOTENCY_WAIT_MS: '100',
  PUMPING_STOP: 'off',
  DATA_KEY: dataKey.toString('hex'),
};
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let servers: Servers;
/** Those that are neither killed nor frozen. */
let alive: ServerProcess[];
let cli: CommandLineFixture;
let centre: Rehearsed;
let faces: Rehearsed;

beforeAll(async () => {
  servers = await startServers(3, settings);
  alive = [...servers.all];
  cli = createCommandLineFixture(servers.database, createVault(dataKey));
  centre = await simulate(smppSimulator);
  faces = await simulate(httpFaceSimulator);
}, longTimeoutMs);
afterAll(async () => {
  await Promise.all([centre, faces].map((each) => each?.running.close()));
  await servers.close();
}, longTimeoutMs);

/** Callbacks go to a live server, as through a load balancer. */
function simulate(simulator: Simulator): Promise<Rehearsed> {
  const callbackUrlOf = (key: string) => `${anyServer().url}/callbacks/${key}`;
  return rehearse(cli, simulator, { code: simulator.vendor, callbackUrlOf });
}

function anyServer(): ServerProcess {
  return alive[Math.floor(Math.random() * alive.length)] as ServerProcess;
}

async function newLiveKey(product: Product, provider: Rehearsed) {
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), { name: product });
  await topUp(byTest(pool), { accountId, mode: 'live', amount: 10_000_0000n, reference: 'first' });
  const { apiKey } = await createKey(byTest(pool), { accountId, mode: 'live' });
  await routeTo(cli, product, accountId, [provider]);
  return { accountId, apiKey };
}

/** Kills and freezes servers at random moments, leaves three alive, and returns what it did. */
async function disturb(): Promise<string[]> {
  const deeds = [...Array(kills).fill('kill'), ...Array(freezes).fill('freeze')];
  const done: string[] = [];
  const after: Promise<void>[] = [];
  const untilMs = performance.now() + longestStormMs;
  while (deeds.length > 0 && performance.now() < untilMs) {
    await sleep(Math.random() * 200);
    if (alive.length < 2) continue;
    const [deed] = deeds.splice(Math.floor(Math.random() * deeds.length), 1);
    const victim = anyServer();
    alive = alive.filter((server) => server !== victim);
    after.push(deed === 'kill' ? replace(victim) : freeze(victim));
    done.push(deed);
  }
  await Promise.all(after);
  return done;
}

async function replace(victim: ServerProcess): Promise<void> {
  await victim.kill();
  alive.push(await servers.startAnother());
}

async function freeze(victim: ServerProcess): Promise<void> {
  victim.freeze();
  await sleep(frozenMs);
  victim.thaw();
  alive.push(victim);
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies of several operations and of the person's page
  body: any;
}

/** Undefined if the server died meanwhile. */
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(`${anyServer().url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: await response.json() } as Reply;
  } catch {
    return undefined;
  }
}

/** Repeats a request until it is accepted or its outcome is unknown, each time at any server. */
async function untilDecided(send: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  for (let tries = 0; tries < 30; tries++) {
    const reply = await send();
    if (reply && (reply.status < 400 || reply.status === 504)) return reply;
    await sleep(100);
  }
  return undefined;
}

function callOf(apiKey: string, product: Product, key: string, body: object) {
  return untilDecided(() =>
    post(`/api/v1/${product}`, body, { 'x-api-key': apiKey, 'idempotency-key': key }),
  );
}

let numbers = 0;

/** Sends a code, and returns its number if the platform acknowledged it. */
async function sendCode(apiKey: string): Promise<string | undefined> {
  const mobile = `139${String(10_000_000 + numbers++)}`;
  const reply = await callOf(apiKey, 'sms_code', mobile, { mobile, code: '482913' });
  return reply?.status === 201 ? mobile : undefined;
}

interface AskedCheck {
  checkId: string;
  authToken: string;
  /** The vendor's session that the person completed. */
  sessionRef: string | undefined;
}

const asPage = { 'sec-fetch-site': 'same-origin' };

/** Asks for a check, and completes it as a person does; undefined if it was not acknowledged. */
async function checkFace(apiKey: string): Promise<AskedCheck | undefined> {
  const person = { name: '张小明', cardNo: '11010519491231002X' };
  const reply = await callOf(apiKey, 'face_verify', `check ${numbers++}`, person);
  if (reply?.status !== 201) return undefined;
  const { authToken, authUrl } = reply.body.data;
  const path = new URL(authUrl).pathname;
  const agreement = { version: 'check-3.en', providers: [faces.code], agreed: 'on' };
  const begun = await untilDecided(async () => {
    await post(`${path}/consent`, agreement, asPage);
    const session = await post(`${path}/session?device=mobile`, {}, asPage);
    return session?.body.url ? session : undefined;
  });
  const sessionRef = begun && new URL(begun.body.url).pathname.split('/').at(-1);
  if (sessionRef) faces.running.decide(sessionRef, 'passed');
  return { checkId: reply.body.requestId, authToken, sessionRef };
}

/** Repeats an action, several at a time, until the promise is settled. */
async function collectUntil<Value>(
  over: Promise<unknown>,
  atOnce: number,
  action: () => Promise<Value | undefined>,
): Promise<Value[]> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  over.then(end, end);
  const values: Value[] = [];
  const work = async () => {
    while (!isOver) {
      const value = await action();
      if (value !== undefined) values.push(value);
      await sleep(Math.random() * 100);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return values;
}

/** Ends everything that is open, days later by the clock of this process. */
async function endAll(): Promise<void> {
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
  clock.move(30 * 24 * 3_600_000);
  const look = async () => {
    await findAbandoned(app.line);
    await app.pool.query(
      `update unresolved_calls set next_try_at = to_timestamp(0) where review_since is null`,
    );
    await resolveCalls(app.line);
    await queryOverdueChecks(app.line.checks);
    await expireChecks(app.line.checks);
    const { rows } = await app.pool.query<{ open: number }>(
      `select (
         select count(*) from calls c left join unresolved_calls u using (account_id, call_id)
         where c.state in ('held', 'unknown') and u.review_since is null
       )::integer + (select count(*) from checks where status = 0)::integer as open`,
    );
    return rows[0]?.open;
  };
  await expect.poll(look, { interval: 200 }).toBe(0);
  await app.close();
}

interface Ended {
  callId: string;
  state: string;
  isOnReview: boolean;
}

async function readCalls(accountId: number): Promise<Ended[]> {
  const { rows } = await servers.database.pool.query<Ended>(
    `select c.call_id as "callId", c.state, u.review_since is not null as "isOnReview"
     from calls c left join unresolved_calls u using (account_id, call_id)
     where c.account_id = $1`,
    [accountId],
  );
  return rows;
}

test(
  'servers that are killed and frozen lose no SMPP message and no face check',
  async () => {
    const texting = await newLiveKey('sms_code', centre);
    const checking = await newLiveKey('face_verify', faces);
    const over = disturb();
    const [codes, checks, deeds] = await Promise.all([
      collectUntil(over, 4, () => sendCode(texting.apiKey)),
      collectUntil(over, 3, () => checkFace(checking.apiKey)),
      over,
    ]);

    // A person who completed a check gets the result, although its callback may have met a dead server.
    const recheck = async (authToken: string) => {
      const headers = { 'x-api-key': checking.apiKey };
      return (await post('/api/v1/face_verify', { authToken }, headers))?.body.data?.status;
    };
    const completed = checks.filter(({ sessionRef }) => sessionRef !== undefined);
    for (const { authToken } of completed) {
      await expect.poll(() => recheck(authToken)).toBe(checkStatus.passed);
    }
    await endAll();

    const { pool } = servers.database;
    expect((await audit(pool)).faults).toEqual([]);
    const sent = centre.running.taken.map(({ mobile }) => mobile?.slice(-11));
    const calls = await readCalls(texting.accountId);
    const counts = {
      done: calls.filter(({ state }) => state === 'done').length,
      onReview: calls.filter(({ isOnReview }) => isOnReview).length,
    };
    expect(codes.length).toBeGreaterThan(deeds.length);
    expect(codes.filter((mobile) => !sent.includes(mobile))).toEqual([]);
    expect(sent.length - new Set(sent).size).toBe(0);
    // Each message that the centre has is charged, or waits for the operator with its money held.
    expect(counts.done).toBeGreaterThanOrEqual(codes.length);
    expect(sent.length).toBeGreaterThanOrEqual(counts.done);
    expect(sent.length).toBeLessThanOrEqual(counts.done + counts.onReview);

    expect(completed.length).toBeGreaterThan(0);
    const asked = await readCalls(checking.accountId);
    const done = new Set(asked.filter(({ state }) => state === 'done').map(({ callId }) => callId));
    expect(checks.filter(({ checkId }) => !done.has(checkId))).toEqual([]);
    expect(asked.filter(({ state }) => !['done', 'unavailable'].includes(state))).toEqual([]);
    const { rows } = await pool.query<{ status: number; count: number }>(
      'select status, count(*)::integer as count from checks group by status order by status',
    );
    const passed = rows.find(({ status }) => status === checkStatus.passed)?.count;
    expect(passed).toBe(completed.length);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(done.size);
  },
  longTimeoutMs,
);
