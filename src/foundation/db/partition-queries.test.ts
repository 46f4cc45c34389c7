import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { readPartitionFacts } from '../../surfaces/reports/doctor-queries.ts';
import { deleteOldRows, dropOldPartitions, ensurePartitions } from './partition-queries.ts';
import { walkPages } from './walk-pages.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** An event dated this far ahead by a wrong clock. */
async function insertEvent(ahead: string): Promise<void> {
  await database.pool.query(
    `insert into events (account_id, event_id, mode, type, subject_id, body, made_at)
     select 1, uuid_floor(now() + $1::interval), 'test', 'odd', uuid_floor(now()), '{}', now()`,
    [ahead],
  );
}

/** Where the rows of a table are, as `table: count`. */
async function countPartitions(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ place: string }>(
    `select tableoid::regclass || ': ' || count(*) as place from ${table} group by tableoid order by 1`,
  );
  return rows.map(({ place }) => place);
}

async function nameOf(table: string, ahead: string): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select $1 || to_char((now() + $2::interval) at time zone 'UTC', '_YYYYMM') as name`,
    [table, ahead],
  );
  return rows[0]?.name ?? '';
}

async function exists(name: string): Promise<boolean> {
  const { rows } = await database.pool.query('select to_regclass($1) is not null as there', [name]);
  return rows[0].there;
}

test('rows dated ahead by a wrong clock move into their month when it is created', async () => {
  await insertEvent('3 months');
  await insertEvent('3 months 1 second');
  await insertEvent('30 months');
  const other = 'events_other';
  expect(await countPartitions('events')).toEqual([`${other}: 3`]);
  await ensurePartitions(database.pool);
  const month = await nameOf('events', '3 months');
  expect(await countPartitions('events')).toEqual([`${month}: 2`, `${other}: 1`].sort());
  expect(await readPartitionFacts(database.pool)).toEqual({ missing: [], spare: ['events'] });

  await database.pool.query(`delete from ${other}`);
  await insertEvent('30 months');
  await database.pool.query(`select db_make_partition('events', now() + interval '30 months')`);
  expect((await readPartitionFacts(database.pool)).spare).toEqual([]);
});

test('a table whose partition cannot be created does not keep others from theirs', async () => {
  await database.pool.query(
    `do $$ begin
       execute format(
         'create table odd partition of calls for values from (%L) to (%L)',
         uuid_floor(date_trunc('month', now(), 'UTC') + interval '3 months 1 day'),
         uuid_floor(date_trunc('month', now(), 'UTC') + interval '3 months 2 days')
       );
     end $$`,
  );
  await expect(ensurePartitions(database.pool)).rejects.toMatchObject({ code: '42P17' });
  expect(await exists(await nameOf('calls', '3 months'))).toBe(false);
  for (const table of ['events', 'transfers']) {
    expect(await exists(await nameOf(table, '3 months'))).toBe(true);
  }
});

test('a table in use is skipped at once, and gets its partition later', async () => {
  const client = await database.pool.connect();
  await client.query('begin; select from calls limit 1');
  await ensurePartitions(database.pool);
  expect(await exists(await nameOf('calls', '3 months'))).toBe(false);
  await client.query('commit');
  client.release();
  await ensurePartitions(database.pool);
  expect(await exists(await nameOf('calls', '3 months'))).toBe(true);
});

test('a month is dropped when all of it is past, to the second, in any time zone', async () => {
  const { pool } = database;
  await pool.query(`select db_make_partition('events', '2021-03-01')`);
  const client = await pool.connect();
  try {
    await client.query(`set timezone = 'America/New_York'`);
    const drop = async (before: string) =>
      (await client.query(`select db_drop_partition('events', $1) as name`, [before])).rows[0].name;
    expect(await drop('2021-03-31T23:59:59Z')).toBeNull();
    expect(await drop('2021-04-01T00:00:00Z')).toBe('events_202103');
  } finally {
    client.release(true);
  }
});

test('past months are all dropped, and one in use later', async () => {
  const { pool } = database;
  const events = { table: 'events', key: 'event_id' } as const;
  for (const month of ['2021-03-01', '2021-04-01']) {
    await pool.query(`select db_make_partition('events', $1)`, [month]);
  }
  const client = await pool.connect();
  await client.query('begin; select from events limit 1');
  expect(await dropOldPartitions(pool, events, 1_000)).toBe(0);
  await client.query('commit');
  client.release();
  expect(await dropOldPartitions(pool, events, 1_000, AbortSignal.abort())).toBe(0);
  expect(await dropOldPartitions(pool, events, 1_000)).toBe(2);
  expect(await exists('events_202104')).toBe(false);
});

test('rows in the default partition are kept until their retention ends, and no longer', async () => {
  const events = { table: 'events', key: 'event_id' } as const;
  await insertEvent('-1000 days 1 minute');
  await insertEvent('-1000 days -1 minute');
  expect(await countPartitions('events')).toEqual(['events_other: 2']);
  expect(await dropOldPartitions(database.pool, events, 1_001)).toBe(0);
  expect(await countPartitions('events')).toEqual(['events_other: 2']);
  expect(await dropOldPartitions(database.pool, events, 1_000)).toBe(0);
  expect(await countPartitions('events')).toEqual(['events_other: 1']);
});

// @mutant src/foundation/db/partition-queries.ts
// - and ${key} < uuid_floor(now() - make_interval(days => $1))`,
// + and ${key} < uuid_floor(now())`,
test('rows of a month are deleted when their own days are over, and no others', async () => {
  const { pool } = database;
  const events = { table: 'events', key: 'event_id' } as const;
  await ensurePartitions(pool);
  // A day in the middle of a month, this one or the last.
  const day = new Date().getUTCDate();
  const days = day < 10 ? day + 10 : day - 5;
  await insertEvent(`-${days} days -1 minute`);
  await insertEvent(`-${days} days 1 minute`);
  expect(await deleteOldRows(pool, events, days + 1)).toBe(0);
  expect(await deleteOldRows(pool, events, days, AbortSignal.abort())).toBe(0);
  expect(await deleteOldRows(pool, events, days)).toBe(1);
  const { rows } = await pool.query('select from events where event_id < uuid_floor(now())');
  expect(rows).toHaveLength(1);
  // A month without a partition has nothing to delete.
  expect(await deleteOldRows(pool, events, 3_650)).toBe(0);
});

test('a table is walked from its first page to its last, each row once, until stopped', async () => {
  const { pool } = database;
  await pool.query(
    `create table walked as select n, repeat('x', 1900) as filling from generate_series(1, 1300) n`,
  );
  const bites: number[] = [];
  const visit = async (from: string, to: string) => {
    const result = await pool.query('select from walked where ctid >= $1::tid and ctid < $2::tid', [
      from,
      to,
    ]);
    bites.push(result.rowCount ?? 0);
    return result;
  };
  expect(await walkPages(pool, 'walked', undefined, visit)).toBe(1_300);
  expect(bites.length).toBeGreaterThan(1);
  const stop = new AbortController();
  const stopped = await walkPages(pool, 'walked', stop.signal, async (from, to) => {
    stop.abort();
    return visit(from, to);
  });
  expect(stopped).toBe(bites.at(-1));
  expect(stopped).toBeLessThan(1_300);
  expect(await walkPages(pool, 'walked', AbortSignal.abort(), visit)).toBe(0);
});
