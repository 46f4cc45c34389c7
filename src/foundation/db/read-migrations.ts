import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedLocks } from './released-locks.ts';

/** One numbered migration file, `NNNN_name.sql`. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
  /** Whether servers of the previous version can no longer work with the database. */
  isBreaking: boolean;
  /** What servers wait for while it runs. */
  locks: readonly MigrationLock[];
  /** Whether each of its steps commits by itself, as building an index beside the traffic must. */
  isStepwise: boolean;
}

/** A table that nobody can write meanwhile, and for how long with ten million calls in the database. */
export interface MigrationLock {
  table: string;
  seconds: number;
}

export const ownMigrations = join(import.meta.dirname, 'migrations');

export async function readMigrations(directory = ownMigrations): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const file of files) {
    const match = /^([0-9]{4})_([a-z0-9_]+)\.sql$/.exec(file);
    if (!match) throw new Error(`The migration ${file} is not named NNNN_name.sql.`);
    const version = Number(match[1]);
    if (migrations.at(-1)?.version === version) {
      throw new Error(`Two migrations have the number ${match[1]}.`);
    }
    const sql = await readFile(join(directory, file), 'utf8');
    const name = file.slice(0, -'.sql'.length);
    const checksum = createHash('sha256').update(sql).digest('hex');
    migrations.push({ version, name, sql, checksum, ...readLabels(name, sql) });
  }
  return migrations;
}

function readLabels(name: string, sql: string) {
  const breaking = /^-- breaking: (no|yes)\n/.exec(sql)?.[1];
  if (!breaking) {
    throw new Error(`The migration ${name} does not begin with "-- breaking: no" or "yes".`);
  }
  const said = releasedLocks[name] ?? /^.*\n-- locks: (.*)\n/.exec(sql)?.[1] ?? '';
  const locks = readLocks(said);
  if (!locks) {
    throw new Error(
      `The second line of the migration ${name} is neither "-- locks: none" nor like ` +
        '"-- locks: events, 20 s; calls, 0 s": the seconds for which no server can write the table, ' +
        'with ten million calls in the database.',
    );
  }
  const isStepwise = /^-- steps: each commits by itself$/m.test(sql);
  return { isBreaking: breaking === 'yes', locks, isStepwise };
}

function readLocks(text: string): MigrationLock[] | undefined {
  if (text === 'none') return [];
  const locks = text.split('; ').map((part) => /^([a-z_]+), ([0-9]{1,4}) s$/.exec(part));
  if (locks.some((lock) => !lock)) return undefined;
  return locks.map((lock) => ({ table: lock?.[1] ?? '', seconds: Number(lock?.[2]) }));
}
