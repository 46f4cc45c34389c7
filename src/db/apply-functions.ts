import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

const sourceDirectory = join(import.meta.dirname, '..');

/**
 * Makes the database's functions what the files `src/<folder>/sql/*.sql` say. Unlike migrations they
 * can be replaced whole, so they are written down once, beside the code that calls them, and applied
 * again whenever one has changed. All in one transaction: a server sees the old set or the new one.
 */
export async function applyFunctions(client: pg.ClientBase): Promise<boolean> {
  const files: string[] = [];
  for await (const file of glob('*/sql/*.sql', { cwd: sourceDirectory })) files.push(file);
  const texts = await Promise.all(
    files.sort().map((file) => readFile(join(sourceDirectory, file), 'utf8')),
  );
  const checksum = createHash('sha256').update(texts.join('\0')).digest('hex');
  await client.query('create table if not exists schema_functions (checksum text primary key)');
  const { rows } = await client.query('select 1 from schema_functions where checksum = $1', [
    checksum,
  ]);
  if (rows.length > 0) return false;
  try {
    await client.query('begin');
    for (const text of texts) await client.query(text);
    await client.query('delete from schema_functions');
    await client.query('insert into schema_functions values ($1)', [checksum]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
