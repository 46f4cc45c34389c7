import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listEntries } from '../../foundation/audit/entry-queries.ts';
import { verifyEntries } from '../../foundation/audit/verify-entries.ts';
import { createVault } from '../../foundation/vault.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database, createVault(randomBytes(32)));
});
afterAll(() => database.drop());

/** Every audited table, with the columns that no person sets. */
async function auditedTables(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like '%\\_audited' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The contents of the tables: row names with their values. */
async function snapshot(): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const table of await auditedTables()) {
    const { rows } = await database.pool.query<{ key: string; row: Record<string, unknown> }>(
      `select t.ctid::text as place, audit_hide(to_jsonb(t) - string_to_array(a.args[3], ','), string_to_array(a.args[2], ',')) as row,
         (select jsonb_object_agg(k, to_jsonb(t) -> k)::text from unnest(string_to_array(a.args[1], ',')) k) as key
       from ${table} t, (
         select string_to_array(encode(tgargs, 'escape'), '\\000') as args
         from pg_trigger where tgname like '%\\_audited' and tgrelid = $1::regclass
       ) a`,
      [table],
    );
    for (const { key, row } of rows) found.set(`${table} ${key}`, row);
  }
  return found;
}

/** The differences, in the form of entries. */
function differences(
  before: Map<string, Record<string, unknown>>,
  after: Map<string, Record<string, unknown>>,
): object[] {
  const changed: object[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(name);
    const now = after.get(name);
    // A wallet comes with its account; a person sets only its credit.
    if (!old && name.startsWith('wallets ')) continue;
    if (!old || !now) {
      changed.push({ name, before: old ?? null, after: now ?? null });
      continue;
    }
    const columns = Object.keys(now).filter(
      (column) => JSON.stringify(now[column]) !== JSON.stringify(old[column]),
    );
    if (columns.length === 0) continue;
    const pick = (row: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, row[column]]));
    changed.push({ name, before: pick(old), after: pick(now) });
  }
  return changed;
}

const rows = `
  operator set --name-en Harbour --name-zh 海港 --contact a@harbour.example --privacy-url https://harbour.example/p
  operator set --contact b@harbour.example
  team owner-link
  team revoke --invitation 1
  account create --name Rowan --balance 10
  team invite --role developer --account 1 --email dev@rowan.example
  account suspend --account 1
  account resume --account 1
  account set --account 1 --redirect-origins https://rowan.example --national-id on --product-off sms_notice
  account set --account 1 --same-code on
  account set --account 1 --language zh
  account set --account 1 --mail-balance off --mail-statements off
  account page --account 1 --display-name Rowan --colour #1f4fbf
  key create --account 1 --mode live --name first --scopes sms_code --spend-cap 5
  key rotate --account 1 --key 1 --overlap-hours 2
  key revoke --key 1
  endpoint create --account 1 --mode test --url https://rowan.example/hook --events sms.failed
  endpoint set --endpoint 1 --switch off --description Orders
  endpoint roll-secret --endpoint 1
  endpoint remove --endpoint 1
  wallet top-up --account 1 --mode live --amount 20 --reference one
  wallet adjust --account 1 --mode live --amount -1 --reference two --reason slip
  wallet credit --account 1 --mode live --amount 3
  wallet threshold --account 1 --mode live --amount 5
  bank payee --set Harbour
  bank payee --remove
  price set --product sms_code --amount 0.07
  price set --product sms_code --amount 0.06 --account 1
  price unset --product sms_code --account 1
  price set --product sms_code --amount 0.05 --account 1 --from 2099-01-01
  price withdraw --plan 1
  price per-part --product sms_code on
  template create --template T1 --product sms_notice --text Hello
  template update --template T1 --text Hallo
  template assign --template T1 --product sms_notice --account 1
  template unassign --product sms_notice --account 1
  template delete --template T1
  limit set --account 1 --mode live --per-number off --spend-cap 9
  provider add --vendor yunpian --code yp --set apikey=0123456789abcdef0123456789abcdef
  provider add --vendor stripe-checkout --code pay --set apiKey=rk_live_x --set webhookSecret=whsec_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  payment set-terms --provider pay --method card --fee-percent 1.5
  payment set-terms --provider pay --method card --account 1 --on off
  payment reset-terms --provider pay --method card
  invoice billing --account 1 --name Buyer --address Street --country DE
  invoice set-vat --percent 21
  invoice set-vat --percent 0 --country CH --note Exempt --reverse-charge
  invoice reset-vat --country CH
  invoice set --seller-address Street --seller-tax-id NL1
  provider off --code yp
  provider on --code yp
  provider set --code yp --set apikey=fedcba9876543210fedcba9876543210
  route set --product sms_code --providers yp --account 1
  route remove --product sms_code --account 1
  provider remove --code yp
  platform apply ${join(import.meta.dirname, '../../../test/kit/platform.yaml')}
  person erase --mobile 13800000000 --yes
  account close --account 1 --reason moved
  account reopen --account 1
`;
const commands = rows.trim().split(/\n\s*/);

describe('every command that changes something', () => {
  test.each(commands)('is audited: %s', async (command) => {
    const before = await snapshot();
    const { entries: old } = await listEntries(
      database.pool,
      { kind: 'platform' },
      {},
      { limit: 1 },
    );
    const ran = await fixture.run(command);
    expect(ran).toMatchObject({ exitCode: 0, err: '' });
    const { entries } = await listEntries(database.pool, { kind: 'platform' }, {}, { limit: 50 });
    const fresh = entries.filter(({ entryId }) => entryId > (old[0]?.entryId ?? 0));
    const [noun, verb] = command.split(' ');
    expect(fresh.length).toBeGreaterThan(0);
    for (const { actor, action } of fresh) {
      expect({ actor, action }).toEqual({
        actor: { kind: 'command_line', name: 'tester' },
        action: `${noun}.${verb}`,
      });
    }
    // Several entries of one row are one difference.
    const written = new Map<
      string,
      { name: string; before: object | null; after: object | null }
    >();
    for (const { subject, key, before, after } of fresh.toReversed()) {
      // All secrets are sealed as one; the entry also says which of them are new, and no table
      // does.
      if (subject === 'provider_secrets') continue;
      const name = `${subject} ${JSON.stringify(key)}`;
      const sofar = written.get(name);
      written.set(name, {
        name,
        before: sofar ? { ...before, ...sofar.before } : before,
        after: sofar ? { ...sofar.after, ...after } : after,
      });
    }
    const changed = differences(before, await snapshot());
    expect([...written.values()].map(byColumn).sort()).toEqual(changed.map(byColumn).sort());
  });

  test('is in the chain', async () => {
    expect(await verifyEntries(database.pool)).toMatchObject({ ok: true, fault: null });
  });
});

/** Comparable in any order of columns and of key columns. */
function byColumn(change: object): string {
  const { name, ...rest } = change as { name: string };
  const [table, ...key] = name.split(' ');
  return JSON.stringify([table, JSON.parse(key.join(' ')), rest], (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Tables that no person sets: the line, the jobs and the installation write them. */
const unset = [
  // Lines come from files of the bank; what a person does with one is noted by hand.
  'bank_lines',
  // Payments follow their vendors; what a person does with one is noted by hand.
  ...['payments', 'payment_refunds', 'payment_contacts', 'payment_reports'],
  ...['payment_differences', 'open_disputes', 'sandbox_payments', 'saved_methods'],
  // Vendors' lists of payments; what a person explains is noted by hand.
  ...['payment_lists', 'unknown_payments'],
  // Invoices follow payments, and never change.
  ...['invoices', 'invoices_due'],
  // What becomes of a request is noted by hand.
  ...['fapiao_requests', 'fapiao_payments', 'fapiao_numbers'],
  // Sessions come and go; a person's actions with them, and with codes, are noted by hand.
  ...['console_sessions', 'recovery_codes', 'sign_in_tries'],
  // Search data is copied from the calls.
  'call_traces',
  ...['call_changes', 'call_facets', 'call_hours', 'call_numbers', 'call_search', 'call_series'],
  ...['platform_hours', 'call_quarters', 'platform_quarters', 'quarters_since'],
  ...['attempts', 'audit_entries', 'audit_notes', 'call_costs', 'call_sweep', 'calls'],
  ...['check_sessions', 'checks'],
  ...[
    'closings',
    'deliveries',
    'delivery_attempts',
    'early_receipts',
    'events',
    'exclusive_work',
    'idempotency_keys',
    'job_runs',
    'data_key_servers',
    'reseals',
    'ledger_closed',
  ],
  ...[
    'balance_notices',
    'mails',
    'message_contents',
    'message_sweep',
    'notices',
    'number_sweep',
    'number_windows',
    'platform',
    'refused_calls',
    // Requests, which are noted with their person.
    'task_parts',
    'tasks',
    'top_up_requests',
    // Callers start and end them.
    ...['open_verifications', 'verification_days', 'verification_resends', 'verifications'],
  ],
  // The first start stores it.
  'cell',
  'counters',
  // The steps of a move.
  'cell_move',
  // The cell makes its key by itself.
  'cell_signing_key',
  // The calls of an erasure, whose request is audited.
  'erasure_calls',
  // Counted by the line.
  ...['endpoint_steps', 'key_uses', 'prefix_hours'],
  ...['prefix_sweep', 'provider_links', 'provider_refs', 'provider_runs', 'provider_turns'],
  'receipts',
  ...['sandbox_messages', 'sandbox_sessions'],
  ...['sandbox_sweep', 'schema_functions', 'schema_migrations', 'schema_signatures'],
  ...['silence_sweeps', 'spend_days'],
  ...['transfers', 'unresolved_calls', 'usage_days', 'write_probe'],
  ...['closing_products', 'price_history'],
];

test('every table is audited, or known to be set by no person', async () => {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const audited = await auditedTables();
  expect(audited.length).toBeGreaterThan(12);
  const forgotten = tables.map(({ name }) => name).filter((name) => !audited.includes(name));
  expect(forgotten.sort()).toEqual(unset.filter((name) => forgotten.includes(name)).sort());
});
