import { expect, test } from 'vitest';
import { citusFaults, citusMigrationFaults } from './citus-faults.ts';

const tables = new Set(['wallets', 'calls']);

test.each([
  ['with made as (insert into calls select 1) select 1', /WITH clause/],
  ['update calls set ended_at = coalesce($1, now()) where call_id = $2', /COALESCE/],
  [
    'insert into calls values (1) on conflict (call_id) do update set ended_at = now()',
    /ON CONFLICT/,
  ],
  ['insert into calls values (1) returning call_id, made_at <= now() as "isPast"', /RETURNING/],
  ['with recursive q as (select 1) select * from q', /recursive/],
  [
    'create or replace function a(p_wallet wallets) returns void language plpgsql as $$ $$;',
    /row of wallets/,
  ],
  ['create or replace function a() returns setof calls language plpgsql as $$ $$;', /row of calls/],
  [
    'create or replace function a() returns bigint language sql as $$ select 1 from calls $$;',
    /in SQL and uses a table/,
  ],
])('finds what Citus refuses in: %s', (text, fault) => {
  expect(citusFaults(text, tables).join()).toMatch(fault);
});

test.each([
  'with moved as (update wallets set held = 0 returning 1) select * from moved',
  'update calls set ended_at = db_time_or_now($1)',
  'with ended as (update calls set state = 1 returning call_id) select call_id, now() from ended',
  'insert into calls values (1, now()) on conflict (call_id) do update set ended_at = excluded.ended_at',
  'create or replace function a(p_calls integer) returns bigint language plpgsql as $$ from calls $$;',
])('finds nothing in: %s', (text) => {
  expect(citusFaults(text, tables)).toEqual([]);
});

test.each([
  ['alter table calls add column a text, add column b text;', /two ways/],
  ["alter table calls add column a text check (a <> '');", /with a constraint/],
  ['alter table calls alter column a set storage external;', /storage/],
  ['alter table calls rename constraint a to b;', /renames/],
  ['create table calls_2 (call_id uuid primary key);', /like a shard/],
])('finds what Citus refuses in the migration: %s', (sql, fault) => {
  expect(citusMigrationFaults(sql).join()).toMatch(fault);
});
