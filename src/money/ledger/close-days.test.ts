import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createLedgerWorld,
  type LedgerWorld,
  playLedgerTable,
} from '../../../test/kit/ledger-table.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { createClient } from '../../foundation/db/connect.ts';
import { audit } from './audit-ledger.ts';
import { closeDays } from './close-days.ts';
import { listClosings } from './closing-queries.ts';
import { topUp } from './queries.ts';

/** What was found wrong, and rebuilt. */
const warned: string[] = [];
const quiet = {
  debug() {},
  info() {},
  warn: (_: object, words: string) => void warned.push(words),
  error() {},
};
let database: TestDatabase;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  warned.length = 0;
  await database.pool.query(
    `alter table invoices disable trigger invoices_kept;
     truncate accounts, wallets, calls, transfers, closings, manual_entries, usage_days, spend_days cascade`,
  );
  await database.pool.query(`update ledger_closed set closed_until = '-infinity'`);
  world = await createLedgerWorld(database.pool);
});

/** Plays movements and moves them, and the account's start, to a time in the past. */
async function playAt(at: string, table: string): Promise<void> {
  const { expected, actual } = await playLedgerTable(world, table);
  expect(actual).toEqual(expected);
  await database.pool.query(
    `update transfers set made_at = $1 where made_at > now() - interval '1 hour'`,
    [at],
  );
  await database.pool.query('update accounts set created_at = least(created_at, $1)', [at]);
}

const close = (now: string, timeZone = 'UTC') =>
  closeDays({ pool: database.pool, log: quiet, timeZone }, new Date(now));

const closings = async () => {
  const rows = await listClosings(database.pool, world, '2000-01-01', '2100-01-01');
  return rows.map((row) => [row.day, row.available, row.held, row.toppedUp, row.charged]);
};

const chargedDays = async () =>
  (
    await database.pool.query<{ day: string }>('select day::text from closing_products order by 1')
  ).rows.map(({ day }) => day);

const first = `top-up 10 A | made | 10 0
               hold a 4    | held | 6 4`;
const second = `settle a   | done | 6 0`;

describe('a day', () => {
  // @mutant src/money/ledger/sql/close-days.sql
  // - , ledger_oldest_writer(v_now))
  // + )
  test('is not closed beyond an uncommitted movement', async () => {
    await playLedgerTable(world, first);
    const late = {
      accountId: world.accountId,
      mode: world.mode,
      amount: 10_000n,
      reference: 'late',
    };
    const actor = { kind: 'command_line', name: 'tester' } as const;
    await inChange(database.pool, actor, 'wallet.top-up', async (by) => {
      await topUp(by, late);
      await close(new Date(Date.now() + 60_000).toISOString());
      const { rows } = await by.query<{ closedUntil: Date; beganAt: Date }>(
        'select closed_until as "closedUntil", now() as "beganAt" from ledger_closed',
      );
      expect(rows[0]?.closedUntil).toEqual(rows[0]?.beganAt);
    });
    expect(await close(new Date().toISOString())).toEqual({ days: 0, faults: [] });
    expect((await audit(database.pool)).faults).toEqual([]);
    expect(warned).toEqual([]);
  });

  // @mutant src/money/ledger/sql/close-days.sql
  // -     and a.xact_start > p_now - interval '5 minutes'
  test('waits less than five minutes for a transaction that writes', async () => {
    const oldestWriter = async (beganAt: string, age: string) => {
      const { rows } = await database.pool.query<{ oldest: string | null }>(
        'select ledger_oldest_writer($1::timestamptz + $2::interval)::text as oldest',
        [beganAt, age],
      );
      return rows[0]?.oldest;
    };
    const actor = { kind: 'command_line', name: 'tester' } as const;
    await inChange(database.pool, actor, 'wallet.top-up', async (by) => {
      const { accountId, mode } = world;
      await topUp(by, { accountId, mode, amount: 10_000n, reference: 'late' });
      const { rows } = await by.query<{ beganAt: string }>('select now()::text as "beganAt"');
      const beganAt = rows[0]?.beganAt ?? expect.fail();
      expect(await oldestWriter(beganAt, '4 minutes 59.999999 seconds')).toBe(beganAt);
      expect(await oldestWriter(beganAt, '5 minutes')).toBeNull();
    });
  });

  // @mutant src/money/ledger/sql/close-days.sql
  // -  and a.usename = session_user
  // +
  test('does not wait for another role, which works for another installation', async () => {
    const role = `other_${randomBytes(4).toString('hex')}`;
    await database.pool.query(`create role ${role} login`);
    const other = createClient(database.target.replace(/user=[^&]*/, `user=${role}`), 'other');
    await other.connect();
    await other.query('begin');
    await other.query('select pg_current_xact_id()');
    const { rows } = await database.pool.query('select ledger_oldest_writer(now()) as oldest');
    expect(rows).toEqual([{ oldest: null }]);
    await other.end();
    await database.pool.query(`drop role ${role}`);
  });

  test('is closed when it is over, with the wallet’s balance and movements', async () => {
    await playAt('2026-03-01T12:00:00Z', first);
    await playAt('2026-03-03T12:00:00Z', second);
    expect(await close('2026-03-01T23:00:00Z')).toEqual({ days: 0, faults: [] });
    expect(await close('2026-03-02T00:00:19Z')).toEqual({ days: 0, faults: [] });
    expect(await close('2026-03-02T00:00:20Z')).toEqual({ days: 1, faults: [] });
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 40_000n, 100_000n, 0n]]);
    expect(await close('2026-03-05T00:06:00Z')).toEqual({ days: 3, faults: [] });
    expect(await closings()).toEqual([
      ['2026-03-01', 60_000n, 40_000n, 100_000n, 0n],
      ['2026-03-03', 60_000n, 0n, 0n, 40_000n],
    ]);
    expect(await close('2026-03-05T12:00:00Z')).toEqual({ days: 0, faults: [] });
  });

  // @mutant src/money/ledger/sql/close-days.sql
  // - perform 1 from ledger_closed for update;
  // -   perform ledger_open_future(v_now);
  // + perform ledger_open_future(v_now);
  test('is closed once, by any number of processes', async () => {
    const { pool } = database;
    await playAt('2026-03-01T12:00:00Z', first);
    const outsider = await pool.connect();
    await outsider.query('begin');
    await outsider.query('select from ledger_closed for update');
    const closing = [close('2026-03-02T00:01:00Z'), close('2026-03-02T00:01:00Z')];
    await expect.poll(() => countBlocked(pool)).toBe(2);
    await outsider.query('rollback');
    outsider.release();
    expect((await Promise.all(closing)).map(({ days }) => days).sort()).toEqual([0, 1]);
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 40_000n, 100_000n, 0n]]);
  });

  // @mutant src/money/ledger/sql/close-days.sql
  // - delete from closings where day >= v_first;
  test('stays closed when later days are reopened because a clock was ahead', async () => {
    await playAt('2026-03-01T12:00:00Z', first);
    await playAt('2026-03-05T12:00:00Z', second);
    expect(await close('2026-03-02T00:01:00Z')).toEqual({ days: 1, faults: [] });
    expect(await close('2026-03-10T00:01:00Z')).toEqual({ days: 8, faults: [] });
    expect(await close('2026-03-04T00:01:00Z')).toEqual({ days: 2, faults: [] });
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 40_000n, 100_000n, 0n]]);
    expect(warned).toEqual([]);
  });

  test('with a released call earned nothing for its product', async () => {
    await playAt('2026-03-01T12:00:00Z', `${first}\nrelease a | rejected | 10 0`);
    await close('2026-03-02T00:01:00Z');
    expect(await closings()).toEqual([['2026-03-01', 100_000n, 0n, 100_000n, 0n]]);
    expect((await database.pool.query('select from closing_products')).rowCount).toBe(0);
  });

  test('ends at midnight in the platform’s time zone', async () => {
    await playAt('2026-03-01T15:59:59Z', first);
    await playAt('2026-03-01T16:00:00Z', second);
    await close('2026-03-10T00:00:00Z', 'Asia/Shanghai');
    expect((await closings()).map(([day]) => day)).toEqual(['2026-03-01', '2026-03-02']);
  });

  const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
  const hours = ['00:30', '15:59', '16:01', '23:59'];
  const inconvenient = zones.flatMap((zone) => hours.map((hour) => [zone, hour] as const));
  const localDay = (at: string, zone: string) =>
    String(Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate());

  // @mutant src/money/ledger/sql/close-days.sql
  // - end at time zone p_time_zone
  // + end at time zone 'UTC'
  test.each(inconvenient)(
    'in %s contains what moved at %s UTC, closed in parts',
    async (zone, at) => {
      const [moved, settled] = [`2026-03-05T${at}:00Z`, `2026-03-07T${at}:00Z`];
      await playAt(moved, first);
      await close(`2026-03-05T${at}:50Z`, zone);
      await playAt(settled, second);
      await close(`2026-03-07T${at}:50Z`, zone);
      expect(await closings()).toEqual([
        [localDay(moved, zone), 60_000n, 40_000n, 100_000n, 0n],
        [localDay(settled, zone), 60_000n, 0n, 0n, 40_000n],
      ]);
      expect(await chargedDays()).toEqual([localDay(settled, zone)]);
      expect(warned).toEqual([]);
    },
  );

  // @mutant src/money/ledger/sql/close-days.sql
  // - select (m.made_at at time zone p_time_zone)::date as day, sum(m.available) as available,
  // + select (m.made_at at time zone 'UTC')::date as day, sum(m.available) as available,
  test.each(inconvenient)(
    'in %s that contains %s UTC is the same when rebuilt',
    async (zone, at) => {
      const [moved, settled] = [`2026-03-05T${at}:00Z`, `2026-03-07T${at}:00Z`];
      await playAt(moved, first);
      await playAt(settled, second);
      await close('2026-03-10T00:00:00Z', zone);
      const built = [await closings(), await chargedDays()];
      expect(built[1]).toEqual([localDay(settled, zone)]);
      await database.pool.query('update closings set available = available + 1');
      await close('2026-03-10T00:00:00Z', zone);
      expect(warned).toEqual(['closings of wallets corrected']);
      expect([await closings(), await chargedDays()]).toEqual(built);
    },
  );

  // @mutant src/money/ledger/sql/close-days.sql
  // - where made_at >= p_from and made_at < p_until
  // + where made_at >= p_from and made_at <= p_until
  test('starts at midnight: a movement at that instant belongs to the new day', async () => {
    await playAt('2026-03-01T12:00:00Z', first);
    await playAt('2026-03-02T00:00:00Z', second);
    await close('2026-03-10T00:00:00Z');
    expect(warned).toEqual([]);
    expect(await closings()).toEqual([
      ['2026-03-01', 60_000n, 40_000n, 100_000n, 0n],
      ['2026-03-02', 60_000n, 0n, 0n, 40_000n],
    ]);
  });

  test('is closed up to 20 seconds ago while it lasts, and later parts are added', async () => {
    const { pool } = database;
    const closedUntil = async () =>
      (await pool.query(`select closed_until from ledger_closed`)).rows[0].closed_until;
    await playAt('2026-03-01T12:00:00Z', `${first}\nhold b 1 | held | 5 5`);
    await playAt('2026-03-01T12:30:00Z', 'top-up 1 B | made | 6 5');
    expect(await close('2026-03-01T12:30:20Z')).toEqual({ days: 0, faults: [] });
    expect(await closedUntil()).toEqual(new Date('2026-03-01T12:30:00Z'));
    // A movement at that very instant belongs to the next part.
    expect(await closings()).toEqual([['2026-03-01', 50_000n, 50_000n, 100_000n, 0n]]);
    await playAt('2026-03-01T13:00:00Z', 'settle a | done | 6 1');
    expect(await close('2026-03-01T14:00:00Z')).toEqual({ days: 0, faults: [] });
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 10_000n, 110_000n, 40_000n]]);
    await playAt('2026-03-01T15:00:00Z', 'settle b | done | 6 0');
    expect(await close('2026-03-02T00:01:00Z')).toEqual({ days: 1, faults: [] });
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 0n, 110_000n, 50_000n]]);
    const products = await pool.query('select product, calls, charged from closing_products');
    expect(products.rows).toEqual([{ product: 'face_verify', calls: 2n, charged: 50_000n }]);
    expect(warned).toEqual([]);
    expect((await audit(pool)).faults).toEqual([]);
  });

  test('that was partly closed by a clock ahead is reopened as a whole, for every wallet', async () => {
    const { pool } = database;
    const other = await createLedgerWorld(pool);
    await playLedgerTable(other, 'top-up 3 A | made | 3 0');
    await playAt('2026-03-01T12:00:00Z', first);
    await close('2026-03-01T13:00:00Z');
    await playAt('2026-03-01T13:30:00Z', second);
    await close('2026-03-01T20:00:00Z');
    expect(await close('2026-03-01T14:00:00Z')).toEqual({ days: 0, faults: [] });
    const { rows } = await pool.query('select closed_until as "closedUntil" from ledger_closed');
    expect(rows).toEqual([{ closedUntil: new Date('2026-03-01T13:59:40Z') }]);
    // A rebuild from the transfers would work too, and would be reported.
    expect(warned).toEqual([]);
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 0n, 100_000n, 40_000n]]);
    expect((await audit(pool)).faults).toEqual([]);
  });

  test('that was partly closed keeps both parts when the platform’s time zone changes', async () => {
    await playAt(
      '2026-03-01T10:00:00Z',
      `top-up 10 A     | made | 10 0
       adjust -1 B fee | made | 9 0
       hold a 4        | held | 5 4
       hold b 1        | held | 4 5
       settle b        | done | 4 4
       refund b        | gave back 1.0000 | 5 4`,
    );
    await close('2026-03-01T17:00:00Z', 'Asia/Shanghai');
    await playAt(
      '2026-03-01T20:00:00Z',
      `settle a        | done | 5 0
       refund a        | gave back 4.0000 | 9 0
       top-up 2 C      | made | 11 0
       adjust -1 D fee | made | 10 0`,
    );
    await close('2026-03-02T01:00:00Z', 'UTC');
    expect(await listClosings(database.pool, world, '2026-03-01', '2026-03-02')).toMatchObject([
      {
        day: '2026-03-01',
        available: 100_000n,
        held: 0n,
        toppedUp: 120_000n,
        adjusted: -20_000n,
        charged: 50_000n,
        refunded: 50_000n,
      },
    ]);
    expect(warned).toEqual([]);
  });

  test('without wallets is not closed', async () => {
    await database.pool.query('truncate accounts, wallets cascade');
    expect(await close('2026-03-10T00:00:00Z')).toEqual({ days: 0, faults: [] });
  });
});

test('days closed while a clock was ahead are reopened, and no fault is reported', async () => {
  await playAt('2026-03-01T12:00:00Z', `${first}\nhold b 1 | held | 5 5`);
  await close('2026-03-02T01:00:00Z');
  const { pool } = database;
  const today = await playLedgerTable(
    world,
    `top-up 1 Z | made | 6 5
     settle b   | done | 6 4`,
  );
  expect(today.actual).toEqual(today.expected);
  const later = new Date(Date.now() + 40 * 3_600_000);
  await closeDays({ pool, log: quiet, timeZone: 'UTC' }, later);
  const { expected, actual } = await playLedgerTable(world, 'settle a | done | 6 0');
  expect(actual).toEqual(expected);
  const { faults } = await closeDays({ pool, log: quiet, timeZone: 'UTC' });
  expect(faults).toEqual([]);
  expect((await audit(pool)).faults).toEqual([]);
  const { rows } = await pool.query('select closed_until <= now() as "isPast" from ledger_closed');
  expect(rows).toEqual([{ isPast: true }]);
  // The products' totals of those days are reopened with them, or they would count twice.
  const { rows: early } = await pool.query(
    `select from closing_products p
     where account_id = $1 and not exists (
       select from closings c where c.account_id = p.account_id and c.mode = p.mode and c.day = p.day
     )`,
    [world.accountId],
  );
  expect(early).toEqual([]);
});

test('a rebuilt closing goes no further than the ledger is closed', async () => {
  const { pool } = database;
  await playAt('2026-03-01T11:00:00Z', first);
  const noon = new Date('2026-03-01T12:00:00Z');
  await pool.query('update ledger_closed set closed_until = $1', [noon]);
  await pool.query(`select ledger_close_again($1, $2, 'UTC')`, [world.accountId, world.mode]);
  const rows = await listClosings(pool, world, '2026-03-01', '2026-03-01');
  expect(rows.map(({ closedUntil }) => closedUntil)).toEqual([noon]);
});

test('a wallet is rebuilt for all its closed days, products included, and no other wallet with it', async () => {
  const { pool } = database;
  const testing: LedgerWorld = { ...world, mode: 'test', callIds: new Map() };
  await playLedgerTable(
    testing,
    `top-up 5 A | made | 5 0
     hold t 1   | held | 4 1
     settle t   | done | 4 0`,
  );
  await playAt(
    '2026-03-01T12:00:00Z',
    `${first}
     hold b 2 | held | 4 6
     hold c 1 | held | 3 7
     settle a | done | 3 3`,
  );
  await playAt('2026-03-02T12:00:00Z', 'settle b | done | 3 1');
  await close('2026-03-03T00:06:00Z');
  await playAt('2026-03-03T12:00:00Z', 'settle c | done | 3 0');
  const closed = async () => {
    const products = 'select * from closing_products order by account_id, mode, day, product';
    const days = 'select * from closings order by account_id, mode, day';
    return [(await pool.query(days)).rows, (await pool.query(products)).rows];
  };
  const before = await closed();
  expect(before.map((rows) => rows?.length)).toEqual([3, 3]);
  await pool.query(`select ledger_close_again($1, $2, 'UTC')`, [world.accountId, world.mode]);
  expect(await closed()).toEqual(before);
});

test('a closing shows movements by kind and wallet, and carries the balance forward', async () => {
  const { pool } = database;
  const other = await createLedgerWorld(pool);
  const testing: LedgerWorld = { ...world, mode: 'test', callIds: new Map() };
  await playLedgerTable(other, 'top-up 3 A | made | 3 0');
  await playLedgerTable(testing, 'top-up 2 A | made | 2 0');
  await playAt(
    '2026-03-01T12:00:00Z',
    `top-up 20 A       | made | 20 0
     adjust -1 B fee   | made | 19 0
     adjust 3 C gift   | made | 22 0
     hold charged 4    | held | 18 4
     settle charged    | done | 18 0
     hold refunded 5   | held | 13 5
     settle refunded   | done | 13 0
     refund refunded   | gave back 5.0000 | 18 0
     hold released 6   | held | 12 6
     release released  | rejected | 18 0`,
  );
  await playAt('2026-03-02T12:00:00Z', 'top-up 1 D | made | 19 0');
  await close('2026-03-04T00:06:00Z');
  expect(warned).toEqual([]);
  const all = (of: LedgerWorld) => listClosings(pool, of, '2026-03-01', '2026-03-02');
  expect(await all(world)).toMatchObject([
    {
      day: '2026-03-01',
      available: 180_000n,
      held: 0n,
      toppedUp: 200_000n,
      adjusted: 20_000n,
      charged: 90_000n,
      refunded: 50_000n,
      closedUntil: new Date('2026-03-02T00:00:00Z'),
    },
    { day: '2026-03-02', available: 190_000n, toppedUp: 10_000n, charged: 0n, refunded: 0n },
  ]);
  expect(await all(testing)).toMatchObject([{ day: '2026-03-01', available: 20_000n }]);
  expect(await all(other)).toMatchObject([{ day: '2026-03-01', available: 30_000n }]);
  expect(await listClosings(pool, world, '2026-03-02', '2026-03-02')).toHaveLength(1);
  expect((await audit(pool)).faults).toEqual([]);
});

describe('the audit since the last closing', () => {
  beforeEach(async () => {
    await playAt('2026-03-01T12:00:00Z', first);
    await close('2026-03-02T01:00:00Z');
  });

  // @mutant src/money/ledger/sql/close-days.sql
  // - (w.available, w.held) is distinct from (s.available, s.held)
  // + w.available is distinct from s.available
  test.each([
    ['money that appears in a wallet', 'update wallets set available = available + 1'],
    ['money that appears in what is held', 'update wallets set held = held + 1'],
    ['a movement since then that is gone', 'delete from transfers where phase = 2'],
    [
      'a movement that no wallet knows',
      `insert into transfers
       select account_id, gen_random_uuid(), 0, mode, 'top_up', 'wallet', 1, now() from wallets`,
    ],
  ])('finds %s', async (_, tampering) => {
    await playAt('2026-03-02T00:30:00Z', second);
    await database.pool.query(tampering);
    const { faults } = await close('2026-03-02T02:00:00Z');
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toMatchObject({ accountId: world.accountId });
  });

  test('includes a movement that became visible after its day was closed', async () => {
    const testing: LedgerWorld = { ...world, mode: 'test' };
    await playLedgerTable(testing, 'top-up 2 T | made | 2 0');
    await playAt('2026-03-01T13:00:00Z', second);
    expect(await close('2026-03-02T02:00:00Z')).toEqual({ days: 0, faults: [] });
    expect(await closings()).toEqual([['2026-03-01', 60_000n, 0n, 100_000n, 40_000n]]);
    expect(warned).toEqual(['closings of wallets corrected']);
  });

  test('includes any number of them', async () => {
    const { pool } = database;
    await pool.query(`insert into accounts (name) select 'n' from generate_series(1, 150)`);
    await pool.query(
      `insert into wallets (account_id, mode, available)
       select account_id, 'live', 7 from accounts where name = 'n'`,
    );
    await pool.query(
      `insert into transfers
       select account_id, gen_random_uuid(), 0, 'live', 'top_up', 'wallet', 7, '2026-03-01T13:00:00Z'
       from accounts where name = 'n'`,
    );
    expect(await close('2026-03-02T02:00:00Z')).toEqual({ days: 0, faults: [] });
  });

  test('reads only the ledger after the closing', async () => {
    await database.pool.query(
      `insert into transfers
       select $1, gen_random_uuid(), 0, $2, 'top_up', 'wallet', 1, '2026-02-01' from generate_series(1, 60000)`,
      [world.accountId, world.mode],
    );
    await database.pool.query('vacuum analyze transfers');
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain select sum(available) from wallet_moves where made_at >= '2026-03-02'`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on transfers_other/);
  });
});
