import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { installLastRelease } from '../../../test/kit/last-release.ts';
import { createLedgerWorld, playLedgerTable } from '../../../test/kit/ledger-table.ts';
import { dropRetired } from './apply-functions.ts';
import { createClient } from './connect.ts';
import { migrate } from './migrate.ts';
import { quietLog as log } from './quiet-log.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ isBare: true });
  await installLastRelease(database.pool);
});
afterEach(() => database.drop());

interface Stored {
  name: string;
  /** `p_account integer, p_call uuid`: in the order of the call, without defaults. */
  parameters: string[];
  required: number;
  result: string;
}

async function listFunctions(from = database): Promise<Stored[]> {
  const { rows } = await from.pool.query<Stored>(
    `select p.proname as name, p.pronargs - p.pronargdefaults as required,
       pg_get_function_result(p.oid) as result,
       array(
         select concat(p.proargnames[i + 1], ' ', format_type(p.proargtypes[i], null))
         from generate_series(0, p.pronargs - 1) i
       ) as parameters
     from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
     order by p.oid::regprocedure::text`,
  );
  return rows;
}

/** Whether each call that fits the old function still finds one with the same parameters and result. */
const serves = (one: Stored, old: Stored) =>
  one.name === old.name &&
  one.result === old.result &&
  one.required <= old.parameters.length &&
  old.parameters.every((parameter, at) => one.parameters[at] === parameter);

test('servers of the last release find every function that they call, until the last of them stops', async () => {
  const before = await listFunctions();
  expect(before.length).toBeGreaterThan(90);
  await migrate(database.pool, { log });
  const after = await listFunctions();
  const lost = before.filter((old) => !after.some((one) => serves(one, old)));
  // A parameter that is added at the end with a default is fine; any other change needs a new name.
  expect(lost).toEqual([]);

  const looks = { looks: 1, keepDays: 0 };
  const server = createClient(database.target, 'countersign listen catalog');
  await server.connect();
  expect(await dropRetired(database.pool, looks)).toEqual([]);
  await server.end();
  await expect.poll(() => dropRetired(database.pool, looks)).not.toEqual([]);
  const fresh = await createTestDatabase();
  // What is left is what a new installation has: every function that was dropped from the files is known.
  expect(await listFunctions()).toEqual(await listFunctions(fresh));
  await fresh.drop();
});

test('the ledger of the last release goes on where it was', async () => {
  await migrate(database.pool, { log });
  const world = await createLedgerWorld(database.pool);
  const { actual, expected } = await playLedgerTable(
    world,
    `top-up 10 A   | made | 10 0
     hold one 1    | held | 9 1
     settle one    | done | 9 0`,
  );
  expect(actual).toEqual(expected);
});

// @mutant src/foundation/db/migrate.ts
// - if (last && !last.isStepwise) last.replaces = true;
// + if (last === undefined) return groups;
test('tables and the functions that use them change in one transaction', async () => {
  const { pool } = database;
  // The functions cannot be replaced: one of them has another result.
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_functiondef('events_note_change'::regproc) as text`,
  );
  const other = rows[0]?.text.replace(/RETURNS \w+/, 'RETURNS text') ?? '';
  await pool.query(`drop function events_note_change; set check_function_bodies = off; ${other}`);
  await expect(migrate(pool, { log })).rejects.toThrow(/return type/);
  const { rows: made } = await pool.query(`select to_regclass('schema_signatures') as name`);
  expect(made).toEqual([{ name: null }]);
});
