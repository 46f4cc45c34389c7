import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createVault } from '../../foundation/vault.ts';
import { type Claim, readClaim } from './claim.ts';
import { findClaim, pruneClaims, storeFreeReply } from './queries.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** More than fit into one step of the prune. */
const many = 60_000;

// @mutant src/line/idempotency/queries.ts
// - and not exists (
// + and exists (
test('expired keys are removed, however many, except those of calls without an outcome', async () => {
  const { pool } = database;
  await pool.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, body_hash, call_id, made_at, language
     )
     select 1, 'test', 'sms_code', int4send(n), '', uuid_floor(now()),
       now() - case when n % 10 = 0 then interval '6 days' else interval '8 days' end, 'en'
     from generate_series(1, $1) n`,
    [many],
  );
  await pool.query(
    `update idempotency_keys set call_id = uuid_floor(now() - interval '8 days')
     where key_hash = int4send(7)`,
  );
  await pool.query(
    `insert into unresolved_calls (account_id, call_id, next_try_at, reason)
     select account_id, call_id, now(), 'unknown' from idempotency_keys where key_hash = int4send(7)`,
  );
  const gone = (many / 10) * 9 - 1;
  expect(await pruneClaims(pool, 7)).toBe(gone);
  const { rows } = await pool.query('select count(*)::integer as left from idempotency_keys');
  expect(rows[0].left).toBe(many - gone);

  await pool.query('delete from unresolved_calls');
  expect(await pruneClaims(pool, 7, AbortSignal.abort())).toBe(0);
  expect(await pruneClaims(pool, 7)).toBe(1);
});

// @mutant src/line/idempotency/queries.ts
// - on conflict do nothing`
// + on conflict (account_id, mode, operation, key_hash) do update set reply = excluded.reply`
test('the first reply under a key is stored, for its account, mode and operation only', async () => {
  const { pool } = database;
  const vault = createVault(Buffer.alloc(32));
  const owner = { accountId: 3, mode: 'test' } as const;
  const claimOf = (operation: 'balance' | 'usage') =>
    readClaim(vault, owner, operation, 'k', {}) as Claim;
  const store = (requestId: string, reply: string) =>
    storeFreeReply(pool, owner, claimOf('balance'), {
      ...{ requestId, status: 201, reply: Buffer.from(reply) },
    });
  const callId = '01a1dd07-3466-7b52-9931-76d63a914540';
  expect(await store(callId, 'first')).toBe(true);
  expect(await store('01a1dd07-3466-7b52-9931-76d63a914541', 'second')).toBe(false);
  const kept = { callId, status: 201, reply: Buffer.from('first'), state: null, isFree: false };
  expect(await findClaim(pool, owner, claimOf('balance'))).toMatchObject(kept);
  const others = [
    findClaim(pool, { ...owner, mode: 'live' }, claimOf('balance')),
    findClaim(pool, { ...owner, accountId: 4 }, claimOf('balance')),
    findClaim(pool, owner, claimOf('usage')),
  ];
  expect(await Promise.all(others)).toEqual([undefined, undefined, undefined]);
});

test('a key that a hold has locked is skipped without waiting', async () => {
  const { pool } = database;
  await pool.query(
    `insert into idempotency_keys (
       account_id, mode, operation, key_hash, body_hash, call_id, made_at, language
     )
     select 5, 'test', 'sms_code', int4send(n), '', uuid_floor(now()), now() - interval '8 days', 'en'
     from generate_series(1, 2) n`,
  );
  const outsider = await pool.connect();
  await outsider.query('begin');
  await outsider.query(
    'select from idempotency_keys where account_id = 5 and key_hash = int4send(1) for update',
  );
  expect(await pruneClaims(pool, 7)).toBe(1);
  await outsider.query('rollback');
  outsider.release();
  expect(await pruneClaims(pool, 7)).toBe(1);
});
