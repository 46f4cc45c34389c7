import { describe, expect, test } from 'vitest';
import { readLastRelease } from '../../../test/kit/last-release.ts';
import { type Migration, readMigrations } from './read-migrations.ts';
import { releasedLocks } from './released-locks.ts';

/** Tables whose rows grow with the calls. Others may be changed whole, in one statement. */
const growing = [
  ...[
    'calls',
    'transfers',
    'events',
    'deliveries',
    'delivery_attempts',
    'checks',
    'check_sessions',
  ],
  ...[
    'message_contents',
    'idempotency_keys',
    'number_windows',
    'attempts',
    'receipts',
    'call_costs',
  ],
  ...['provider_refs', 'early_receipts', 'unresolved_calls', 'sandbox_messages', 'usage_days'],
  ...['spend_days', 'call_changes', 'call_search', 'call_numbers', 'call_hours', 'platform_hours'],
  ...['call_quarters', 'platform_quarters'],
  ...['audit_entries', 'closings', 'closing_products', 'prefix_hours', 'refused_calls'],
];

/** What a migration does that servers would notice, or that cannot be undone while they run. */
function faultsOf({ name, sql, isBreaking, isStepwise }: Migration, released: string): string[] {
  const own = [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table);
  const steps = sql.split(/\n{2,}/);
  const isOld = (table: string | undefined) => table !== undefined && !own.includes(table);
  const faults: string[] = [];
  if (isBreaking && !((/^-- second step of: (\w+)$/m.exec(sql)?.[1] ?? '~') <= released)) {
    faults.push('is breaking, and no released migration is its first step');
  }
  if (/ concurrently\b/.test(sql) && !isStepwise) faults.push('builds an index in a transaction');
  for (const step of steps) {
    const plain = step.replaceAll(/^\s*--.*$/gm, '');
    const index = /\bcreate (?:unique )?index (?!concurrently)[^;]*?\son (\w+)/.exec(plain)?.[1];
    const isAttached = steps.some((one) => one.includes(`-- for each partition of ${index}\n`));
    if (isOld(index) && !isAttached) faults.push(`locks ${index} while it builds an index`);
    const isBatch =
      isStepwise && /^-- until no row changes$/m.test(step) && /\blimit\b/.test(plain);
    for (const [, table = ''] of plain.matchAll(/\b(?:update|delete from) (\w+)/g)) {
      if (growing.includes(table) && isOld(table) && !isBatch)
        faults.push(`changes ${table} at once`);
    }
    for (const [statement, table = ''] of plain.matchAll(/\balter table (?:only )?(\w+)[^;]*/g)) {
      if (!growing.includes(table) || !isOld(table)) continue;
      if (
        /\b(add constraint|add check|references)\b/.test(statement) &&
        !/not valid/.test(statement)
      ) {
        faults.push(`reads all of ${table} under a lock`);
      }
      if (/\bset not null\b|\btype\b|add primary key/.test(statement)) {
        faults.push(`rewrites or reads all of ${table} under a lock`);
      }
    }
  }
  return faults.map((fault) => `${name} ${fault}`);
}

const { migration: released } = readLastRelease();
const all = await readMigrations();

test('migrations since the last release lock no table for long', () => {
  const later = all.filter(({ name }) => name > released);
  expect(later.flatMap((one) => faultsOf(one, released))).toEqual([]);
  expect(later.flatMap(({ locks }) => locks.filter(({ seconds }) => seconds > 0))).toEqual([]);
});

test('every migration of version 0.1.0 has its locks in the table, and no other one', () => {
  const first = all.filter(({ name }) => name <= '0036_uncosted_revenue').map(({ name }) => name);
  expect(Object.keys(releasedLocks)).toEqual(first);
});

describe('the rules refuse', () => {
  const migration = (sql: string, isStepwise = false): Migration => ({
    ...{ version: 99, name: '0099_x', checksum: '', locks: [], isStepwise, sql },
    isBreaking: sql.startsWith('-- breaking: yes'),
  });
  test.each<[string, string, string]>([
    ['an index in a transaction', 'create index x on events (type);', 'while it builds an index'],
    ['a unique one', 'create unique index x\non events (type);', 'while it builds an index'],
    ['an update of all calls', 'update calls set x = 1;', 'changes calls at once'],
    ['a delete of all events', 'delete from events;', 'changes events at once'],
    [
      'a constraint on old rows',
      'alter table calls\n  add constraint x check (a > 0);',
      'reads all',
    ],
    ['a new type', 'alter table calls alter column a type bigint;', 'rewrites'],
    ['an index beside traffic', 'create index concurrently x on events (a);', 'in a transaction'],
    ['a breaking one', '-- breaking: yes\n', 'no released migration'],
    ['a late first step', '-- breaking: yes\n-- second step of: 0098_y\n', 'no released migration'],
  ])('%s', (_, sql, fault) => {
    expect(faultsOf(migration(sql), released).join()).toContain(fault);
  });

  test.each<[string, string]>([
    ['a column', 'alter table calls add column a bigint;'],
    ['an index of a new table', 'create table x (a int);\ncreate index y on x (a);'],
    ['a small table', `update templates set text = '';`],
    ['a constraint for new rows', 'alter table calls add constraint x check (a > 0) not valid;'],
    ['a second step', `-- breaking: yes\n-- second step of: ${released}\nselect 1;`],
  ])('not %s', (_, sql) => {
    expect(faultsOf(migration(sql), released)).toEqual([]);
  });

  test('not steps that give way', () => {
    const sql = `-- for each partition of events
create index concurrently {partition}_x on {partition} (x);

create index events_x on events (x);

-- until no row changes
update events set x = 1 where event_id in (select event_id from events where x is null limit 1000);`;
    expect(faultsOf(migration(sql, true), released)).toEqual([]);
  });
});
