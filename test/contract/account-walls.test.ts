import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type CallReply, createFixture, type Fixture } from '../kit/fixture.ts';

let fixture: Fixture;
let owner: Caller;
/** Everyone who must learn nothing: another account, and the owner's other mode. */
let strangers: Caller[];
/** The platform's day of the first call: another day may start before the last. */
let firstDay: string;

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format();

beforeAll(async () => {
  firstDay = today();
  fixture = await createFixture();
  owner = await fixture.newCaller();
  strangers = [
    await fixture.newCaller(),
    await fixture.newCaller({ accountId: owner.accountId, mode: 'live' }),
  ];
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

/** A reply without what differs between any two. */
function withoutId({ status, text, body, headers }: CallReply) {
  const { date, 'content-length': _, ...others } = headers;
  return { status, text: text.replaceAll(body.requestId, 'ID'), headers: others };
}

describe('for another account', () => {
  test('a requestId looks like one that never existed', async () => {
    const { body } = await owner.call('sms_code', { mobile: '13800000000', code: '123456' });
    expect((await owner.call('sms_status', { requestId: body.requestId })).status).toBe(201);
    for (const stranger of strangers) {
      const asked = await stranger.call('sms_status', { requestId: body.requestId });
      const absent = await stranger.call('sms_status', { requestId: randomUUID() });
      expect(withoutId(asked)).toEqual(withoutId(absent));
      expect(asked.status).not.toBe(201);
    }
  });

  test('an authToken looks like one that never existed', async () => {
    const { body } = await owner.call('face_verify', {
      name: '张三',
      cardNo: '11010519491231002X',
    });
    const { authToken } = body.data;
    expect((await owner.call('face_verify', { authToken })).status).toBe(201);
    const made = `${authToken.slice(0, -6)}AAAAAA`;
    for (const stranger of strangers) {
      const asked = await stranger.call('face_verify', { authToken });
      const absent = await stranger.call('face_verify', { authToken: made });
      expect(withoutId(asked)).toEqual(withoutId(absent));
      expect(asked.status).toBe(403);
    }
  });

  test('balance and usage are its own, and usage matches the ledger', async () => {
    const [stranger] = strangers as [Caller];
    await stranger.call('sms_notice', { mobile: '13800000000', content: 'hello' });
    for (const caller of [owner, stranger]) {
      const { rows } = await fixture.pool.query<{
        charged: bigint;
        calls: number;
        available: bigint;
      }>(
        `select coalesce(sum(t.amount), 0)::bigint as charged, count(*)::integer as calls,
           (select available from wallets where account_id = $1 and mode = $2) as available
         from transfers t
         where t.account_id = $1 and t.mode = $2 and t.to_account = 'revenue'`,
        [caller.accountId, caller.mode],
      );
      const ledger = rows[0] as (typeof rows)[0];
      const usage = await caller.call('usage', { from: firstDay, to: today() });
      expect(usage.body.data.total).toMatchObject({
        calls: ledger.calls,
        charged: (Number(ledger.charged) / 10_000).toFixed(4),
      });
      const balance = await caller.call('balance', {});
      expect(balance.body.data.available).toBe((Number(ledger.available) / 10_000).toFixed(4));
      expect(balance.body).toMatchObject({ priceSource: 'free', unitPrice: '0.0000' });
    }
  });
});
