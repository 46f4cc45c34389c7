import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { playLimitTable } from './limit-table.ts';

const start = new Date('2026-05-20T15:50:00Z');
const clock = createMovableClock(start);
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture({ clock });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

async function expectTable(caller: Caller, table: string): Promise<void> {
  const { expected, actual } = await playLimitTable(caller, clock, start, table);
  expect(actual).toEqual(expected);
}

const live = () => fixture.newCaller({ mode: 'live' });

describe('by default a number gets these live codes:', () => {
  test('one a minute, to the millisecond', async () => {
    await expectTable(
      await live(),
      `00:00:00     | sms_code A 11 | 201
       00:00:30     | sms_code A 12 | rate_limited_number 30
       00:00:59.999 | sms_code A 13 | rate_limited_number 1
       00:00:59.999 | sms_code B 11 | 201
       00:01:00     | sms_code A 14 | 201
       00:01:59.999 | sms_code A 15 | rate_limited_number 1
       00:02:00     | sms_code A 16 | 201`,
    );
  });

  test('five an hour, rolling', async () => {
    await expectTable(
      await live(),
      `00:00:00     | sms_code A 11 | 201
       00:10:00     | sms_code A 12 | 201
       00:20:00     | sms_code A 13 | 201
       00:30:00     | sms_code A 14 | 201
       00:40:00     | sms_code A 15 | 201
       00:41:00     | sms_code A 16 | rate_limited_number 1140
       00:59:59.999 | sms_code A 17 | rate_limited_number 1
       01:00:00     | sms_code A 18 | 201
       01:05:00     | sms_code A 19 | rate_limited_number 300
       01:10:00     | sms_code A 20 | 201`,
    );
  });

  test('ten a day, rolling: midnight gives nothing back, and the eleventh is never sent', async () => {
    await expectTable(
      await live(),
      // Midnight in Shanghai, where this platform's days start, is ten minutes after the start.
      `00:00:00     | sms_code A 01 | 201
       00:09:59     | sms_code A 02 | 201
       00:20:00     | sms_code A 03 | 201
       00:30:00     | sms_code A 04 | 201
       00:40:00     | sms_code A 05 | 201
       02:00:00     | sms_code A 06 | 201
       02:10:00     | sms_code A 07 | 201
       02:20:00     | sms_code A 08 | 201
       02:30:00     | sms_code A 09 | 201
       02:40:00     | sms_code A 10 | 201
       04:00:00     | sms_code A 11 | rate_limited_number 72000
       23:59:59.999 | sms_code A 12 | rate_limited_number 1
       24:00:00     | sms_code A 13 | 201
       24:01:00     | sms_code A 14 | rate_limited_number 539
       24:09:58.999 | sms_code A 15 | rate_limited_number 1
       24:09:59     | sms_code A 16 | 201`,
    );
  });
});

test('fifty notices a day go to a number, counted apart from codes', async () => {
  const caller = await live();
  const lines = Array.from(
    { length: 50 },
    (_, n) => `00:00:${String(n).padStart(2, '0')} | sms_notice A n${n} | 201`,
  );
  await expectTable(
    caller,
    `${lines.join('\n')}
     00:01:00     | sms_notice A more | rate_limited_number 86340
     00:01:00     | sms_notice B more | 201
     00:01:00     | sms_code A 11     | 201
     23:59:59.999 | sms_notice A more | rate_limited_number 1
     24:00:00     | sms_notice A more | 201
     24:00:00     | sms_notice A more | rate_limited_number 1`,
  );
});

test('accounts and modes do not share the count of a number', async () => {
  const one = await live();
  const other = await live();
  const testing = await fixture.newCaller({ accountId: one.accountId, mode: 'live' });
  await expectTable(one, '00:00:00 | sms_code A 11 | 201');
  await expectTable(other, '00:00:01 | sms_code A 11 | 201');
  // A second key of the account shares its limits.
  await expectTable(testing, '00:00:02 | sms_code A 12 | rate_limited_number 58');
});

test('test calls are not limited until the account enables it, and not after it is lifted', async () => {
  const caller = await fixture.newCaller();
  const { pool } = fixture;
  await expectTable(
    caller,
    `00:00:00 | sms_code A 11 | 201
     00:00:00 | sms_code A 11 | 201
     00:00:01 | sms_code A 12 | 201`,
  );
  await setLimits(byTest(pool), caller.accountId, 'test', { perNumber: true });
  await expectTable(
    caller,
    `00:00:02 | sms_code A 13 | 201
     00:00:03 | sms_code A 14 | rate_limited_number 59
     00:00:03 | sms_code A 13 | duplicate_code 29`,
  );
  await setLimits(byTest(pool), caller.accountId, 'test', { perNumber: false });
  await expectTable(
    caller,
    `00:00:04 | sms_code A 14 | 201
     00:00:04 | sms_code A 14 | 201`,
  );
});

test('a changed limit applies to the very next call', async () => {
  const caller = await live();
  await expectTable(
    caller,
    `00:00:00 | sms_code A 11 | 201
     00:00:01 | sms_code A 12 | rate_limited_number 59`,
  );
  await setLimits(byTest(fixture.pool), caller.accountId, 'live', { codePerMinute: 3 });
  await expectTable(
    caller,
    `00:00:02 | sms_code A 13 | 201
     00:00:03 | sms_code A 14 | 201
     00:00:04 | sms_code A 15 | rate_limited_number 56`,
  );
  await setLimits(byTest(fixture.pool), caller.accountId, 'live', { codePerMinute: null });
  await expectTable(
    caller,
    `00:01:02 | sms_code A 16 | rate_limited_number 1
     00:01:03 | sms_code A 16 | 201`,
  );
});

describe('the same code to the same number within 30 seconds', () => {
  const generous = async () => {
    const caller = await live();
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', {
      codePerMinute: 100,
      codePerHour: 100,
    });
    return caller;
  };

  test('is refused with its own reason and not charged', async () => {
    const caller = await generous();
    await expectTable(
      caller,
      `00:00:00     | sms_code A 11 | 201
       00:00:10     | sms_code A 11 | duplicate_code 20
       00:00:10     | sms_code B 11 | 201
       00:00:29.999 | sms_code A 11 | duplicate_code 1
       00:00:30     | sms_code A 11 | 201`,
    );
    expect(await caller.wallet()).toEqual({ available: '999.8500', held: '0.0000' });
  });

  test('is refused even if another code was sent in between', async () => {
    await expectTable(
      await generous(),
      `00:00:00 | sms_code A 11 | 201
       00:00:05 | sms_code A 22 | 201
       00:00:10 | sms_code A 11 | duplicate_code 20
       00:00:10 | sms_code A 22 | duplicate_code 25
       00:00:31 | sms_code A 11 | 201
       00:00:32 | sms_code A 22 | duplicate_code 3`,
    );
  });

  test('is allowed with its own idempotency key', async () => {
    await expectTable(
      await generous(),
      `00:00:00 | sms_code A 11 one | 201
       00:00:01 | sms_code A 11 two | 201
       00:00:02 | sms_code A 11 one | 201 again
       00:00:03 | sms_code A 11     | duplicate_code 28`,
    );
  });
});

describe('a message that was never sent', () => {
  test('does not count, neither for its minute nor as the same code', async () => {
    await expectTable(
      await fixture.newCaller({ mode: 'live' }),
      // The sandbox refuses the first of these numbers and is down for the second.
      `00:00:00 | sms_code 13800000001 11 | provider_rejected
       00:00:01 | sms_code 13800000001 11 | provider_rejected
       00:00:02 | sms_code 13800000010 11 | provider_unavailable
       00:00:03 | sms_code 13800000010 11 | provider_unavailable`,
    );
  });
});

test('live messages go only to allowed regions', async () => {
  const caller = await live();
  const send = async (mobile: string) => {
    const { status, body } = await caller.call('sms_code', { mobile, code: '123456' });
    return status === 201 ? 'sent' : body.reason;
  };
  const allow = (regions: string[] | null) =>
    setLimits(byTest(fixture.pool), caller.accountId, 'live', { regions });
  clock.set(start);
  expect(await send('+14155550100')).toBe('region_not_allowed');
  // A change takes a moment to reach every process; until then more is refused, never less.
  await allow(['CN', 'US']);
  await expect.poll(() => send('+14155550100')).toBe('sent');
  expect(await send('+447400123456')).toBe('region_not_allowed');
  await allow(['*']);
  await expect.poll(() => send('+447400123456')).toBe('sent');
  await allow(null);
  expect(await send('+61491570006')).toBe('region_not_allowed');
});
