import type pg from 'pg';
import { hasCitus } from './citus-node.ts';
import { readFunctionFiles, readFunctionsNumber } from './function-files.ts';
import { areOlderServersGone, type LookOptions } from './server-queries.ts';

/** The database's record of its functions. Databases from before functions were numbered have no number. */
interface Applied {
  number?: number;
  checksum?: string;
}

/**
 * Brings the database's functions in line with the files `src/<group>/<room>/sql/*.sql`, in the caller's
 * transaction: a server sees the old set or the new one. Unlike migrations they can be replaced whole, so each is
 * written once, beside the code that calls it.
 */
export async function replaceFunctions(client: pg.ClientBase): Promise<void> {
  const { texts, checksum } = readFunctionFiles();
  const { number } = readFunctionsNumber();
  // While an old function stands beside its new form, a body that calls it would be refused as ambiguous.
  await client.query('set local check_function_bodies = off');
  // One message: with one for each file, a busy machine kept the locks of the migrations for seconds.
  const text = texts.join('\n');
  await client.query((await hasCitus(client)) ? unpinned(text) : text);
  await dropReplaced(client);
  await noteSignatures(client, texts, number);
  await client.query('create table if not exists schema_functions (checksum text primary key)');
  await client.query(
    `alter table schema_functions add column if not exists number integer not null default 0,
       add column if not exists applied_at timestamptz not null default now()`,
  );
  await client.query('delete from schema_functions');
  await client.query('insert into schema_functions (number, checksum) values ($1, $2)', [
    number,
    checksum,
  ]);
}

/** Citus plans a statement by its values, so its functions are not pinned to plans that serve any value. */
function unpinned(text: string): string {
  return text.replaceAll(/^set plan_cache_mode = force_generic_plan\n/gm, '');
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
  if (replaced.length === 0) return;
  await client.query(`drop function ${replaced.map(({ signature }) => signature).join(', ')}`);
}

/**
 * Records which functions are ours: the schema may have others, and those of migrations are not replaced. One that
 * is no longer in the files keeps the number of the last set that had it.
 */
async function noteSignatures(client: pg.ClientBase, texts: string[], number: number) {
  await client.query(
    `insert into schema_signatures (signature, number)
     select p.oid::regprocedure::text, $1
     from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.proname = any ($2)
       and p.xmin = pg_current_xact_id()::xid
     on conflict (signature) do update set number = excluded.number`,
    [number, namesIn(texts)],
  );
}

function namesIn(texts: string[]): string[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, name = '']) => name),
  );
}

/** How long the previous version can be started again after an upgrade. */
const rollbackDays = 30;

/**
 * Drops the functions that only servers of older versions call, once none of them is left and nobody is expected
 * to start one again. Returns what it dropped.
 */
export async function dropRetired(
  pool: pg.Pool,
  { keepDays = rollbackDays, ddlPool = pool, ...looks }: DropOptions = {},
): Promise<string[]> {
  if (looks.signal?.aborted) return [];
  const { number } = readFunctionsNumber();
  const { rows } = await pool.query<{ signature: string }>(
    `select signature from schema_signatures, schema_functions f
     where schema_signatures.number < $1 and f.applied_at <= now() - make_interval(days => $2)
     order by 1`,
    [number, keepDays],
  );
  if (rows.length === 0 || !(await areOlderServersGone(pool, looks))) return [];
  // A newer program's functions may be called like our retired ones.
  if ((await compareFunctions(pool)) !== 'ours') return [];
  const signatures = rows.map(({ signature }) => signature);
  const drops = signatures.map((signature) => `drop function if exists ${signature};`);
  // One message without values is one transaction.
  await ddlPool.query(`${drops.join(' ')} delete from schema_signatures where number < ${number}`);
  return signatures;
}

interface DropOptions extends LookOptions {
  keepDays?: number;
  /** Where functions can be dropped, if not where servers are counted. */
  ddlPool?: pg.Pool;
}

/**
 * Whether the database has this program's functions, older ones, or newer ones that serve this program too: they
 * change so that calls of the previous version still find them. Throws if a newer program has dropped one.
 */
export async function compareFunctions(
  client: pg.ClientBase | pg.Pool,
): Promise<'older' | 'ours' | 'newer'> {
  const { number = 0, checksum } = await readApplied(client);
  const ours = readFunctionsNumber().number;
  if (number < ours) return 'older';
  const { texts, checksum: own } = readFunctionFiles();
  if (number === ours) return checksum === own ? 'ours' : 'older';
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where not exists (
       select from pg_proc where pronamespace = current_schema()::regnamespace and proname = name)
     limit 1`,
    [namesIn(texts)],
  );
  if (!rows[0]) return 'newer';
  throw new Error(
    `The database is newer than this Countersign: its function ${rows[0].name} was dropped. ` +
      'Start the version that was running last or a later one, or restore the backup from before the upgrade.',
  );
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
