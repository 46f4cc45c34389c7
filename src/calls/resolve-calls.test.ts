import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFakeSms, type FakeSms } from '../../test/fake-sms.ts';
import { type Caller, createStand, type Stand } from '../../test/stand.ts';
import { createMovableClock } from '../clock.ts';
import { findAbandoned } from './resolve-calls.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const providerTimeoutMs = 300;
const callDeadlineMs = 30 * second;

let clock: ReturnType<typeof createMovableClock>;
let vendor: FakeSms;
let stand: Stand;
let caller: Caller;

beforeEach(async () => {
  clock = createMovableClock(new Date());
  vendor = createFakeSms('vendor');
  stand = await createStand({
    clock,
    settings: { providerTimeoutMs, callDeadlineMs },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
  await stand.pool.query(`delete from providers where kind = 'sms'`);
  await stand.pool.query(`insert into providers (kind, provider_code) values ('sms', 'vendor')`);
  caller = await stand.newCaller({ mode: 'live' });
});
afterEach(() => stand.close());

const send = () => caller.call('sms_notice', { mobile: '13912345678', content: 'x' });

/** Leaves a call as a process that dies leaves it: held, and without a word of whom it asked. */
async function abandonCall(): Promise<void> {
  const { settles } = stand.app.line;
  const settle = settles.add;
  settles.add = () => Promise.reject(Object.assign(new Error('gone'), { code: '22000' }));
  await send();
  settles.add = settle;
}

describe('a call whose process died', () => {
  test.each([
    ['an hour ahead', hour],
    ['a year ahead', 365 * day],
    ['an hour behind', -hour],
    ['a year behind', -365 * day],
  ])('is found after the clock of the database was %s', async (_, wrongBy) => {
    await findAbandoned(stand.app.line);
    await abandonCall();

    clock.move(wrongBy);
    await abandonCall();
    await findAbandoned(stand.app.line);
    clock.move(20 * second);
    await abandonCall();
    await findAbandoned(stand.app.line);

    clock.move(-wrongBy);
    await abandonCall();
    for (let turn = 0; turn < 12; turn++) {
      clock.move(10 * second);
      await stand.resolve();
    }
    expect(await stand.findFaults()).toEqual([]);
    expect(vendor.sent).toHaveLength(4);
    expect(await caller.wallet()).toEqual({ available: '999.8000', held: '0.0000' });
  });

  test('is asked about again when its next try was put off by a clock that was ahead', async () => {
    vendor.tell('unknown');
    await abandonCall();
    clock.move(day);
    await stand.resolve();
    clock.move(-day);
    vendor.tell('sent');
    clock.move(callDeadlineMs);
    await stand.resolve();
    expect(await stand.findFaults()).toEqual([]);
  });

  test('is found however long nobody searched', async () => {
    await abandonCall();
    clock.move(400 * day);
    await abandonCall();
    clock.move(callDeadlineMs + second);
    expect(await findAbandoned(stand.app.line)).toBe(2);
  });
});
