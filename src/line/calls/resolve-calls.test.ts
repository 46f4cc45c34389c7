import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeSms, type FakeSms, silent } from '../../../test/kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { findAbandoned, resolveCalls } from './resolve-calls.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const providerTimeoutMs = 300;
const callDeadlineMs = 30 * second;

let clock: ReturnType<typeof createMovableClock>;
let vendor: FakeSms;
let deaf: FakeSms;
let fixture: Fixture;
let caller: Caller;

beforeEach(async () => {
  clock = createMovableClock(new Date());
  vendor = createFakeSms('vendor');
  deaf = createFakeSms('deaf');
  // It ignores abort signals.
  deaf.queryStatus = () => new Promise(() => {});
  fixture = await createFixture({
    clock,
    settings: { providerTimeoutMs, callDeadlineMs },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor], ['deaf', deaf]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['vendor'] });
  caller = await fixture.newCaller({ mode: 'live' });
});
afterEach(() => fixture.close());

let numbers = 0;
const send = () =>
  caller.call('sms_notice', {
    mobile: `139${String(++numbers).padStart(8, '0')}`,
    content: 'x',
  });

/** The log lines with this message. */
const loggedAs = (words: string) =>
  fixture.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === words);

/** Leaves a call as a dying process does: held, without a note of the provider it asked. */
async function abandonCall(): Promise<void> {
  const { settles } = fixture.app.line;
  const settle = settles.add;
  settles.add = () => Promise.reject(Object.assign(new Error('gone'), { code: '22000' }));
  await send();
  settles.add = settle;
}

describe('an abandoned call', () => {
  test.each([
    ['an hour ahead', hour],
    ['a year ahead', 365 * day],
    ['an hour behind', -hour],
    ['a year behind', -365 * day],
  ])('is found after the clock of the database was %s', async (_, wrongBy) => {
    await findAbandoned(fixture.app.line);
    await abandonCall();

    clock.move(wrongBy);
    await abandonCall();
    await findAbandoned(fixture.app.line);
    clock.move(20 * second);
    await abandonCall();
    await findAbandoned(fixture.app.line);

    clock.move(-wrongBy);
    await abandonCall();
    for (let turn = 0; turn < 12; turn++) {
      clock.move(10 * second);
      await fixture.resolve();
    }
    expect(await fixture.findFaults()).toEqual([]);
    expect(vendor.sent).toHaveLength(4);
    expect(await caller.wallet()).toEqual({ available: '999.8000', held: '0.0000' });
  });

  test('is queried again if its next try was put off by a clock that was ahead', async () => {
    vendor.setStatus('unknown');
    await abandonCall();
    clock.move(day);
    await fixture.resolve();
    clock.move(-day);
    vendor.setStatus('sent');
    clock.move(callDeadlineMs);
    await fixture.resolve();
    expect(await fixture.findFaults()).toEqual([]);
  });

  test('is found however long no search ran', async () => {
    await abandonCall();
    clock.move(400 * day);
    await abandonCall();
    clock.move(callDeadlineMs + second);
    expect(await findAbandoned(fixture.app.line, AbortSignal.abort())).toBe(0);
    expect(await findAbandoned(fixture.app.line)).toBe(2);
    expect(loggedAs('calls without an outcome found')).toMatchObject([{ abandoned: 2 }]);
  });
});

describe('calls with an unknown outcome', () => {
  /** Sends this many messages that the provider does not answer. */
  async function sendUnknown(count: number, provider: FakeSms): Promise<void> {
    await routeLive(fixture.pool, { sms: [provider.code] });
    provider.behave(silent);
    const replies = await Promise.all(Array.from({ length: count }, send));
    expect(new Set(replies.map(({ body }) => body.reason))).toEqual(new Set(['outcome_unknown']));
    clock.move(3 * second);
  }

  const open = async () =>
    (await fixture.pool.query('select provider_code from calls where state = $1', ['unknown']))
      .rows;

  test('are all resolved in one run, however many there are', async () => {
    await sendUnknown(300, vendor);
    expect(await resolveCalls(fixture.app.line)).toBe(300);
    expect(await fixture.findFaults()).toEqual([]);
    const { rowCount } = await fixture.pool.query('select from unresolved_calls');
    expect(rowCount).toBe(0);
  });

  test('have the listed cost once they are settled, and are polled until delivered', async () => {
    vendor.costs = { each: '0.0300', regions: { CN: '0.0200' } };
    vendor.isPolled = true;
    await sendUnknown(1, vendor);
    expect(await resolveCalls(fixture.app.line)).toBe(1);
    const { rows } = await fixture.pool.query(
      `select k.cost, k.source, r.poll_at is not null as "isPolled", r.provider_ref = c.call_id::text as "isNamed"
       from calls c
       join call_costs k on k.call_id = c.call_id
       join provider_refs r on r.call_id = c.call_id`,
    );
    expect(rows).toEqual([{ cost: 200n, source: 'list', isPolled: true, isNamed: true }]);
  });

  test('have the cost that the provider reports, rather than the listed one', async () => {
    vendor.costs = { each: '0.0300' };
    vendor.queryStatus = async ({ callId: providerRef }) => ({
      ...{ state: 'sent', providerRef, detail: 'on its way', at: new Date(), cost: 450n },
    });
    await sendUnknown(1, vendor);
    const counted = vi.spyOn(fixture.app.line.metrics, 'resolved');
    expect(await resolveCalls(fixture.app.line)).toBe(1);
    const { rows } = await fixture.pool.query('select cost, source from call_costs');
    expect(rows).toEqual([{ cost: 450n, source: 'answer' }]);
    // The operator sees it in the metrics and in the log, with the evidence.
    expect(counted.mock.calls).toEqual([['done']]);
    const evidence = 'status query: sent, on its way';
    expect(loggedAs('call resolved')).toMatchObject([{ state: 'done', evidence }]);
  });

  test('are resolved while another provider hangs, which ends by its timeout', async () => {
    await sendUnknown(120, deaf);
    await sendUnknown(30, vendor);
    expect(await resolveCalls(fixture.app.line)).toBe(30);
    expect(await open()).toEqual(Array.from({ length: 120 }, () => ({ provider_code: 'deaf' })));

    deaf.queryStatus = vendor.queryStatus;
    clock.move(10 * second);
    expect(await resolveCalls(fixture.app.line)).toBe(120);
    expect(await fixture.findFaults()).toEqual([]);
  });

  test('are left alone when the server stops', async () => {
    await sendUnknown(3, deaf);
    const stop = AbortSignal.abort();
    expect(await resolveCalls(fixture.app.line, stop)).toBe(0);
    expect(await open()).toHaveLength(3);
  });
});

test('a call that its settle left held stays on the list, and is ended by the next run', async () => {
  await abandonCall();
  clock.move(callDeadlineMs + 60 * second);
  await findAbandoned(fixture.app.line);
  const { settles } = fixture.app.line;
  const settle = settles.add;
  settles.add = async () => ({ state: 'held', isApplied: false });
  expect(await resolveCalls(fixture.app.line)).toBe(0);
  settles.add = settle;
  clock.move(60 * second);
  expect(await resolveCalls(fixture.app.line)).toBe(1);
  expect((await caller.wallet()).held).toBe('0.0000');
});

test('no provider is asked so late that it could still work when the call counts as abandoned', async () => {
  const { holds } = fixture.app.line;
  const hold = holds.add;
  // The hold is written, and its answer arrives when the deadline is near.
  holds.add = async (item) => {
    const result = await hold(item);
    const now = performance.now.bind(performance);
    performance.now = () => now() + callDeadlineMs;
    return result;
  };
  const now = performance.now;
  try {
    const reply = await send();
    expect(reply.status).toBe(502);
  } finally {
    performance.now = now;
    holds.add = hold;
  }
  expect(vendor.sent).toEqual([]);
});
