import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createFakeSms, type FakeSms } from '../../../test/kit/fake-sms.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { messageItemOf } from '../../../test/kit/message-item.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { readBalance, topUp } from '../../money/ledger/queries.ts';
import { takeReceipts } from '../../products/messages/receipt-queries.ts';
import { listReview } from '../../surfaces/reports/review-queries.ts';
import { noteAttempt } from '../../vendors/providers/attempt-queries.ts';
import { createDeadlines, type Deadlines } from '../../vendors/providers/deadlines.ts';
import type { StatusItem, StatusQuery } from '../../vendors/providers/provider.ts';
import { createLineWriter } from './line-writer.ts';
import { findAbandoned, type Resolver, resolveCalls } from './resolve-calls.ts';

type Said = StatusItem['state'] | 'throws';

const callDeadlineMs = 30_000;
let database: TestDatabase;
let pool: Pool;
let world: LedgerWorld;
let resolver: Resolver;
let deadlines: Deadlines;
let providers: Record<string, FakeSms>;
let registered: Map<string, FakeSms>;
let asked: (StatusQuery & { code: string })[];
let clock: ReturnType<typeof createMovableClock>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  deadlines = createDeadlines(5_000);
});
afterAll(async () => {
  deadlines.close();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('truncate calls, unresolved_calls');
  await pool.query(`update call_sweep set swept_until = now() - interval '1 hour'`);
  clock = createMovableClock(new Date());
  asked = [];
  registered = new Map();
  providers = Object.fromEntries(['first', 'second', 'sandbox'].map((code) => [code, fake(code)]));
  const ports = { ...writerPorts(pool, clock), log: quiet };
  const writer = createLineWriter(ports);
  world = { ...(await createLedgerWorld(pool)), ...writer };
  resolver = {
    ...ports,
    settles: writer.settles,
    deadlines,
    registry: {
      ...{ sms: registered, voice: new Map(), email: new Map() },
      face: new Map([['third', {}]]),
    },
    metrics: { resolved: () => {} },
    settings: { providerTimeoutMs: 5_000, callDeadlineMs },
  } as unknown as Resolver;
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function fake(code: string): FakeSms {
  const provider = createFakeSms(code);
  const query = provider.queryStatus as NonNullable<FakeSms['queryStatus']>;
  provider.queryStatus = async (of, context) => {
    asked.push({ code, ...of });
    return query(of, context);
  };
  return provider;
}

/** A provider's answer to a query. */
function setStatus(code: string, said: Said): void {
  const provider = providers[code] as FakeSms;
  if (said === 'throws') provider.queryStatus = () => Promise.reject(new Error('down'));
  else provider.setStatus(said);
}

/** Configures a provider: any in the registry can be queried, on a route or not. */
function list(...codes: string[]): void {
  for (const code of codes) registered.set(code, providers[code] as FakeSms);
}

/** A call that was held for these providers and has no outcome. */
async function abandon(mode: Mode = 'live', whom: readonly string[] = []): Promise<string> {
  const callId = randomUUIDv7();
  const { accountId } = world;
  await topUp(byTest(pool), { accountId, mode, amount: 10n, reference: callId });
  const item = messageItemOf({ ...world, mode }, { callId, amount: 10n });
  await world.holds.add({ ...item, order: { ...item.order, providers: whom } });
  clock.move(callDeadlineMs + 1);
  return callId;
}

async function resolve(): Promise<number> {
  await findAbandoned(resolver);
  return resolveCalls(resolver);
}

async function callOf(callId: string) {
  const { rows } = await pool.query(
    `select state, provider_code as provider, provider_ref as ref, evidence from calls
     where call_id = $1`,
    [callId],
  );
  return rows[0];
}

const left = async () => (await pool.query('select from unresolved_calls')).rowCount;
const whom = () => asked.map(({ code }) => code).sort();

describe('a live call whose process died', () => {
  test('is queried at the provider that it was held for, and at no other', async () => {
    list('first', 'second', 'sandbox');
    setStatus('first', 'sent');
    const callId = await abandon('live', ['first', 'second']);
    await resolve();
    expect(await callOf(callId)).toMatchObject({ state: 'done', provider: 'first' });
    expect(asked.map(({ code }) => code)).toEqual(['first']);
  });

  test('is queried at the next one too once that was about to be asked', async () => {
    list('first', 'second', 'sandbox');
    setStatus('first', 'absent');
    setStatus('second', 'sent');
    const callId = await abandon('live', ['first', 'second']);
    const next = { providerCode: 'second', attempt: 2 };
    await noteAttempt(pool, world.accountId, callId, next);
    await resolve();
    expect(await callOf(callId)).toMatchObject({ state: 'done', provider: 'second' });
    expect(asked.map(({ code }) => code).sort()).toEqual(['first', 'second']);
  });

  // @mutant src/line/calls/resolve-calls.ts
  // - case 'unknown':
  // -       return undefined;
  // + case 'unknown':
  // +       return { state: 'unavailable', providerCode, providerRef: null, evidence };
  test('that no provider can answer for waits for the operator, who decides', async () => {
    list('first');
    setStatus('first', 'unknown');
    const callId = await abandon('live', ['first']);
    await resolve();
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
    clock.move(73 * 3_600_000);
    await resolve();
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toMatchObject([
      { callId, providerCode: 'first' },
    ]);
    expect((await callOf(callId)).state).toBe('held');
  });

  test.each([1, -1])(
    'has its age by the database clock, even if our clock is %i h off',
    async (hours) => {
      list('first');
      setStatus('first', 'unknown');
      await abandon('live', ['first']);
      clock.move(71.5 * 3_600_000);
      const offMs = hours * 3_600_000;
      const ours = {
        now: () => new Date(clock.nowMs() + offMs),
        nowMs: () => clock.nowMs() + offMs,
      };
      resolver = { ...resolver, clock: { ...clock, ...ours } };
      await resolve();
      const [query] = asked;
      expect(ours.nowMs() - Number(query?.heldAt)).toBe(callDeadlineMs + 1 + 71.5 * 3_600_000);
      expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
    },
  );

  test('waits for the operator only if none of the providers it may have reached can answer', async () => {
    list('first', 'second');
    Object.assign(providers.second as FakeSms, { horizonHours: 0 });
    for (const code of ['first', 'second']) setStatus(code, 'unknown');
    const callId = await abandon();
    clock.move(71 * 3_600_000);
    await resolve();
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
    clock.move(3_600_000);
    await resolve();
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toMatchObject([{ callId }]);
  });

  test('is listed for the operator from its first day, queried daily, and removed when resolved', async () => {
    list('first');
    setStatus('first', 'unknown');
    const callId = await abandon('live', ['first']);
    clock.move(73 * 3_600_000);
    await resolve();
    const reviewSince = clock.now();
    const day = 86_400_000;
    for (const [pause, questions] of [
      [day - 1, 0],
      [1, 1],
      [day, 1],
    ] as const) {
      asked = [];
      clock.move(pause);
      await resolve();
      expect(asked).toHaveLength(questions);
      expect(await listReview(pool, wholePlatform, { limit: 10 })).toMatchObject([
        { callId, reviewSince },
      ]);
    }
    setStatus('first', 'sent');
    clock.move(day);
    await resolve();
    expect(await listReview(pool, wholePlatform, { limit: 10 })).toEqual([]);
    expect(await callOf(callId)).toMatchObject({ state: 'done' });
  });
});

describe('a live call whose process died ends as the providers it may have reached say:', () => {
  // @mutant src/line/calls/resolve-calls.ts
  // - if (findings.includes(undefined)) return undefined;
  // @mutant src/products/messages/ask-status.ts
  // - } catch (error) {
  // + } catch (error) {
  // +     return { state: 'absent', providerRef: '', detail: '', at: new Date() };
  test.each<[first: Said, second: Said, state: string, provider: string | null]>([
    ['absent', 'absent', 'unavailable', 'first'],
    ['sent', 'absent', 'done', 'first'],
    ['absent', 'sent', 'done', 'second'],
    ['absent', 'delivered', 'done', 'second'],
    ['undelivered', 'absent', 'done', 'first'],
    ['expired', 'absent', 'done', 'first'],
    ['rejected', 'absent', 'rejected', 'first'],
    ['absent', 'rejected', 'rejected', 'second'],
    ['rejected', 'sent', 'done', 'second'],
    ['unknown', 'sent', 'done', 'second'],
    ['throws', 'sent', 'done', 'second'],
    ['unknown', 'absent', 'held', null],
    ['absent', 'unknown', 'held', null],
    ['rejected', 'unknown', 'held', null],
    ['throws', 'absent', 'held', null],
  ])('%s and %s make it %s', async (first, second, state, provider) => {
    list('first', 'second');
    setStatus('first', first);
    setStatus('second', second);
    const callId = await abandon();
    const isOpen = state === 'held';
    expect(await resolve()).toBe(isOpen ? 0 : 1);
    expect(await callOf(callId)).toMatchObject({ state, provider });
    expect(await left()).toBe(isOpen ? 1 : 0);
    expect(await readBalance(pool, world.accountId, 'live')).toMatchObject({
      available: state === 'done' || isOpen ? 0n : 10n,
      held: isOpen ? 10n : 0n,
    });
  });

  test('every SMS provider is queried, and no face provider', async () => {
    list('first', 'second', 'sandbox');
    for (const code of ['first', 'second', 'sandbox']) setStatus(code, 'absent');
    await abandon();
    expect(await resolve()).toBe(1);
    expect(whom()).toEqual(['first', 'sandbox', 'second']);
  });

  test('a provider that cannot be queried keeps it held', async () => {
    list('first', 'second');
    setStatus('first', 'absent');
    delete providers.second?.queryStatus;
    const callId = await abandon();
    expect(await resolve()).toBe(0);
    expect(await callOf(callId)).toMatchObject({ state: 'held' });
  });

  test('no provider at all keeps it held', async () => {
    const callId = await abandon();
    expect(await resolve()).toBe(0);
    expect(await callOf(callId)).toMatchObject({ state: 'held' });
  });
});

describe('a test call whose process died', () => {
  test('is queried at the sandbox, whatever live providers there are', async () => {
    list('first', 'sandbox');
    setStatus('first', 'sent');
    setStatus('sandbox', 'absent');
    const callId = await abandon('test');
    expect(await resolve()).toBe(1);
    expect(whom()).toEqual(['sandbox']);
    expect(await callOf(callId)).toMatchObject({ state: 'unavailable', provider: 'sandbox' });
  });
});

describe('a call with an unknown outcome', () => {
  beforeEach(() => list('first', 'second'));

  async function loseSight(providerCode: string): Promise<string> {
    const callId = await abandon();
    const item = settleItemOf(world, callId, 'unknown');
    await world.settles.add({ ...item, providerCode });
    clock.move(2_000);
    return callId;
  }

  test('is queried at the provider that it reached', async () => {
    setStatus('second', 'sent');
    const callId = await loseSight('second');
    expect(await resolve()).toBe(1);
    expect(asked).toMatchObject([{ code: 'second', callId, providerRef: null }]);
    expect(await callOf(callId)).toMatchObject({
      state: 'done',
      provider: 'second',
      ref: callId,
      evidence: 'status query: sent, second was asked',
    });
  });

  test('stays unknown if its provider was removed', async () => {
    const callId = await loseSight('stranger');
    expect(await resolve()).toBe(0);
    expect(asked).toEqual([]);
    expect(await callOf(callId)).toMatchObject({ state: 'unknown' });
  });

  test('is queried with its own number and time', async () => {
    const callId = await loseSight('second');
    const { rows } = await pool.query('select held_at as "heldAt" from calls where call_id = $1', [
      callId,
    ]);
    await resolve();
    const to = messageItemOf(world).order.recipient?.to;
    expect(asked).toMatchObject([{ callId, to, heldAt: rows[0].heldAt }]);
  });

  test('and that its provider never had is released, without a reference', async () => {
    setStatus('second', 'absent');
    const callId = await loseSight('second');
    await resolve();
    expect(await callOf(callId)).toMatchObject({ state: 'unavailable', ref: null });
    expect(await readBalance(pool, world.accountId, 'live')).toMatchObject({ available: 10n });
  });

  test.each(['sent', 'delivered', 'undelivered', 'expired'])(
    'and whose receipt says %s was sent: no provider is queried',
    async (state) => {
      const callId = await loseSight('second');
      await pool.query('update calls set message_state = $1', [state]);
      expect(await resolve()).toBe(1);
      expect(asked).toEqual([]);
      expect(await callOf(callId)).toMatchObject({
        state: 'done',
        provider: 'second',
        evidence: `receipt: ${state}`,
      });
    },
  );

  test('is settled for the provider whose receipt names it', async () => {
    const callId = await loseSight('first');
    const { rows } = await pool.query('select account_id from calls where call_id = $1', [callId]);
    const reference = `${callId}.${rows[0].account_id}`;
    const word = { state: 'delivered', vendorCode: '', detail: '', at: clock.now() } as const;
    const attempt = { providerCode: 'second', attempt: 2 };
    await noteAttempt(pool, rows[0].account_id, callId, attempt);
    await takeReceipts(pool, [{ reference, ...word, providerCode: 'second', isTrusted: true }]);
    expect(await resolve()).toBe(1);
    expect(asked).toEqual([]);
    expect(await callOf(callId)).toMatchObject({ state: 'done', provider: 'second' });
  });

  test.each<[Said, string]>([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['undelivered', 'undelivered'],
    ['expired', 'expired'],
    ['rejected', 'rejected'],
    ['absent', 'rejected'],
  ])('and that its provider says is %s leaves its message %s', async (said, message) => {
    setStatus('second', said);
    const callId = await loseSight('second');
    expect(await resolve()).toBe(1);
    const { rows } = await pool.query(
      `select message_state as message, finished_at is not null as "isOver" from calls
       where call_id = $1`,
      [callId],
    );
    expect(rows[0]).toEqual({ message, isOver: message !== 'sent' });
  });

  // @mutant src/line/calls/resolve-calls.ts
  // - && messageState !== 'rejected'
  test('and whose receipt says rejected is queried: it may have been charged', async () => {
    await loseSight('second');
    await pool.query(`update calls set message_state = 'rejected'`);
    await resolve();
    expect(whom()).toEqual(['second']);
  });

  test('and whose content is no longer stored is not queried, and stays unknown', async () => {
    const callId = await loseSight('second');
    await pool.query('delete from message_contents');
    expect(await resolve()).toBe(0);
    expect(asked).toEqual([]);
    expect(await callOf(callId)).toMatchObject({ state: 'unknown' });
  });

  test('and that ended meanwhile is removed without being queried or counted', async () => {
    const callId = await loseSight('second');
    await world.settles.add(settleItemOf(world, callId, 'rejected'));
    expect(await resolve()).toBe(0);
    expect(asked).toEqual([]);
    expect(await left()).toBe(0);
    expect(await callOf(callId)).toMatchObject({ state: 'rejected' });
  });
});

test('a face verification whose process died is released: nobody has its link', async () => {
  const callId = randomUUIDv7();
  await world.holds.add(holdItemOf(world, callId, 0n));
  clock.move(callDeadlineMs + 1);
  expect(await resolve()).toBe(1);
  expect(await callOf(callId)).toMatchObject({ state: 'unavailable', provider: 'none' });
});
