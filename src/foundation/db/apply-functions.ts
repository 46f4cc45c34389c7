import type pg from 'pg';
import { readFunctionFiles, readFunctionsNumber } from './function-files.ts';

/** The database's record of its functions. Databases from before functions were numbered have no number. */
interface Applied {
  number?: number;
  checksum?: string;
}

/**
 * Brings the database's functions in line with the files `src/<group>/<room>/sql/*.sql`. Unlike migrations they
 * can be replaced whole, so each is written once, beside the code that calls it, and all are applied again when
 * one has changed. One transaction replaces all of them: a server sees the old set or the new one.
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

/** Recreates all functions in the caller's transaction, and drops those that they replace. */
export async function replaceFunctions(client: pg.ClientBase): Promise<void> {
  const { texts, checksum } = readFunctionFiles();
  const { number } = readFunctionsNumber();
  for (const text of texts) await client.query(text);
  await dropReplaced(client);
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

/** A function of the database, and how many arguments a call of it may have. */
interface StoredFunction {
  signature: string;
  name: string;
  least: number;
  most: number;
  /** Created from the files in this transaction. */
  isOurs: boolean;
}

/**
 * `create or replace` leaves a function with other parameters beside the new one, and a call that fits both is
 * ambiguous. So an old one goes if a call of the new one could mean it. One with another number of arguments
 * stays: no call is ambiguous, and a server of the version before may still need it.
 */
async function dropReplaced(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<StoredFunction>(
    `select p.oid::regprocedure::text as signature, p.proname as name,
       p.pronargs - p.pronargdefaults as least, p.pronargs::integer as most,
       p.xmin = pg_current_xact_id()::xid as "isOurs"
     from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'`,
  );
  const ours = rows.filter(({ isOurs }) => isOurs);
  const replaced = rows.filter(
    (old) =>
      !old.isOurs &&
      ours.some((one) => one.name === old.name && one.least <= old.most && old.least <= one.most),
  );
  for (const { signature } of replaced) await client.query(`drop function ${signature}`);
}

/**
 * Whether the database has this program's functions. Throws if they are from a newer program: replacing them
 * would break the servers that need them.
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
