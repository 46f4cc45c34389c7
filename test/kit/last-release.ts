import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { migrate } from '../../src/foundation/db/migrate.ts';
import { quietLog } from '../../src/foundation/db/quiet-log.ts';
import { ownMigrations } from '../../src/foundation/db/read-migrations.ts';

/** The last released version, as `npm run keep-release` kept it. */
export interface Release {
  version: string;
  commit: string;
  /** Its last migration. */
  migration: string;
  functions: { number: number; checksum: string; text: string };
}

const folder = join(import.meta.dirname, '../upgrade');

export function readLastRelease(): Release {
  const byVersion = new Intl.Collator('en', { numeric: true }).compare;
  const file = readdirSync(folder).sort(byVersion).at(-1) ?? '';
  const text = readFileSync(join(folder, file), 'utf8');
  const fieldOf = (name: string) => new RegExp(`^-- ${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const [number, checksum = ''] = fieldOf('functions').split(' ');
  return {
    version: file.slice(0, -'.sql'.length),
    commit: fieldOf('commit'),
    migration: fieldOf('migration'),
    functions: { number: Number(number), checksum, text },
  };
}

/** Gives an empty database the tables and functions of the last release. */
export async function installLastRelease(pool: Pool): Promise<Release> {
  const release = readLastRelease();
  const directory = mkdtempSync(join(tmpdir(), 'countersign-release-'));
  try {
    for (const file of readdirSync(ownMigrations)) {
      if (file <= `${release.migration}.sql`)
        cpSync(join(ownMigrations, file), join(directory, file));
    }
    await migrate(pool, { log: quietLog, directory });
  } finally {
    rmSync(directory, { recursive: true });
  }
  const { number, checksum, text } = release.functions;
  await pool.query(text);
  await pool.query('create table schema_functions (checksum text primary key, number integer)');
  await pool.query('insert into schema_functions (checksum, number) values ($1, $2)', [
    checksum,
    number,
  ]);
  return release;
}
