import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { readChaos, setChaos } from './chaos-queries.ts';
import { prunePayments } from './payment-queries.ts';
import { insertMessage, insertSession, pruneInbox, sweepReceipts } from './queries.ts';
import { pruneSessions } from './session-queries.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

/** Sends a message that was accepted this long ago, and returns its id. */
async function sendAt(ago: string): Promise<string> {
  const { body } = await fixture.call('sms_code', { mobile: '13800000003', code: '1' });
  await fixture.pool.query(
    'update sandbox_messages set sent_at = now() - $2::interval where $1 = any (call_ids)',
    [body.requestId, ago],
  );
  return body.requestId;
}

const lost = async () => (await sweepReceipts(fixture.pool, 60_000)).map(({ callId }) => callId);

test('a lost receipt is found once, and again after the database clock was ahead', async () => {
  expect(await lost()).toEqual([]);
  const before = await sendAt('2 minutes');
  await fixture.pool.query(`update sandbox_sweep set swept_until = now() - interval '1 hour'`);
  expect(await lost()).toEqual([before]);
  expect(await lost()).toEqual([]);

  await fixture.pool.query(`update sandbox_sweep set swept_until = now() + interval '1 year'`);
  const meanwhile = await sendAt('-1 year');
  expect((await lost()).sort()).toEqual([before, meanwhile].sort());
  expect(await lost()).toEqual([]);
});

test('a message that rehearses silence is never found, and one that was already sent is', async () => {
  await fixture.pool.query(`update sandbox_sweep set swept_until = now() - interval '10 minutes'`);
  await fixture.pool.query(`update sandbox_messages set sent_at = now() - interval '1 hour'`);
  const sent = await sendAt('2 minutes');
  const silent = await sendAt('2 minutes');
  await fixture.pool.query(
    `update sandbox_messages set scripts = array['silent'] where $1 = any (call_ids)`,
    [silent],
  );
  await fixture.pool.query(`update calls set message_state = 'sent' where call_id = $1`, [sent]);
  expect(await lost()).toEqual([sent]);
});

test('a message stored twice is stored once', async () => {
  const message = {
    callId: randomUUIDv7(),
    accountId: fixture.accountId,
    script: 'early',
  } as const;
  await insertMessage(fixture.pool, message);
  await insertMessage(fixture.pool, message);
  const { rowCount } = await fixture.pool.query(
    'select from sandbox_messages where batch_id = $1',
    [message.callId],
  );
  expect(rowCount).toBe(1);
});

test('messages and sessions are kept for their retention, and no longer', async () => {
  const { pool } = fixture;
  await pool.query('truncate sandbox_messages, sandbox_sessions');
  for (const days of [0, 6, 8]) {
    await pool.query(
      `insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
       values (uuid_floor(now() - make_interval(days => $1)), '{}', '{}', '{}', now())`,
      [days],
    );
    const name = `over for ${days} days`;
    await insertSession(pool, {
      ...{ sessionRef: name, secretHash: Buffer.from(name), script: 'choice', returnUrl: '' },
      lifeMs: -days * 86_400_000,
    });
  }
  expect([await pruneInbox(pool, 7), await pruneSessions(pool, 7)]).toEqual([1, 1]);
  const { rows } = await pool.query('select session_ref from sandbox_sessions order by 1');
  expect(rows.map(({ session_ref }) => session_ref)).toEqual([
    'over for 0 days',
    'over for 6 days',
  ]);
});

test('every switch of an account can be changed, and affects no other account', async () => {
  const first = { delayMs: 1, fail: 2, timeOut: 3, lose: 4, duplicate: 5, reorder: 6 };
  const second = { delayMs: 7, fail: 8, timeOut: 9, lose: 10, duplicate: 11, reorder: 12 };
  const { accountId: other } = await fixture.newCaller();
  for (const chaos of [first, second]) {
    await setChaos(byTest(fixture.pool), fixture.accountId, chaos);
    expect(await readChaos(fixture.pool, fixture.accountId)).toEqual(chaos);
  }
  expect(Object.values(await readChaos(fixture.pool, other))).toEqual([0, 0, 0, 0, 0, 0]);
});

test('orders of payments are kept for days, and paid ones until nobody asks about them', async () => {
  const asked = { amount: '5', returnUrl: 'https://rowan.example/wallet' };
  for (const days of [8, 8, 191, 1]) {
    await fixture.call('topup_create', asked);
    await fixture.pool.query(
      `update sandbox_payments set expires_at = now() - make_interval(days => $1::integer)
       where expires_at > now()`,
      [days],
    );
  }
  await fixture.pool.query(
    `update sandbox_payments set state = 'paid'
     where expires_at < now() - interval '100 days' or order_no = (
       select min(order_no) from sandbox_payments where expires_at < now() - interval '7 days'
     )`,
  );
  await prunePayments(fixture.pool, 7);
  const { rows } = await fixture.pool.query(
    `select state, floor(extract(epoch from now() - expires_at) / 86400)::integer as days
     from sandbox_payments
     order by days`,
  );
  expect(rows).toEqual([
    { state: 'open', days: 1 },
    { state: 'paid', days: 8 },
  ]);
});
