import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld, playLedgerTable } from '../../../test/kit/ledger-table.ts';
import { compareFunctions, dropRetired } from './apply-functions.ts';
import { createClient } from './connect.ts';
import { readFunctionFiles } from './function-files.ts';
import { migrate } from './migrate.ts';
import { quietLog as log } from './quiet-log.ts';
import { listenerName } from './server-queries.ts';

let database: TestDatabase;
let client: PoolClient;

beforeEach(async () => {
  database = await createTestDatabase({ max: 2 });
  client = await database.pool.connect();
});
afterEach(async () => {
  client.release();
  await database.drop();
});

const exists = async (name: string) => {
  const { rows } = await database.pool.query('select to_regproc($1) is not null as there', [name]);
  return rows[0].there as boolean;
};

const apply = () => migrate(database.pool, { log });

test('leaves existing functions alone', async () => {
  await client.query('drop function checks_expire');
  await apply();
  expect(await exists('checks_expire')).toBe(false);
});

test('has only functions whose bodies are valid', async () => {
  await client.query('begin');
  for (const text of readFunctionFiles().texts) await client.query(text);
  await client.query('rollback');
});

test('replaces all functions when one has changed, and takes ownership of them', async () => {
  await client.query('drop function checks_expire');
  await client.query(`update schema_functions set checksum = 'another'`);
  expect(await compareFunctions(client)).toBe('older');
  await apply();
  expect(await exists('checks_expire')).toBe(true);
  expect(await compareFunctions(database.pool)).toBe('ours');
});

test('leaves all functions as they were if one fails', async () => {
  // The last folder in the alphabet, so that many functions exist by then.
  await client.query('drop function sandbox_sweep_receipts');
  await client.query(`update schema_functions set checksum = 'another'`);
  await client.query('drop function checks_expire');
  const { rows } = await client.query(
    `select pg_get_function_identity_arguments(oid) as args
     from pg_proc where proname = 'sandbox_keep_messages'`,
  );
  await client.query('drop function sandbox_keep_messages');
  const clash = `create function sandbox_keep_messages(${rows[0].args}) returns text`;
  await client.query(`${clash} language sql as $$ select '' $$`);
  await expect(apply()).rejects.toThrow(/return type/);
  expect(await exists('checks_expire')).toBe(false);
  const { rows: kept } = await client.query('select checksum from schema_functions');
  expect(kept).toEqual([{ checksum: 'another' }]);
});

describe('beside the functions of an older version', () => {
  /** Gives every function a twin that has one more parameter, with a default. */
  async function addOlder(): Promise<number> {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef(p.oid) as text
       from pg_proc p
       where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
         and p.prorettype <> 'trigger'::regtype and p.proname ~ '^(hold_calls|settle_calls|events_|ledger_)'`,
    );
    // Their bodies may call what is ambiguous by then.
    await client.query('set check_function_bodies = off');
    for (const { text } of rows) {
      await client.query(
        text
          .replace(/\)\n (RETURNS|LANGUAGE)/, ', p_older integer DEFAULT 0)\n $1')
          .replace('(, ', '('),
      );
    }
    await client.query(`update schema_functions set checksum = 'another'`);
    return rows.length;
  }
  const countOlder = async () =>
    (await client.query(`select from pg_proc where 'p_older' = any (proargnames)`)).rowCount;

  test('drops those that calls could mean, and calls work again', async () => {
    const count = await addOlder();
    expect(count).toBeGreaterThan(20);
    expect(await countOlder()).toBe(count);
    const ask = () => client.query('select ledger_oldest_writer($1)', [new Date()]);
    await expect(ask()).rejects.toThrow('is not unique');
    await apply();
    expect(await countOlder()).toBe(0);
    expect((await ask()).rowCount).toBe(1);
    const world = await createLedgerWorld(database.pool);
    const { actual, expected } = await playLedgerTable(
      world,
      `top-up 10 A   | made | 10 0
       hold one 1    | held | 9 1
       settle one    | done | 9 0`,
    );
    expect(actual).toEqual(expected);
  });

  test('keeps one with another number of arguments for servers of that version', async () => {
    const older = `create function ledger_oldest_writer(p_one integer, p_two integer) returns integer`;
    await client.query(`${older} language sql as 'select 1'`);
    await client.query(`update schema_functions set checksum = 'another'`);
    await apply();
    expect((await client.query('select ledger_oldest_writer(1, 2)')).rowCount).toBe(1);
    expect((await client.query('select ledger_oldest_writer(now())')).rowCount).toBe(1);
  });
});

describe('a function that is no longer in the files', () => {
  const retired = 'events_retired(integer)';
  const looks = { looks: 2, pauseMs: 1, keepDays: 0 };
  const isThere = async () =>
    (await client.query('select to_regprocedure($1) is not null as there', [retired])).rows[0]
      .there;

  beforeEach(async () => {
    await client.query(
      `create function ${retired} returns integer language sql as 'select 1';
       create function operators_own() returns integer language sql as 'select 1';
       insert into schema_signatures values ('${retired}', 0);
       update schema_functions set checksum = 'another'`,
    );
    await apply();
  });

  async function enterAs(name: string, work: () => Promise<void>): Promise<void> {
    const server = createClient(database.target, name);
    await server.connect();
    await work().finally(() => server.end());
  }

  // @mutant src/foundation/db/server-queries.ts
  // - if (signal?.aborted || (await countOlderServers(db)) > 0) return false;
  // + if (signal?.aborted) return false;
  test('stays as long as a server of an older version runs', async () => {
    const [number] = (await client.query('select number - 1 as n from schema_functions')).rows;
    for (const name of ['countersign listen catalog', `countersign listen catalog ${number.n}`]) {
      await enterAs(name, async () => {
        expect(await dropRetired(database.pool, looks)).toEqual([]);
      });
    }
    expect(await isThere()).toBe(true);
  });

  // @mutant src/foundation/db/apply-functions.ts
  // - and f.applied_at <= now() - make_interval(days => $2)
  // + and $2 is not null
  test('stays for 30 days, in which the version before can be started again', async () => {
    const lookOnce = { looks: 1 };
    expect(await dropRetired(database.pool, lookOnce)).toEqual([]);
    await client.query(`update schema_functions set applied_at = now() - interval '29 days'`);
    expect(await dropRetired(database.pool, lookOnce)).toEqual([]);
    await client.query(`update schema_functions set applied_at = now() - interval '31 days'`);
    expect(await dropRetired(database.pool, lookOnce)).toEqual([retired]);
  });

  test('goes when all servers have this version, and takes nothing else with it', async () => {
    await enterAs(listenerName('public'), async () => {
      expect(await dropRetired(database.pool, looks)).toEqual([retired]);
    });
    expect(await isThere()).toBe(false);
    expect(await exists('operators_own')).toBe(true);
    expect(await exists('audit_row')).toBe(true);
    expect(await exists('hold_calls')).toBe(true);
    expect(await dropRetired(database.pool, looks)).toEqual([]);
  });

  test('is left to a newer program that may have it', async () => {
    await client.query(`update schema_functions set checksum = 'newer'`);
    expect(await dropRetired(database.pool, looks)).toEqual([]);
    expect(await isThere()).toBe(true);
  });
});
