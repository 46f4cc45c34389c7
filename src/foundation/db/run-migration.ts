import type pg from 'pg';
import { hasCitus } from './citus-node.ts';
import { giveWay, lockPatienceMs } from './give-way.ts';
import type { Migration } from './read-migrations.ts';

/** Runs a migration in the caller's transaction. */
export async function runMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  // A migration that changes settings needs an actor for the audit log.
  await client.query(`select set_config('countersign.actor', $1, true)`, [actorOf(migration)]);
  if (!migration.isStepwise) await runWhole(client, migration.sql);
  // Nobody else uses a database that is made in one transaction, so its indexes lock nobody out.
  else {
    const sql = migration.sql.replaceAll(/ concurrently\b/g, '');
    await runSteps(client, sql, (step) => runStep(client, step));
  }
  await noteApplied(client, migration);
}

/** Citus changes the tables of a distributed schema only by messages of one statement. */
async function runWhole(client: pg.ClientBase, sql: string): Promise<void> {
  const messages = (await hasCitus(client)) ? statementsOf(sql) : [sql];
  for (const message of messages) await client.query(message);
}

const noticePrefix = 'countersign migration ';

/**
 * Runs all migrations of an upgrade in the caller's transaction, as one message. With four for each, a busy machine kept the
 * locks of the first ones for seconds, and calls waited. Before each, the database gives notice of its name, so that a fault
 * can name it, and gives up, as if a lock had not come in time, once the locks have been kept for too long.
 */
export async function runTogether(
  client: pg.ClientBase,
  migrations: readonly Migration[],
  longestMs: number,
): Promise<void> {
  let name = '';
  const listen = ({ message = '' }: { message?: string | undefined }) => {
    if (message.startsWith(noticePrefix)) name = message.slice(noticePrefix.length);
  };
  const texts = migrations.map(
    (migration) => `
      do ${quoted(noticeOf(migration.name, longestMs))};
      select set_config('countersign.actor', ${quoted(actorOf(migration))}, true);
      ${migration.sql}
      ;
      ${noteText(quoted(recordOf(migration)))};`,
  );
  client.on('notice', listen);
  try {
    await client.query(`set local client_min_messages = notice;\n${texts.join('\n')}`);
  } catch (error) {
    throw migrationFault(name, error as Error);
  } finally {
    client.off('notice', listen);
  }
}

const tooLong = 'calls would wait for too long';

/** Whether migrations gave up because they kept their locks for too long. */
export function keptTooLong({ cause }: Error): boolean {
  return cause instanceof Error && cause.message === tooLong;
}

/** The statement's time is that of the whole message. */
function noticeOf(name: string, longestMs: number): string {
  return `begin
    if clock_timestamp() > statement_timestamp() + interval '${Math.round(longestMs)} ms' then
      raise lock_not_available using message = ${quoted(tooLong)};
    end if;
    raise notice ${quoted(noticePrefix + name)};
  end`;
}

/** Names the migration that failed. */
export function migrationFault(name: string, cause: Error): Error {
  return new Error(`The migration ${name} failed: ${cause.message}`, { cause });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The statements of a text; a semicolon in a comment, a string or a function's body ends none. */
export function statementsOf(sql: string): string[] {
  const parts = sql.match(/(?:--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;])+/g) ?? [];
  return parts.filter((part) => part.replaceAll(/--[^\n]*/g, '').trim() !== '');
}

/**
 * Runs a migration whose steps commit one by one. A step that was cut off is run again, so each has the same
 * result the second time.
 */
export async function runStepwise(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(`select set_config('countersign.actor', $1, false)`, [actorOf(migration)]);
  await runSteps(client, migration.sql, async (step) => {
    // Nobody queues behind an index that waits until older transactions have ended.
    const isConcurrent = / concurrently\b/.test(step);
    await client.query(`set lock_timeout = ${isConcurrent ? 0 : lockPatienceMs}`);
    await giveWay(() => runStep(client, step));
  });
  await noteApplied(client, migration);
}

/**
 * A step is one statement, and an empty line ends it. Its comment may say that it is repeated until it changes no
 * row, or run for each partition of a table, whose name stands for `{partition}`.
 */
async function runSteps(
  client: pg.ClientBase,
  sql: string,
  run: (step: string) => Promise<void>,
): Promise<void> {
  for (const step of sql.split(/\n{2,}/)) {
    const table = /^-- for each partition of ([a-z_]+)$/m.exec(step)?.[1];
    const names = table === undefined ? [''] : await listPartitions(client, table);
    for (const name of names) await run(step.replaceAll('{partition}', name));
  }
}

async function runStep(client: pg.ClientBase, step: string): Promise<void> {
  const isRepeated = /^-- until no row changes$/m.test(step);
  let rowCount: number | null;
  do ({ rowCount } = await client.query(step));
  while (isRepeated && rowCount);
}

async function listPartitions(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function noteApplied(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query(noteText('$1'), [recordOf(migration)]);
}

// As a record, because the history of an older version has no column is_breaking yet.
function noteText(record: string): string {
  return `
    insert into schema_migrations
    select (jsonb_populate_record(
      null::schema_migrations, ${record}::jsonb || jsonb_build_object('applied_at', now()))).*`;
}

function recordOf({ version, name, checksum, isBreaking }: Migration): string {
  return JSON.stringify({ version, name, checksum, is_breaking: isBreaking });
}

const actorOf = ({ name }: Migration) =>
  JSON.stringify({ kind: 'platform', name: `migration ${name}` });
