import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld } from '../../../test/kit/ledger-table.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import {
  closePumpedPrefixes,
  countClosedPrefixes,
  countPrefixHour,
  prunePrefixHours,
} from './pumping-queries.ts';
import { listClosedPrefixes, openPrefix, setLimits } from './queries.ts';

const rule = { minCodes: 20, factor: 10, undeliveredPercent: 80, closeMinutes: 60 };
const now = new Date('2026-06-15T12:30:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
let database: TestDatabase;
let pool: Pool;
let accountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query('truncate calls, prefix_hours, closed_prefixes, usage_days, limits');
  await pool.query('update prefix_sweep set swept_until = $1', [minutes(-1)]);
  ({ accountId } = await createLedgerWorld(pool));
  await useOn('live');
});

/** Accounts are found by the days on which they had calls. */
const useOn = (mode: Mode, daysAgo = 0, account = accountId) =>
  pool.query(
    `insert into usage_days (account_id, mode, day, product)
     values ($1, $2, $3::timestamptz::date - $4::integer, 'sms_code') on conflict do nothing`,
    [account, mode, now, daysAgo],
  );

interface Codes {
  count: number;
  delivered?: number;
  age?: string;
  mode?: Mode;
  prefix?: string;
  product?: string;
  state?: 'done' | 'rejected' | 'unavailable';
}

/** Codes sent this long ago, of which this many were delivered. */
async function send(codes: Codes): Promise<void> {
  const { count, delivered = 0, age = '10 minutes', mode = 'live' } = codes;
  const { prefix = '+86139', product = 'sms_code', state = 'done' } = codes;
  await pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, prefix, message_state
     )
     select $1, (left(uuid_floor(t.at)::text, 15) || substr(gen_random_uuid()::text, 16))::uuid, $2, 1, $3,
       'default', 0, 0, t.at::date, t.at, $9, $4,
       case when n <= $5 then 'delivered' else 'sent' end::message_state
     from generate_series(1, $6) n
     cross join (select $7::timestamptz - $8::interval as at) t`,
    [accountId, mode, product, prefix, delivered, count, now, age, state],
  );
}

const look = async (at = now) =>
  (await closePumpedPrefixes(byTest(pool), at, rule)).map(
    ({ mode, prefix, codes, undelivered }) => `${mode} ${prefix} ${undelivered}/${codes}`,
  );
const history = (
  codes: number,
  hour: Date,
  mode: Mode = 'live',
  prefix = '+86139',
  of = accountId,
) =>
  pool.query(
    `insert into prefix_hours (account_id, mode, prefix, hour, codes) values ($1, $2, $3, $4, $5)`,
    [of, mode, prefix, hour, codes],
  );

describe('a prefix is closed', () => {
  test.each([
    ['as many codes as it takes, as many lost as it takes', { count: 20, delivered: 4 }, 1],
    ['one code less', { count: 19, delivered: 0 }, 0],
    ['one more that arrived', { count: 20, delivered: 5 }, 0],
    ['codes that had two minutes', { count: 20, age: '2 minutes 0.001 seconds' }, 1],
    ['codes that had not', { count: 20, age: '2 minutes' }, 0],
    ['codes of the last hour', { count: 20, age: '59 minutes 59 seconds' }, 1],
    ['codes of before', { count: 20, age: '60 minutes 1 second' }, 0],
    ['notices', { count: 20, product: 'sms_notice' }, 0],
    ['test codes', { count: 20, mode: 'test' as Mode }, 0],
  ])('or not, for %s', async (_, codes, closed) => {
    await useOn('test');
    await send(codes);
    expect(await look()).toHaveLength(closed);
  });

  test('for its account, its mode and its numbers only, and for a limited time', async () => {
    await send({ count: 25, delivered: 1 });
    await send({ count: 5, prefix: '+86138' });
    expect(await look()).toEqual(['live +86139 24/25']);
    const { rows } = await pool.query(
      'select account_id, mode, prefix, closed_at, closed_until, reason from closed_prefixes',
    );
    expect(rows).toEqual([
      {
        account_id: accountId,
        mode: 'live',
        prefix: '+86139',
        closed_at: now,
        closed_until: minutes(60),
        reason: '25 codes in an hour, 24 of them not delivered or not used',
      },
    ]);
  });

  test('in test mode if numbers are limited, and not in live mode if they are not', async () => {
    await useOn('test');
    await setLimits(byTest(pool), accountId, 'test', { perNumber: true });
    await setLimits(byTest(pool), accountId, 'live', { perNumber: false });
    await send({ count: 20, mode: 'test' });
    await send({ count: 20 });
    expect(await look()).toEqual(['test +86139 20/20']);
  });

  test.each([
    // 20 codes are more than ten times an average of less than two an hour over 166 hours.
    [331, 1],
    [332, 0],
  ])('after a week of %d codes: %d', async (codes, closed) => {
    await history(codes, minutes(-3 * 24 * 60));
    await send({ count: 20 });
    expect(await look()).toHaveLength(closed);
  });

  test('whatever other accounts, prefixes, the other mode, the last two hours and older weeks had', async () => {
    await history(1_000, minutes(-300), 'live', '+86139', accountId + 1);
    await history(1_000, minutes(-300), 'test');
    await history(1_000, minutes(-300), 'live', '+86138');
    await history(1_000, minutes(-119));
    await history(1_000, minutes(-7 * 24 * 60 - 1));
    await send({ count: 20 });
    expect(await look()).toHaveLength(1);
  });

  test('for an account in a time zone where it is still yesterday', async () => {
    await pool.query('truncate usage_days');
    await useOn('live', 1);
    await send({ count: 20 });
    expect(await look()).toEqual(['live +86139 20/20']);
  });

  test('once, and again as soon as its closure has run out', async () => {
    await send({ count: 200 });
    await look();
    const endAt = (until: Date) =>
      pool.query('update closed_prefixes set closed_until = $1', [until]);
    await endAt(minutes(1 / 60));
    expect(await look()).toEqual([]);
    for (const ago of [1 / 60, 59, 61]) {
      await endAt(minutes(-ago));
      expect(await look()).toEqual(['live +86139 200/200']);
    }
  });

  test('again only after an hour if a person opened it', async () => {
    await send({ count: 200 });
    const closeNow = () => pool.query('update closed_prefixes set closed_until = $1', [hourAhead]);
    const hourAhead = new Date(Date.now() + 3_600_000);
    await look();
    await closeNow();
    await openPrefix(byTest(pool), accountId, 'live', '+86139');
    const openedAgo = (ago: number) =>
      pool.query(
        'update closed_prefixes set closed_until = $1, opened_at = $1 where opened_at > $2',
        [minutes(-ago), new Date(0)],
      );
    for (const ago of [1 / 60, 60]) {
      await openedAgo(ago);
      expect(await look()).toEqual([]);
    }
    await openedAgo(61);
    expect(await look()).toHaveLength(1);
    // The next closure is a new one: opening the earlier one does not affect it.
    await pool.query('update closed_prefixes set closed_until = $1', [minutes(-1)]);
    expect(await look()).toHaveLength(1);
  });
});

describe('closed prefixes', () => {
  async function close(mode: Mode, until: string, account = accountId): Promise<void> {
    await pool.query(
      `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
       values ($1, $2, '+86139', now(), now() + $3::interval, 'test')`,
      [account, mode, until],
    );
  }
  const list = async (account?: number) =>
    (await listClosedPrefixes(pool, account)).map(({ mode }) => mode);

  test('are listed and counted while they are closed, for one account or all', async () => {
    const other = await createLedgerWorld(pool);
    await close('live', '1 hour');
    await close('test', '-1 second');
    await close('live', '1 hour', other.accountId);
    expect(await list(accountId)).toEqual(['live']);
    expect(await list()).toEqual(['live', 'live']);
    expect(await countClosedPrefixes(pool)).toBe(2);
  });

  test('are opened one by one, by mode, and only if they are closed', async () => {
    await close('live', '1 hour');
    await close('test', '1 hour');
    await openPrefix(byTest(pool), accountId, 'test', '+86139');
    expect(await list(accountId)).toEqual(['live']);
    await expect(openPrefix(byTest(pool), accountId, 'test', '+86139')).rejects.toThrow(
      'not closed',
    );
    await expect(openPrefix(byTest(pool), accountId, 'live', '+86138')).rejects.toThrow(
      'not closed',
    );
    expect(await list(accountId)).toEqual(['live']);
  });
});

describe('hourly counts of a prefix', () => {
  const counted = async () => {
    const { rows } = await pool.query<{ line: string }>(
      `select format('%s %s %s %s', mode, prefix, to_char(hour at time zone 'UTC', 'HH24:MI'), codes) as line
       from prefix_hours order by 1`,
    );
    return rows.map(({ line }) => line);
  };
  const sweptTo = (at: Date) => pool.query('update prefix_sweep set swept_until = $1', [at]);
  const at = (clock: string) => new Date(`2026-06-15T${clock}Z`);

  test('are made two minutes after the hour, each once, and say whether there is more', async () => {
    await send({ count: 3, age: '95 minutes' });
    await send({ count: 2, age: '30 minutes' });
    await sweptTo(at('10:00:00'));
    expect(await countPrefixHour(pool, at('11:01:59'))).toBe(false);
    expect(await counted()).toEqual([]);
    expect(await countPrefixHour(pool, at('12:02:00'))).toBe(true);
    expect(await countPrefixHour(pool, at('12:02:00'))).toBe(false);
    expect(await counted()).toEqual(['live +86139 10:00 3']);
    expect(await countPrefixHour(pool, at('13:02:00'))).toBe(false);
    expect(await counted()).toEqual(['live +86139 10:00 3', 'live +86139 12:00 2']);
  });

  test('include the first instant of the hour and exclude that of the next', async () => {
    await send({ count: 1, age: '30 minutes' });
    await send({ count: 1, age: '30 minutes 0.001 seconds' });
    await sweptTo(at('11:00:00'));
    await countPrefixHour(pool, at('13:30:00'));
    expect(await counted()).toEqual(['live +86139 11:00 1']);
    await countPrefixHour(pool, at('13:30:00'));
    expect(await counted()).toEqual(['live +86139 11:00 1', 'live +86139 12:00 1']);
  });

  test('count live codes by prefix, and nothing of accounts that are not watched', async () => {
    await send({ count: 1, age: '90 minutes', mode: 'test' });
    await send({ count: 1, age: '90 minutes', product: 'sms_notice' });
    await send({ count: 1, age: '90 minutes', prefix: '+86138' });
    await sweptTo(at('11:00:00'));
    await countPrefixHour(pool, at('12:30:00'));
    expect(await counted()).toEqual(['live +86138 11:00 1']);
    await setLimits(byTest(pool), accountId, 'live', { perNumber: false });
    await setLimits(byTest(pool), accountId, 'test', { perNumber: true });
    await pool.query('truncate prefix_hours');
    await sweptTo(at('11:00:00'));
    await countPrefixHour(pool, at('12:30:00'));
    expect(await counted()).toEqual(['test +86139 11:00 1']);
  });

  // @mutant src/line/limits/sql/count-prefix-hour.sql
  // - and c.state not in ('rejected', 'unavailable')
  // + and true
  test('leave out codes that no provider took, or they would hide a prefix that is pumped', async () => {
    for (const state of ['done', 'rejected', 'unavailable'] as const) {
      await send({ count: 1, age: '90 minutes', state });
    }
    await sweptTo(at('11:00:00'));
    await countPrefixHour(pool, at('12:30:00'));
    expect(await counted()).toEqual(['live +86139 11:00 1']);
  });

  test('are made by one process at a time, and the others do not wait', async () => {
    await send({ count: 1, age: '90 minutes' });
    await sweptTo(at('11:00:00'));
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select from prefix_sweep for update');
    expect(await countPrefixHour(pool, at('12:30:00'))).toBe(false);
    await other.query('rollback');
    other.release();
    expect(await counted()).toEqual([]);
    await countPrefixHour(pool, at('12:30:00'));
    expect(await counted()).toEqual(['live +86139 11:00 1']);
  });

  test('are repeated for a day with the same result if the position is in the future', async () => {
    await send({ count: 2, age: '24 hours 20 minutes' });
    await send({ count: 1, age: '24 hours 40 minutes' });
    await history(9, minutes(-24 * 60 - 30));
    await sweptTo(minutes(60 * 24 * 365));
    while (await countPrefixHour(pool, now));
    expect(await counted()).toEqual(['live +86139 12:00 2']);
  });

  test('are deleted after eight days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    await history(1, daysAgo(7.9));
    await history(1, daysAgo(8.1));
    expect(await prunePrefixHours(pool)).toBe(1);
    expect(await counted()).toHaveLength(1);
  });
});
