/**
 * The search copy is one statement for its speed: on Citus it waits while a node is away, and no call waits for it.
 * The number of a cell is stored once, by its first start, before its schema is distributed.
 */
export const notForCitus = [
  'src/line/search/sql/project-calls.sql',
  'src/installation/cells/cell-queries.ts',
];

/**
 * What Citus refuses or pays for dearly, of a statement or a function that PostgreSQL takes. Each rule is an error that
 * was met on Citus 13. The proof `citus` finds the others.
 */
export function citusFaults(text: string, tables: ReadonlySet<string>): string[] {
  const plain = text.replaceAll(/^\s*--.*$/gm, '');
  const faults: string[] = [];
  if (/\bas (?:materialized )?\(\s*insert into\b/.test(plain)) {
    faults.push('inserts in a WITH clause: its result goes to all nodes');
  }
  if (/\bcoalesce\([^()`;]*\$\d+[^()`;]*, (?:now|clock_timestamp)\(\)\)/.test(updatesOf(plain))) {
    faults.push('chooses a time in an update by COALESCE: use db_time_or_now');
  }
  for (const [, changes = ''] of plain.matchAll(/\bdo update\s+set\b([^;`]*)/g)) {
    if (/\b(?:now|clock_timestamp|make_interval)\(|\binterval '/.test(changes)) {
      faults.push('computes a time in ON CONFLICT: insert it, and take it from excluded');
    }
  }
  if (/\breturning\b[^;`)]*\b(?:now|clock_timestamp)\(/.test(plain)) {
    faults.push('computes a time in RETURNING: select it by a statement of its own');
  }
  if (/\bwith recursive\b/.test(plain)) faults.push('is recursive: use a loop in a function');
  for (const [, head = '', , body = ''] of plain.matchAll(functionForm)) {
    for (const [, type = ''] of head.matchAll(/(?:\breturns (?:setof )?|\b[a-z]\w* )(\w+)/g)) {
      if (tables.has(type)) faults.push(`has a row of ${type} in its signature`);
    }
    const read = [...body.matchAll(/\b(?:from|join|into|update) (\w+)/g)].map(([, name]) => name);
    if (/\blanguage sql\b/.test(head) && read.some((name) => tables.has(name ?? ''))) {
      faults.push('is in SQL and uses a table: use plpgsql');
    }
  }
  return faults;
}

const functionForm = /\bcreate or replace function ([\s\S]*?)\bas (\$\$)([\s\S]*?)\$\$/g;

/** The updates of a text, each up to its end. */
function updatesOf(text: string): string {
  return [...text.matchAll(/\bupdate \w+(?: \w+)?\s+set\b[^;`]*/g)].join('\n');
}

/** What Citus does not take in a migration of a distributed schema. */
export function citusMigrationFaults(sql: string): string[] {
  const plain = sql.replaceAll(/^\s*--.*$/gm, '');
  const faults: string[] = [];
  // The audit log cuts the number off the name of a shard.
  if (/\bcreate (?:unlogged )?table \w+_\d+\b/.test(plain))
    faults.push('names a table like a shard');
  for (const [statement] of plain.matchAll(/\balter table\b[^;]*/g)) {
    const parts = statement.match(
      /\b(?:add|drop|alter|rename|set|validate) (?:column|constraint)\b/g,
    );
    if ((parts?.length ?? 0) > 1) faults.push('changes a table in two ways at once');
    if (/\badd column\b[^;]*\b(?:check|references|unique|primary key)\b/.test(statement)) {
      faults.push('adds a column with a constraint: add the constraint by a statement of its own');
    }
    if (/\bset storage\b/.test(statement)) faults.push('sets the storage of a column');
    if (/\brename constraint\b/.test(statement)) faults.push('renames a constraint');
  }
  return faults;
}
