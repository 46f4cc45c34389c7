import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { project } from '../../../../test/kit/search-recount.ts';
import type { Mode } from '../../../foundation/contract/products.ts';
import type { Scope } from '../../../foundation/contract/scope.ts';
import { revokeKey } from '../../../line/callers/key-queries.ts';
import { putOnReview } from '../../../line/calls/queries.ts';
import { setLowBalance } from '../../../money/ledger/queries.ts';
import { sumReview } from '../../reports/review-queries.ts';
import { routes } from './overview-routes.ts';
import { readLowWallets, readReasons } from './queries.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'viewer' } as const;
const platform: Scope = { kind: 'platform' };
const hourMs = 3_600_000;
const span = () => ({
  from: new Date(Date.now() - 24 * hourMs),
  to: new Date(Date.now() + hourMs),
});

test('a wallet is low when money and credit together last less than a day', async () => {
  const live = await fixture.newCaller({ mode: 'live', balance: '0.08' });
  await live.call('sms_notice', { mobile: '13912345678', content: 'hello' });
  await project(fixture.pool);
  const low = async () =>
    (await readLowWallets(fixture.pool, platform, 'live')).map(({ accountId }) => accountId);
  expect(await low()).toEqual([live.accountId]);
  expect(await readLowWallets(fixture.pool, platform, 'test')).toEqual([]);
  const other: Scope = { kind: 'account', accountId: fixture.accountId };
  expect(await readLowWallets(fixture.pool, other, 'live')).toEqual([]);
  await fixture.pool.query(
    `update wallets set credit_limit = 100000 where account_id = $1 and mode = 'live'`,
    [live.accountId],
  );
  expect(await low()).toEqual([]);
});

test('a wallet below its alert threshold is low however long it lasts', async () => {
  const { accountId } = await fixture.newCaller({ mode: 'live', balance: '9' });
  const own: Scope = { kind: 'account', accountId };
  const low = () => readLowWallets(fixture.pool, own, 'live');
  await setLowBalance(byTest(fixture.pool), { accountId, mode: 'live', amount: 90_000n });
  expect(await low()).toEqual([]);
  await setLowBalance(byTest(fixture.pool), { accountId, mode: 'live', amount: 90_001n });
  const lasts = { anHour: null, hoursLeft: null };
  expect(await low()).toMatchObject([{ accountId, threshold: 90_001n, ...lasts }]);
});

test('failure reasons are shown for the scope', async () => {
  const other = await fixture.newCaller();
  await fixture.call('sms_code', { mobile: '13800000009', code: '1' });
  await other.call('sms_code', { mobile: '13800000009', code: '1' });
  await fixture.fireReceipts();
  await project(fixture.pool);
  const blocked = (calls: number) => [{ reason: 'blocked_by_person', calls }];
  expect(await readReasons(fixture.pool, platform, 'test', span())).toEqual(blocked(2));
  const own: Scope = { kind: 'account', accountId: other.accountId };
  expect(await readReasons(fixture.pool, own, 'test', span())).toEqual(blocked(1));
  expect(await readReasons(fixture.pool, own, 'live', span())).toEqual([]);
});

test('only calls that no provider can answer for wait for the operator', async () => {
  const { body } = await fixture.call('sms_code', { mobile: '13912345678', code: '2' });
  await fixture.pool.query(
    `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
     values ($1, $2, now(), 'unknown', 'sandbox')`,
    [fixture.accountId, body.requestId],
  );
  const waiting = (mode: Mode) => sumReview(fixture.pool, platform, { mode });
  expect(await waiting('test')).toMatchObject({ count: 0, held: 0n });
  const call = { accountId: fixture.accountId, callId: body.requestId };
  await putOnReview(fixture.pool, call, null);
  expect(await waiting('test')).toMatchObject({ count: 1, held: 500n });
  expect(await waiting('live')).toMatchObject({ count: 0, held: 0n });
});

test('a failed audit is shown until the next one succeeds', async () => {
  const stateOf = async () => (await fixture.get(operator, '/platform/overview/proof')).body;
  await fixture.pool.query(
    `insert into job_runs (job, started_at, ended_at, failed_at, failure)
     values ('ledger audit', now(), now() - interval '2 days', now() - interval '1 day', 'no room')`,
  );
  expect(await stateOf()).toMatchObject({ state: 'bad', fault: 'no room' });
  await fixture.pool.query(`update job_runs set ended_at = now() where job = 'ledger audit'`);
  expect(await stateOf()).toMatchObject({ state: 'good', fault: null });
});

test('the first key is shown while it works, and only to operators', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-demo-'));
  const steps = routes.find(({ path }) => path === '/overview/first-steps');
  const demoIn = async (scope: Scope, isOperator = true) => {
    const { pool, url } = fixture;
    const context = { pool, scope, isOperator, config: { dataDir }, apiUrl: () => url };
    const shown = await steps?.handle(context as never, {} as never);
    return (shown as { demo: { apiKey: string } | null }).demo?.apiKey ?? null;
  };
  try {
    const demo = await fixture.newCaller();
    const own: Scope = { kind: 'account', accountId: demo.accountId };
    const other: Scope = { kind: 'account', accountId: fixture.accountId };
    expect(await demoIn(platform)).toBeNull();
    await writeFile(join(dataDir, 'demo.key'), `${demo.apiKey}\n`);
    expect(await demoIn(platform)).toBe(demo.apiKey);
    expect(await demoIn(own)).toBe(demo.apiKey);
    expect(await demoIn(other)).toBeNull();
    expect(await demoIn(own, false)).toBeNull();
    await revokeKey(byTest(fixture.pool), { keyId: demo.keyId });
    expect(await demoIn(platform)).toBeNull();
    const live = await fixture.newCaller({ mode: 'live' });
    await writeFile(join(dataDir, 'demo.key'), live.apiKey);
    expect(await demoIn(platform)).toBeNull();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
