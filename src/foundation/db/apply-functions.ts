import type pg from 'pg';
import { readFunctionFiles, readFunctionsNumber } from './function-files.ts';

/** What a database says about its functions; one of before there were numbers has none. */
interface Applied {
  number?: number;
  checksum?: string;
}

/**
 * Makes the database's functions what the files `src/<group>/<room>/sql/*.sql` say. Unlike migrations they
 * can be replaced whole, so they are written down once, beside the code that calls them, and applied
 * again whenever one has changed. All in one transaction: a server sees the old set or the new one.
 */
export async function applyFunctions(client: pg.ClientBase): Promise<boolean> {
  if (await hasOurFunctions(client)) return false;
  try {
    await client.query('begin');
    await replaceFunctions(client);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Makes all functions anew, in the transaction that the caller has begun. */
export async function replaceFunctions(client: pg.ClientBase): Promise<void> {
  const { texts, checksum } = readFunctionFiles();
  const { number } = readFunctionsNumber();
  for (const text of texts) await client.query(text);
  await client.query('create table if not exists schema_functions (checksum text primary key)');
  await client.query(
    'alter table schema_functions add column if not exists number integer not null default 0',
  );
  await client.query('delete from schema_functions');
  await client.query('insert into schema_functions (number, checksum) values ($1, $2)', [
    number,
    checksum,
  ]);
}

/**
 * Whether the functions of the database are those of this program. It refuses those of a newer one: to
 * replace them would take them away from the servers that need them.
 */
export async function hasOurFunctions(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { number, checksum } = await readApplied(client);
  const ours = readFunctionsNumber().number;
  if (number !== undefined && number > ours) {
    throw new Error(
      `The database is newer than this Countersign: its functions have the number ${number}, ` +
        `and those here have ${ours}. Start the version that was running last, or a later one.`,
    );
  }
  return number === ours && checksum === readFunctionFiles().checksum;
}

async function readApplied(client: pg.ClientBase | pg.Pool): Promise<Applied> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('schema_functions') is not null as "isThere"`,
  );
  if (!found[0]?.isThere) return {};
  const { rows } = await client.query<{ applied: Applied }>(
    'select to_jsonb(schema_functions) as applied from schema_functions',
  );
  return rows[0]?.applied ?? {};
}
