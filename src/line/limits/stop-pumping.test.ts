import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { listClosedPrefixes, openPrefix, setLimits } from './queries.ts';
import { stopPumping } from './stop-pumping.ts';

const settings = {
  pumpingStop: true,
  pumpingMinCodes: 20,
  pumpingFactor: 10,
  pumpingUndeliveredPercent: 80,
  pumpingCloseMinutes: 60,
};
const minute = 60_000;
let fixture: Fixture;
let caller: Caller;
let warned: object[];
let begunMs: number;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  caller = await fixture.newCaller({ mode: 'live' });
  warned = [];
  begunMs = Date.now();
});

/** Sends codes to the first numbers of a prefix, and delivers the given share of them. */
async function sendCodes(count: number, delivered: number, prefix = '1391111'): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const mobile = `${prefix}${String(n).padStart(4, '0')}`;
      const { status, body } = await caller.call('sms_code', { mobile, code: '123456' });
      if (status !== 201) throw new Error(body.reason);
      await setState(body.requestId, n < delivered ? 'delivered' : 'undelivered');
    }),
  );
}

async function setState(callId: string, state: string): Promise<void> {
  await fixture.pool.query('update calls set message_state = $2 where call_id = $1', [
    callId,
    state,
  ]);
}

/** Starts verifications of the first numbers of a prefix, all delivered, and ends them in these states. */
async function startVerifications(states: readonly string[]): Promise<void> {
  await Promise.all(
    states.map(async (state, n) => {
      const mobile = `1391111${String(n).padStart(4, '0')}`;
      const { status, body } = await caller.call('verify_start', { mobile });
      if (status !== 201) throw new Error(body.reason);
      await setState(body.requestId, 'delivered');
      await fixture.pool.query('update verifications set state = $2 where verification_id = $1', [
        ...[body.requestId, state],
      ]);
    }),
  );
}

const times = (count: number, state: string) => new Array<string>(count).fill(state);

/** Runs the job as if this much time had passed since the test began: always in the same hour. */
function look(
  aheadMs = 10 * minute,
  changes: Partial<typeof settings> = {},
  signal?: AbortSignal,
): Promise<number> {
  const clock = createMovableClock(new Date(begunMs + aheadMs));
  const quiet = () => {};
  const log = {
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: (fields: object) => void warned.push(fields),
  };
  return stopPumping({ pool: fixture.pool, clock, log }, { ...settings, ...changes }, signal);
}

const closed = async () =>
  (await listClosedPrefixes(fixture.pool, caller.accountId)).map(({ prefix }) => prefix);
const send = async (mobile: string) => {
  const { status, body, headers } = await caller.call('sms_code', { mobile, code: '654321' });
  return status === 201 ? 'sent' : `${body.reason} ${headers['retry-after']}`;
};

describe('a prefix with far more codes than usual, most of them undelivered,', () => {
  test('is closed for the account for a while, visibly, and not charged', async () => {
    await sendCodes(30, 3);
    await look();
    expect(await closed()).toEqual(['+861391111']);
    expect(warned).toMatchObject([
      { accountId: caller.accountId, prefix: '+861391111', codes: 30, undelivered: 27 },
    ]);
    const before = await caller.wallet();
    expect(await send('13911119999')).toMatch(/^prefix_closed (41|42)[0-9]{2}$/);
    expect(await send('13911129999')).toBe('sent');
    expect((await caller.wallet()).available).toBe((Number(before.available) - 0.05).toFixed(4));
    const other = await fixture.newCaller({ mode: 'live' });
    const reply = await other.call('sms_code', { mobile: '13911119999', code: '1' });
    expect(reply.status).toBe(201);
  });

  test('is opened by the operator, and stays open although it still looks the same', async () => {
    await sendCodes(30, 3);
    await look();
    await openPrefix(byTest(fixture.pool), caller.accountId, 'live', '+861391111');
    expect(await closed()).toEqual([]);
    expect(await send('13911119999')).toBe('sent');
    await look();
    expect(await send('13911119998')).toBe('sent');
  });

  test('opens by itself after its time', async () => {
    await sendCodes(30, 3);
    await look();
    await fixture.pool.query(
      `update closed_prefixes set closed_until = now() - interval '1 second' where account_id = $1`,
      [caller.accountId],
    );
    expect(await send('13911119999')).toBe('sent');
    expect(await closed()).toEqual([]);
  });

  test('can be closed for as long as the setting allows', async () => {
    await sendCodes(30, 3);
    await look(10 * minute, { pumpingCloseMinutes: 43_200 });
    // Thirty days in milliseconds exceed a 32-bit integer.
    expect(await send('13911119999')).toMatch(/^prefix_closed [0-9]{7}$/);
  });
});

// @mutant src/line/limits/sql/close-pumped.sql
// - when v.state is null or v.state = 'open' then m.message_state = 'delivered'
// + when true then m.message_state = 'delivered'
test('a prefix whose codes are delivered, but entered by nobody, is closed', async () => {
  await startVerifications([
    ...[...times(4, 'approved'), ...times(20, 'expired')],
    ...[...times(4, 'used_up'), ...times(4, 'cancelled')],
  ]);
  await look();
  expect(await closed()).toEqual(['+861391111']);
  expect(warned).toMatchObject([{ codes: 32, undelivered: 28 }]);
});

describe('never closes:', () => {
  test('a prefix whose codes are entered, or may still be', async () => {
    await startVerifications([
      ...times(6, 'approved'),
      ...times(10, 'open'),
      ...times(14, 'expired'),
    ]);
    await look();
    expect(await closed()).toEqual([]);
  });

  // @mutant src/line/limits/sql/close-pumped.sql
  // - where s.account_id = m.account_id and s.call_id = m.call_id
  // + where false
  test('a prefix whose codes were resent before they were entered', async () => {
    await startVerifications(times(20, 'open'));
    await fixture.pool.query(
      `update verifications set sent_at = '{2000-01-01}' where account_id = $1`,
      [caller.accountId],
    );
    await startVerifications(times(20, 'approved'));
    await fixture.pool.query(
      `update verifications set state = 'approved' where account_id = $1 and messages = 2`,
      [caller.accountId],
    );
    await fixture.pool.query(`update calls set message_state = 'unknown' where account_id = $1`, [
      caller.accountId,
    ]);
    await look(10 * minute, { pumpingUndeliveredPercent: 50 });
    expect(await closed()).toEqual([]);
  });

  // @mutant src/line/limits/sql/close-pumped.sql
  // - and m.state not in ('rejected', 'unavailable')
  // + and true
  test('a prefix whose codes no provider took: a stranger could close it for nothing', async () => {
    for (const [ending, prefix] of [
      ['rejected', '1391111'],
      ['unavailable', '1392222'],
    ] as const) {
      await sendCodes(30, 0, prefix);
      await fixture.pool.query(
        'update calls set state = $3 where account_id = $1 and prefix = $2',
        [...[caller.accountId, `+86${prefix}`, ending]],
      );
    }
    await look();
    expect(await closed()).toEqual([]);
  });

  test('a prefix whose codes are delivered', async () => {
    await sendCodes(30, 7);
    await look();
    expect(await closed()).toEqual([]);
  });

  test('a few codes, and codes so recent that they may still be delivered', async () => {
    await sendCodes(19, 0);
    await sendCodes(19, 0, '1392222');
    await look();
    await sendCodes(30, 0, '1393333');
    await look(minute);
    expect(await closed()).toEqual([]);
  });

  test('a prefix that has always had this many', async () => {
    await sendCodes(30, 0);
    // The other tests have already had these hours counted.
    await fixture.pool.query(`update prefix_sweep set swept_until = '2000-01-01'`);
    // Four codes an hour over the week before, so that thirty are less than ten times as many.
    await fixture.pool.query(
      `insert into calls (
         account_id, call_id, mode, key_id, product, price_source, unit_price, amount, template_id,
         day, held_at, state, content_id, number_hash, prefix, message_state
       )
       select c.account_id,
         (left(uuid_floor(t.at)::text, 13) || '-7000-8000-' || lpad(t.n::text, 12, '0'))::uuid,
         c.mode, c.key_id, c.product, c.price_source, 0, 0, c.template_id, t.at::date, t.at, 'done',
         c.content_id, c.number_hash, c.prefix, 'delivered'
       from (select * from calls where account_id = $1 limit 1) c
       cross join lateral (
         select n, now() - interval '2 hours' - n * interval '15 minutes' as at
         from generate_series(1, 600) n
       ) t`,
      [caller.accountId],
    );
    await look();
    expect(await closed()).toEqual([]);
    const counted = async () =>
      (
        await fixture.pool.query<{ codes: number }>(
          'select sum(codes)::integer as codes from prefix_hours where account_id = $1',
          [caller.accountId],
        )
      ).rows[0]?.codes;
    const codes = await counted();
    expect(codes).toBeGreaterThanOrEqual(595);
    // An hour is counted once, and counting it again changes nothing.
    await fixture.pool.query(`update prefix_sweep set swept_until = now() + interval '1 year'`);
    await look();
    expect(await counted()).toBe(codes);
  });

  test('an account that has lifted its limits, and test calls', async () => {
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: false });
    await sendCodes(30, 0);
    await look();
    expect(await closed()).toEqual([]);
    caller = await fixture.newCaller({ mode: 'test' });
    await sendCodes(30, 0);
    await look();
    expect(await closed()).toEqual([]);
  });

  test('anything while the protection is off', async () => {
    await sendCodes(30, 0);
    await look(10 * minute, { pumpingStop: false });
    expect(await closed()).toEqual([]);
  });

  test('anything once the server stops, and counts one hour of a week’s backlog', async () => {
    await sendCodes(30, 0);
    await fixture.pool.query(`update prefix_sweep set swept_until = '2000-01-01'`);
    expect(await look(10 * minute, {}, AbortSignal.abort())).toBe(0);
    const { rows } = await fixture.pool.query(
      `select swept_until < now() - interval '6 days' as "isBehind" from prefix_sweep`,
    );
    expect(rows).toEqual([{ isBehind: true }]);
    expect(await closed()).toEqual([]);
    await look();
    expect(await closed()).toEqual(['+861391111']);
  });
});
