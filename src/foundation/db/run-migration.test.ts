import { expect, test } from 'vitest';
import { readMigrations } from './read-migrations.ts';
import { statementsOf } from './run-migration.ts';

test('a text is split into its statements, and nothing of it is lost', async () => {
  expect(
    statementsOf(
      `-- One; two.
       create table a (b text default ';');
       create function c() returns void language plpgsql as $$ begin null; end $$;
       -- The end;
      `,
    ).map((statement) => statement.trim().split('\n').at(-1)?.trim()),
  ).toEqual([
    `create table a (b text default ';')`,
    'create function c() returns void language plpgsql as $$ begin null; end $$',
  ]);
  for (const { sql } of await readMigrations()) {
    const bare = (text: string) => text.replaceAll(/--[^\n]*|[\s;]/g, '');
    expect(bare(statementsOf(sql).join(';'))).toBe(bare(sql));
  }
});
