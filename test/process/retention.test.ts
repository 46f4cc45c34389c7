import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wholePlatform } from '../../src/foundation/contract/scope.ts';
import { dropOldPartitions } from '../../src/foundation/db/partition-queries.ts';
import { listInbox } from '../../src/vendors/sandbox/list-inbox.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';

const contents = { table: 'message_contents', key: 'content_id' } as const;
const events = { table: 'events', key: 'event_id' } as const;
const code = { mobile: '139 1234 5678', code: '1' };
const key = { 'idempotency-key': 'k' };
let fixture: Fixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  caller = await fixture.newCaller();
});

/** Makes a call's content this old, in its own month partition if there should be one. */
async function age(callId: string, months: number, hasMonth = true): Promise<void> {
  const at = `now() - interval '${months} months'`;
  if (hasMonth) await fixture.pool.query(`select db_make_partition('message_contents', ${at})`);
  await fixture.pool.query(
    `with aged as (
       update message_contents m set content_id = uuid_floor(${at})
       from calls c
       where c.call_id = $1 and m.content_id = c.content_id
       returning m.content_id
     )
     update calls c set content_id = aged.content_id from aged where c.call_id = $1`,
    [callId],
  );
}

async function isKept(callId: string): Promise<boolean> {
  const { rowCount } = await fixture.pool.query(
    'select from calls c join message_contents m using (content_id) where c.call_id = $1',
    [callId],
  );
  return rowCount === 1;
}

describe('the content of a message', () => {
  test('is kept until its month is completely past, in a month’s partition or the default one', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push((await caller.call('sms_code', code)).body.requestId);
    const [fresh, young, old, stray] = ids as [string, string, string, string];
    await age(young, 5);
    await age(old, 9);
    await age(stray, 90, false);
    expect(await dropOldPartitions(fixture.pool, contents, 180)).toBe(1);
    expect(await Promise.all([fresh, young, old, stray].map(isKept))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await dropOldPartitions(fixture.pool, contents, 180)).toBe(0);
  });

  test('is omitted when it is no longer stored, and everything else is shown as before', async () => {
    const first = await caller.call('sms_code', code, key);
    const { requestId } = first.body;
    expect((await caller.call('sms_status', { requestId })).body.data.mobile).toBe(code.mobile);
    await age(requestId, 10);
    await dropOldPartitions(fixture.pool, contents, 180);

    const status = await caller.call('sms_status', { requestId });
    expect(status.status).toBe(201);
    expect(status.body.data).toMatchObject({ requestId, state: 'sent' });
    expect(status.body.data).not.toHaveProperty('mobile');

    const copy = await caller.call('sms_code', code, key);
    expect([copy.status, copy.text]).toEqual([201, first.text]);

    const shown = await listInbox(fixture.pool, wholePlatform, () => ({ to: '', text: '' }), {
      limit: 100,
    });
    expect(shown.map(({ callId }) => callId)).not.toContain(requestId);
  });

  test('without an outcome that is no longer stored is not queried', async () => {
    const { body } = await caller.call('sms_code', { mobile: '13800000004', code: '1' });
    await age(body.requestId, 11);
    await dropOldPartitions(fixture.pool, contents, 180);
    await fixture.pool.query(
      `with u as (
         update calls set state = 'unknown', message_state = 'accepted' where call_id = $1
         returning account_id, call_id
       )
       insert into unresolved_calls (account_id, call_id, next_try_at, reason)
       select account_id, call_id, now(), 'unknown' from u`,
      [body.requestId],
    );
    expect(await fixture.resolve()).toBe(0);
    expect(fixture.logged.join('')).toContain('was deleted');
  });
});

test('events are deleted when their month is completely past', async () => {
  for (const months of [0, 9]) {
    const at = `now() - interval '${months} months'`;
    await fixture.pool.query(`select db_make_partition('events', ${at})`);
    await fixture.pool.query(
      `insert into events (account_id, event_id, mode, type, subject_id, body, made_at)
       select 1, uuid_floor(${at}), 'test', '${months} ago', uuid_floor(now()), '{}', ${at}`,
    );
  }
  expect(await dropOldPartitions(fixture.pool, events, 180)).toBe(1);
  const { rows } = await fixture.pool.query('select type from events');
  expect(rows).toEqual([{ type: '0 ago' }]);
});

test('deliveries and failed attempts are deleted with the month of their event', async () => {
  const tables = ['deliveries', 'delivery_attempts'] as const;
  for (const months of [0, 9]) {
    const at = `now() - interval '${months} months'`;
    for (const table of tables) {
      await fixture.pool.query(`select db_make_partition('${table}', ${at})`);
    }
    await fixture.pool.query(
      `insert into deliveries (account_id, event_id, endpoint_id, due_at, state)
       select 1, uuid_floor(${at}), ${months + 1}, ${at}, 'failed'`,
    );
    await fixture.pool.query(
      `insert into delivery_attempts (account_id, event_id, endpoint_id, tried_at, problem, took_ms)
       select 1, uuid_floor(${at}), ${months + 1}, ${at}, 'away', 1`,
    );
  }
  for (const table of tables) {
    expect(await dropOldPartitions(fixture.pool, { table, key: 'event_id' }, 180)).toBe(1);
    const { rows } = await fixture.pool.query(`select endpoint_id as id from ${table}`);
    expect(rows).toEqual([{ id: 1 }]);
  }
});
