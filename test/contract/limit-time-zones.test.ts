import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { loadConfig } from '../../src/foundation/settings/config.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { playLimitTable } from './limit-table.ts';

/**
 * New York moves its clocks on 8 March and 1 November 2026, at 2 in the morning: those days have 23
 * and 25 hours. Both the platform's days and the database's sessions are in that zone here.
 */
const timeZone = 'America/New_York';
const clock = createMovableClock(new Date('2026-03-07T17:00:00Z'));
let database: TestDatabase;
let fixture: Fixture;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  await database.pool.query(`alter database ${rows[0]?.name} set timezone to '${timeZone}'`);
  fixture = await createFixture({
    clock,
    databaseTarget: database.target,
    config: loadConfig({ PORT: '0', TIME_ZONE: timeZone }),
  });
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

describe('across a clock change', () => {
  const changes = [
    { title: 'a day of 23 hours', noonBefore: '2026-03-07T17:00:00Z' },
    { title: 'a day of 25 hours', noonBefore: '2026-10-31T16:00:00Z' },
  ];
  test.each(changes)('a rolling day stays 24 hours long: $title', async ({ noonBefore }) => {
    const caller = await fixture.newCaller({ mode: 'live' });
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { codePerDay: 2 });
    const { expected, actual } = await playLimitTable(
      caller,
      clock,
      new Date(noonBefore),
      `00:00:00     | sms_code A 11 | 201
       00:01:00     | sms_code A 12 | 201
       00:02:00     | sms_code A 13 | rate_limited_number 86280
       22:59:59.999 | sms_code A 14 | rate_limited_number 3601
       23:00:00     | sms_code A 15 | rate_limited_number 3600
       23:59:59.999 | sms_code A 16 | rate_limited_number 1
       24:00:00     | sms_code A 17 | 201
       24:00:30     | sms_code A 18 | rate_limited_number 30
       24:01:00     | sms_code A 19 | 201`,
    );
    expect(actual).toEqual(expected);
  });

  const days = [
    { title: 'a day of 23 hours', from: '2026-03-08T05:00:00Z', to: '2026-03-09T04:00:00Z' },
    { title: 'a day of 24 hours', from: '2026-05-20T04:00:00Z', to: '2026-05-21T04:00:00Z' },
    { title: 'a day of 25 hours', from: '2026-11-01T04:00:00Z', to: '2026-11-02T05:00:00Z' },
  ];
  test.each(days)('a spend cap counts from midnight to midnight: $title', async ({ from, to }) => {
    const caller = await fixture.newCaller({ mode: 'live' });
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', {
      perNumber: false,
      spendCapDay: 1_000n,
    });
    const send = async (at: number) => {
      clock.set(new Date(at));
      const mobile = '13912345678';
      const { status, body } = await caller.call('sms_code', { mobile, code: '11' });
      return status === 201 ? 'sent' : body.reason;
    };
    const [midnight, next] = [Date.parse(from), Date.parse(to)];
    expect(await send(midnight - 1)).toBe('sent');
    expect(await send(midnight)).toBe('sent');
    expect(await send(midnight + 1)).toBe('sent');
    expect(await send(midnight + 2)).toBe('account_spend_cap');
    expect(await send(next - 1)).toBe('account_spend_cap');
    expect(await send(next)).toBe('sent');
    // And the day before, which had one call, has room for exactly one more.
    expect(await send(midnight - 1)).toBe('sent');
    expect(await send(midnight - 1)).toBe('account_spend_cap');
  });
});
