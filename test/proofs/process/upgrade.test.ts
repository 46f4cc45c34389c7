import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Owner } from '../../../src/foundation/contract/products.ts';
import { wholePlatform } from '../../../src/foundation/contract/scope.ts';
import { migrate } from '../../../src/foundation/db/migrate.ts';
import { createVault } from '../../../src/foundation/vault.ts';
import { takeUnresolved } from '../../../src/line/calls/queries.ts';
import { readClaim } from '../../../src/line/idempotency/claim.ts';
import { findClaim } from '../../../src/line/idempotency/queries.ts';
import { findCalls } from '../../../src/line/search/search-queries.ts';
import { openMessage } from '../../../src/products/messages/content.ts';
import { findCallMessage } from '../../../src/products/messages/queries.ts';
import { renderTemplate } from '../../../src/products/messages/template.ts';
import {
  requireTemplate,
  updateTemplate,
} from '../../../src/products/messages/template-queries.ts';
import { listInbox } from '../../../src/vendors/sandbox/list-inbox.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { project, recount } from '../../kit/search-recount.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const vault = createVault(randomBytes(32));
const migrations = join(import.meta.dirname, '../../../src/foundation/db/migrations');
let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase({ isBare: true });
  directory = await mkdtemp(join(tmpdir(), 'countersign-upgrade-'));
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Migrates the empty database to the version of these files. */
async function migrateTo(...files: string[]): Promise<void> {
  const older = join(directory, 'older');
  await mkdir(older);
  for (const file of files) await cp(join(migrations, file), join(older, file));
  await migrate(database.pool, { log, directory: older });
}

test('messages, inbox and idempotency keys from before batch rows are still found', async () => {
  await migrateTo('0001_platform.sql', '0002_line_items.sql', '0003_checks.sql');
  const { pool } = database;
  const callId = randomUUIDv7();
  await pool.query(`insert into accounts (name) values ('old')`);
  await pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, template_id, day,
       held_at, state, provider_code, idempotency_hash, sealed, number_hash, message_state
     )
     values (1, $1, 'test', 1, 'sms_code', 'default', 0, 0, 'T', now(), now(), 'done', 'sandbox', $2, $3,
       $4, 'sent')`,
    [
      callId,
      hash('sha256', 'my key', 'buffer'),
      vault.seal(JSON.stringify(['138 0000 0001', '+8613800000001', 'Hello']), callId),
      vault.fingerprint('number', '+8613800000001'),
    ],
  );
  await pool.query(
    `insert into sandbox_messages (call_id, account_id, script, sent_at)
     values ($1, 1, 'delivered', now())`,
    [callId],
  );
  await pool.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, body_hash, call_id, made_at, language
     )
     values (1, 'test', 'sms_code', $1, $2, $3, now(), 'en')`,
    [hash('sha256', 'my key', 'buffer'), hash('sha256', '{}', 'buffer'), callId],
  );

  await migrate(pool, { log });

  const found = await findCallMessage(pool, { accountId: 1, mode: 'test' }, callId);
  expect(found && openMessage(vault, found)).toEqual({
    asSent: '138 0000 0001',
    to: '+8613800000001',
    text: 'Hello',
  });
  expect(
    await listInbox(pool, wholePlatform, (row) => openMessage(vault, row), { limit: 5 }),
  ).toMatchObject([{ callId, text: 'Hello' }]);
  const caller: Owner = { accountId: 1, mode: 'test' };
  const claim = readClaim(vault, caller, 'sms_code', 'my key', {});
  expect(claim && (await findClaim(pool, caller, claim))).toMatchObject({
    callId,
    bodyHash: null,
    state: 'done',
  });
});

test('templates with braces from before escaping are sent unchanged', async () => {
  await migrateTo(
    '0001_platform.sql',
    '0002_line_items.sql',
    '0003_checks.sql',
    '0004_batch_rows.sql',
  );
  const { pool } = database;
  const texts: [text: string, sent: string][] = [
    ['Hi {name}.', 'Hi Li.'],
    ['Hi { name }, {姓名} {} {name', 'Hi { name }, {姓名} {} {name'],
    ['{name}}', 'Li}'],
    ['{{name}}', '{Li}'],
    ['{{name}', '{Li'],
    ['{{{name}}} }} {{ {', '{{Li}} }} {{ {'],
    [`{{name}${'}'.repeat(990)}`, `{Li${'}'.repeat(990)}`],
  ];
  for (const [index, [text]] of texts.entries()) {
    await pool.query(
      `insert into templates (template_id, product, text) values ($1, 'sms_notice', $2)`,
      [`T${index}`, text],
    );
  }

  await migrate(pool, { log });

  for (const [index, [, sent]] of texts.entries()) {
    const template = await requireTemplate(pool, `T${index}`);
    expect(renderTemplate(template, { name: 'Li' })).toBe(sent);
    await updateTemplate(byTest(pool), `T${index}`, { forms: { x: { code: '1' } } });
  }
});

test('message contents from before monthly partitions are found in the month of their id', async () => {
  await migrateTo(
    ...['0001_platform.sql', '0002_line_items.sql', '0003_checks.sql', '0004_batch_rows.sql'],
    '0005_rooms.sql',
  );
  const { pool } = database;
  const ages = ['00:00:00', '8 mons', '40 years'];
  for (const age of ages) {
    await pool.query(
      `insert into message_contents (content_id, sealed)
       values (uuid_floor(now() - $1::interval), convert_to($1::text, 'UTF8'))`,
      [age],
    );
  }
  await migrate(pool, { log });
  const { rows } = await pool.query<{ place: string; month: string; age: string }>(
    `select tableoid::regclass as place, convert_from(sealed, 'UTF8') as age,
       'message_contents' || to_char(
         (now() - convert_from(sealed, 'UTF8')::interval) at time zone 'UTC', '_YYYYMM'
       ) as month
     from message_contents
     order by content_id desc`,
  );
  expect(rows.map(({ age }) => age)).toEqual(ages);
  expect(rows.map(({ place, month }) => place === month)).toEqual([true, true, false]);
  expect(rows[2]?.place).toBe('message_contents_other');
  // Random bytes cannot be compressed, so no partition tries.
  const { rows: storages } = await pool.query(
    `select distinct attstorage from pg_attribute
     where attname = 'sealed' and attrelid::regclass::text ~ '^message_contents_[0-9o]'`,
  );
  expect(storages).toEqual([{ attstorage: 'e' }]);
});

test('unresolved calls from before queues are in their provider’s queue', async () => {
  const before = (await readdir(migrations)).filter((file) => file < '0009').sort();
  await migrateTo(...before);
  const { pool } = database;
  const calls = [
    ['live', 'sms_code', 'vendor', 'vendor'],
    ['live', 'sms_code', null, 'any'],
    ['test', 'sms_code', null, 'sandbox'],
    ['live', 'face_verify', null, 'none'],
  ] as const;
  const queueOf = new Map<string, string>();
  for (const [mode, product, providerCode, queue] of calls) {
    const callId = randomUUIDv7();
    queueOf.set(callId, queue);
    await pool.query(
      `insert into calls (
         account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
         state, provider_code
       )
       values (1, $1, $2, 1, $3, 'default', 0, 0, now(), now(), 'unknown', $4)`,
      [callId, mode, product, providerCode],
    );
    await pool.query(
      `insert into unresolved_calls (account_id, call_id, next_try_at, reason)
       values (1, $1, now(), 'unknown')`,
      [callId],
    );
  }

  await migrate(pool, { log });

  const { rows } = await pool.query<{ callId: string; lane: string }>(
    'select call_id as "callId", lane from unresolved_calls',
  );
  expect(new Map(rows.map(({ callId, lane }) => [callId, lane]))).toEqual(queueOf);
  const taken = await takeUnresolved(pool, null, 9, ['vendor']);
  expect(taken.map(({ queue }) => queue).sort()).toEqual(['any', 'none', 'sandbox']);
});

test('templates assigned before languages are used for all of them', async () => {
  const before = (await readdir(migrations)).filter((file) => file < '0011').sort();
  await migrateTo(...before);
  const { pool } = database;
  await pool.query(
    `insert into accounts (name) values ('old');
     insert into account_templates (account_id, product, template_id)
     values (1, 'sms_notice', 'NOTICE_DEFAULT')`,
  );

  await migrate(pool, { log });

  const everyone = { accountId: null, language: null };
  expect(await requireTemplate(pool, 'CODE_DEFAULT')).toMatchObject({ assignments: [everyone] });
  expect(await requireTemplate(pool, 'NOTICE_DEFAULT')).toMatchObject({
    assignments: [everyone, { accountId: 1, language: null }],
  });
});

test('calls from before the search are found, with their refunds', async () => {
  const before = (await readdir(migrations)).filter((file) => file < '0017').sort();
  await migrateTo(...before);
  const { pool } = database;
  // Two ids of one millisecond sort in any order.
  const [kept = '', refunded = ''] = [randomUUIDv7(), randomUUIDv7()].sort();
  await pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, ended_at, provider_code, message_state, number_hash
     )
     select 1, c, 'live', 1, 'sms_code', 'default', 500, 500, now(), now(), 'done', now(), 'old',
       'delivered', '\\x01'
     from unnest($1::uuid[]) c`,
    [[kept, refunded]],
  );
  await pool.query(
    `insert into accounts (name) values ('old');
     insert into manual_entries (account_id, mode, reference, transfer_id, kind, amount)
     values (1, 'live', 'refund ${refunded}', '${refunded}', 'refund', 500);
     insert into transfers (account_id, subject_id, phase, mode, from_account, to_account, amount, made_at)
     values (1, '${refunded}', 3, 'live', 'revenue', 'wallet', 500, now())`,
  );

  await migrate(pool, { log });
  await project(pool);

  expect(await recount(pool)).toEqual([]);
  const own = { kind: 'account', accountId: 1 } as const;
  const { calls } = await findCalls(pool, own, 'live', {}, { limit: 9 });
  expect(calls.map(({ callId, charged }) => [callId, charged])).toEqual([
    [refunded, 0n],
    [kept, 500n],
  ]);
});
