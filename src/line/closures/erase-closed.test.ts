import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { setRole } from '../../people/sign-in/role-queries.ts';
import { openMessage } from '../../products/messages/content.ts';
import { closeAccount, reopenAccount } from './close-account.ts';
import { eraseClosed } from './erase-closed.ts';

let fixture: Fixture;
let closed: Caller;
let other: Caller;
const people: Record<string, number> = {};

beforeAll(async () => {
  fixture = await createFixture();
  closed = await fixture.newCaller({ name: 'key of Li Wei' });
  other = await fixture.newCaller();
  // At the same time, so that batches hold messages of both.
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? closed : other).call('sms_code', {
        mobile: `138${10_000_000 + n}`,
        code: `${100_000 + n}`,
      }),
    ),
  );
  await fixture.pool.query(
    `insert into refused_calls (
       account_id, call_id, mode, key_id, product, reason, person_hash, refused_at
     )
     select id, gen_random_uuid(), 'test', 1, 'sms_code', 'balance_too_low', 'hash', now()
     from unnest($1::integer[]) id`,
    [[closed.accountId, other.accountId]],
  );
  for (const name of ['member', 'both']) {
    const { rows } = await fixture.pool.query<{ personId: number }>(
      `insert into people (name, email) values ($1, $2) returning person_id as "personId"`,
      [name, `${name}@acme.example`],
    );
    people[name] = rows[0]?.personId as number;
    await setRole(byTest(fixture.pool), people[name], closed.accountId, 'viewer');
  }
  await setRole(byTest(fixture.pool), people.both as number, other.accountId, 'viewer');
  await change((by) =>
    closeAccount(by, { accountId: closed.accountId, reason: '', whenSettled: true }),
  );
  await fixture.pool.query(
    `update account_closures set closed_at = now() - interval '10 days' where account_id = $1`,
    [closed.accountId],
  );
});
afterAll(() => fixture.close());

const change: <Result>(work: (by: never) => Promise<Result>) => Promise<Result> = (work) =>
  inChange(fixture.pool, { kind: 'command_line', name: 'tester' }, 'account.set', work as never);

const erase = (days: number) =>
  eraseClosed(
    { pool: fixture.pool, vault: fixture.app.line.vault },
    days,
    new AbortController().signal,
  );

async function messagesOf({ accountId }: Caller) {
  const { rows } = await fixture.pool.query(
    `select c.call_id as "callId", c.content_id as "contentId", m.sealed, c.number_hash
     from calls c left join message_contents m using (content_id)
     where c.account_id = $1`,
    [accountId],
  );
  return rows;
}

const count = async (table: string, { accountId }: Caller) => {
  const { rows } = await fixture.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where account_id = $1`,
    [accountId],
  );
  return rows[0]?.count ?? 0;
};

test('erases nothing before its time', async () => {
  expect(await erase(11)).toBe(0);
  expect((await messagesOf(closed)).every(({ sealed }) => sealed)).toBe(true);
});

test('erases all personal data of the account, and none of others', async () => {
  const shared = await messagesOf(closed);
  expect(await erase(10)).toBe(1);
  for (const { contentId, number_hash } of await messagesOf(closed)) {
    expect([contentId, number_hash]).toEqual([null, null]);
  }
  // What is left of the batches opens, and has only the other account's messages.
  const { vault } = fixture.app.line;
  const kept = await messagesOf(other);
  expect(kept).toHaveLength(20);
  for (const message of kept) expect(openMessage(vault, message).to).toMatch(/^\+86138/);
  for (const { callId, contentId } of shared) {
    const { rows } = await fixture.pool.query<{ sealed: Buffer }>(
      'select sealed from message_contents where content_id = $1',
      [contentId],
    );
    for (const { sealed } of rows) {
      expect(() => openMessage(vault, { callId, contentId, sealed })).toThrow(/other calls/);
    }
  }
  expect(await count('number_windows', closed)).toBe(0);
  const { rows: persons } = await fixture.pool.query(
    'select account_id as id from refused_calls where person_hash is not null',
  );
  expect(persons).toEqual([{ id: other.accountId }]);
  expect(await count('idempotency_keys', closed)).toBe(0);
  expect(await count('call_numbers', closed)).toBe(0);
  expect(await count('members', closed)).toBe(0);
  const { rows: keys } = await fixture.pool.query('select name from keys where account_id = $1', [
    closed.accountId,
  ]);
  expect(keys).toEqual([{ name: '' }]);
  const { rows } = await fixture.pool.query(
    'select person_id, name from people where person_id = any ($1) order by 1',
    [Object.values(people)],
  );
  expect(rows.map(({ name }) => name)).toEqual(['erased', 'both']);
});

test('keeps amounts and states for the books, and cannot be undone', async () => {
  expect(await fixture.findFaults()).toEqual([]);
  expect(await closed.calls()).toBe(20);
  expect(await erase(10)).toBe(0);
  await expect(change((by) => reopenAccount(by, closed.accountId))).rejects.toThrow(/erased/);
});

// @mutant src/line/closures/erase-closed.ts
// -   return closure?.closedAt?.getTime() === listed.closedAt?.getTime();
// +   return closure?.accountId !== 0;
test('leaves an account alone that is reopened while the erasure runs', async () => {
  const { pool } = fixture;
  // The account of the tests above, so that this test can run alone.
  await erase(10);
  const caller = await fixture.newCaller();
  const { accountId } = caller;
  await caller.call('sms_code', { mobile: '13812345678', code: '123456' });
  await change((by) => closeAccount(by, { accountId, reason: '', whenSettled: true }));
  await pool.query(
    `update account_closures set closed_at = now() - interval '10 days' where account_id = $1`,
    [accountId],
  );
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select from exclusive_work where name = 'search' for update`);
  const erasing = erase(10);
  const waiting = () =>
    pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'
         and query like 'select from exclusive_work%'`,
    );
  await expect.poll(async () => (await waiting()).rowCount).toBe(1);
  await change((by) => reopenAccount(by, accountId));
  await client.query('commit');
  client.release();
  expect(await erasing).toBe(0);
  expect(await messagesOf(caller)).toMatchObject([{ number_hash: expect.any(Buffer) }]);
});
