import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld, holdItemOf } from '../../../test/kit/ledger-table.ts';
import { keepHead } from '../../foundation/audit/kept-head.ts';
import { createPool } from '../../foundation/db/connect.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { createVault } from '../../foundation/vault.ts';

let database: TestDatabase;
let line: CommandLineFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  line = createCommandLineFixture(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query(
    'truncate job_runs, unresolved_calls; update call_sweep set swept_until = now()',
  );
});

const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** The doctor's finding under a name. */
async function findingOf(name: string, of = line): Promise<{ ok: boolean; detail: string }> {
  const { out, exitCode } = await of.run('doctor --json');
  const { ok, checks } = JSON.parse(out);
  expect(exitCode).toBe(ok ? 0 : 1);
  return checks.find((one: { check: string }) => one.check === name) ?? expect.fail(name);
}

describe('the doctor', () => {
  test('says why the last backup failed, and when one was proved', async () => {
    await query(
      `insert into job_runs (job, failed_at, failure) values ('backup', now(), 'The disk is full.')`,
    );
    expect(await findingOf('backups')).toMatchObject({
      ok: false,
      detail: 'the last one failed: The disk is full; the last proved one ended at -',
    });
  });

  test('fails if changes cannot be copied for search', async () => {
    expect((await findingOf('search')).ok).toBe(true);
    await query('select events_note_change(1, $1)', [randomUUIDv7()]);
    expect((await findingOf('search')).ok).toBe(true);
    await query(`select events_put_off_change('0')`);
    expect(await findingOf('search')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('1 change of a call cannot be copied'),
    });
    await query('truncate call_changes');
  });

  test('recommends a host for the pages of face checks once a vendor serves them', async () => {
    const found = () => findingOf('face_pages');
    const advice = expect.stringContaining('PERSON_URL');
    expect((await found()).detail).toBe('on the same host as the console');
    await query(
      `insert into routes (product, account_id, region, providers)
       values ('face_verify', null, null, '[{"code":"oak"}]')`,
    );
    expect(await found()).toMatchObject({ ok: true, detail: advice });
    await query(`delete from routes where product = 'face_verify'`);
  });

  test('fails if a call has had no outcome for a day', async () => {
    const world = await createLedgerWorld(database.pool);
    const item = holdItemOf(world, randomUUIDv7(), 0n);
    await world.holds.add(item);
    await query(
      `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
       values ($1, $2, now(), 'abandoned', 'any')`,
      [world.accountId, item.callId],
    );
    const age = (hours: number) =>
      query(`update calls set held_at = now() - make_interval(hours => $2) where call_id = $1`, [
        item.callId,
        hours,
      ]);
    await age(23);
    expect(await findingOf('unresolved_calls')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^1, the oldest since /),
    });
    await age(25);
    expect(await findingOf('unresolved_calls')).toMatchObject({ ok: false });
    await query('delete from unresolved_calls where call_id = $1', [item.callId]);
    expect(await findingOf('unresolved_calls')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(
        /^1 call held for more than an hour, which nothing will resolve/,
      ),
    });
    await query(`update calls set held_at = now() where call_id = $1`, [item.callId]);
    expect(await findingOf('unresolved_calls')).toMatchObject({ ok: true });
  });

  test('reports a search position in the future, after a clock was ahead', async () => {
    expect(await findingOf('unresolved_calls')).toEqual({
      ...{ check: 'unresolved_calls', name: 'Unresolved calls', ok: true, detail: 'none' },
    });
    await query(`update call_sweep set swept_until = now() + interval '1 hour'`);
    expect(await findingOf('unresolved_calls')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('is the clock right?'),
    });
  });

  test('reports a failing job, until it succeeds', async () => {
    await query(
      `insert into job_runs (job, started_at, ended_at, failed_at, failure)
       values ('prune events', now(), now() - interval '2 hours', now() - interval '1 hour', 'no room'),
         ('partitions', now(), now(), null, null)`,
    );
    expect(await findingOf('jobs')).toMatchObject({
      ok: false,
      detail: 'prune events failed: no room',
    });
    await query(`update job_runs set ended_at = now()`);
    expect(await findingOf('jobs')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^2 known, the last ended /),
    });
    await query(`update job_runs set ended_at = null`);
    expect(await findingOf('jobs')).toMatchObject({ ok: false });
  });

  test('tells of a job whose process is gone', async () => {
    await query(
      `insert into job_runs (job, started_at, owner, beat_at)
       values ('ledger audit', now() - interval '3 minutes', gen_random_uuid(), now() - interval '2 minutes'),
         ('close days', now() - interval '3 minutes', gen_random_uuid(), now())`,
    );
    expect(await findingOf('jobs')).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^ledger audit began [^;]* and never ended$/),
    });
  });

  test('reports a vendor that has not erased for a day, and a removed one at once', async () => {
    const checkId = randomUUIDv7();
    await query(
      `insert into checks (
         account_id, check_id, mode, token_hash, link_hash, status, provider_code, created_at,
         expires_at, ended_at, erased_at
       )
       values (1, $1, 'live', '\\x01', '\\x01', 1, 'mine', now(), now(), now(), now())`,
      [checkId],
    );
    await query(
      `insert into check_sessions (
         account_id, check_id, session_no, provider_code, session_ref, device, started_at, expires_at,
         state, erase_at, erase_tries, erase_answer
       )
       values (1, $1, 1, 'mine', 'ref', 'mobile', now(), now(), 'passed', now(), 1, 'busy')`,
      [checkId],
    );
    const isWell = async (age: string, answer: string) => {
      await query(`update checks set erased_at = now() - $1::interval`, [age]);
      await query('update check_sessions set erase_answer = $1', [answer]);
      return (await findingOf('erasure')).ok;
    };
    await query('update check_sessions set erase_tries = 0');
    expect(await findingOf('erasure')).toMatchObject({ detail: 'nothing pending' });
    await query('update check_sessions set erase_tries = 1');
    expect(await isWell('23 hours', 'busy')).toBe(true);
    expect(await isWell('25 hours', 'busy')).toBe(false);
    expect(await isWell('1 hour', 'the provider is gone')).toBe(false);
  });

  test('reports a database that confirms commits too early, and harmful settings', async () => {
    const options = encodeURIComponent('-c synchronous_commit=off -c idle_session_timeout=1h');
    const target = `${database.target}&options=${options}`;
    const pool = createPool(target, { max: 2, applicationName: 'doctor' });
    try {
      const there = createCommandLineFixture({ ...database, pool });
      expect(await findingOf('database', there)).toMatchObject({
        ok: false,
        detail: expect.stringContaining('synchronous_commit off'),
      });
      expect(await findingOf('database_settings', there)).toMatchObject({
        ok: false,
        detail: expect.stringContaining('idle_session_timeout is 1h'),
      });
    } finally {
      await pool.end();
    }
    expect((await findingOf('database')).ok).toBe(true);
    expect((await findingOf('database_settings')).ok).toBe(true);
  });

  test('reports a month without a partition, and rows outside every month', async () => {
    expect(await findingOf('partitions')).toMatchObject({ ok: true });
    await query(
      `insert into message_contents (content_id, sealed)
       values ('00000000-0000-7000-8000-000000000000', 'x')`,
    );
    expect(await findingOf('partitions')).toMatchObject({
      ok: false,
      detail: 'message_contents has rows outside every month; is the clock right?',
    });
    await query('truncate message_contents_other');
    const { rows } = await query(
      `select to_char((now() at time zone 'UTC') + interval '1 month', '_YYYYMM') as month`,
    );
    await query(`drop table events${rows[0].month}`);
    expect(await findingOf('partitions')).toMatchObject({
      ok: false,
      detail: 'events has no partition for next month',
    });
  });

  test('names the kept head of the audit log, and fails if the log lacks it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
    const vault = createVault(Buffer.alloc(32, 7));
    const fixture = createCommandLineFixture(database, vault, dataDir);
    const found = () => findingOf('audit_log', fixture);
    expect(await found()).toMatchObject({ ok: true, detail: 'no head kept yet' });
    await createLedgerWorld(database.pool);
    await keepHead({ pool: database.pool, vault, dataDir, log: quietLog });
    const { rows } = await query(
      `select encode(hash, 'hex') as hash from audit_entries order by entry_id desc limit 1`,
    );
    expect(await found()).toMatchObject({
      ok: true,
      detail: expect.stringContaining(rows[0].hash),
    });
    await query(
      `alter table audit_entries disable trigger user;
       delete from audit_entries where entry_id = (select max(entry_id) from audit_entries);
       alter table audit_entries enable trigger user`,
    );
    expect(await found()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('the end was cut off'),
    });
  });

  test('reports wrong wallets', async () => {
    const { accountId } = await createLedgerWorld(database.pool);
    expect((await findingOf('wallets')).ok).toBe(true);
    await query('update wallets set available = 1 where account_id = $1', [accountId]);
    expect(await findingOf('wallets')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('by how much: ledger audit'),
    });
    await query('update wallets set available = 0 where account_id = $1', [accountId]);
  });
});
