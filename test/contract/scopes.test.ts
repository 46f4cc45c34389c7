import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CalledProduct, calledProducts } from '../../src/foundation/contract/products.ts';
import { type Caller, type CallReply, createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError } from './expect-reply.ts';

let fixture: Fixture;
/** A message and a check of each product, made by a key with every scope. */
let made: Record<'code' | 'notice' | 'token', string>;
let mobiles = 13_900_000_000;

beforeAll(async () => {
  fixture = await createFixture();
  const code = await fixture.call('sms_code', { mobile: newMobile(), code: '1' });
  const notice = await fixture.call('sms_notice', { mobile: newMobile(), content: 'x' });
  await fixture.call('verify_start', { mobile: newMobile() });
  await fixture.call('verify_start', { channel: 'voice', mobile: newMobile() });
  await fixture.call('verify_start', { channel: 'email', email: 'ann@example.com' });
  const link = await fixture.call('face_verify', { name: 'Li', cardNo: '1' });
  made = {
    code: code.body.requestId,
    notice: notice.body.requestId,
    token: link.body.data.authToken,
  };
});
afterAll(() => fixture.close());

function newMobile(): string {
  mobiles += 1;
  return String(mobiles);
}

const asks = {
  face_verify: (by: Caller) => by.call('face_verify', { name: 'Li', cardNo: '1' }),
  face_recheck: (by: Caller) => by.call('face_verify', { authToken: made.token }),
  sms_code: (by: Caller) => by.call('sms_code', { mobile: newMobile(), code: '1' }),
  sms_notice: (by: Caller) => by.call('sms_notice', { mobile: newMobile(), content: 'x' }),
  'status of a code': (by: Caller) => by.call('sms_status', { requestId: made.code }),
  'status of a notice': (by: Caller) => by.call('sms_status', { requestId: made.notice }),
  verify_start: (by: Caller) => by.call('verify_start', { mobile: newMobile() }),
  balance: (by: Caller) => by.call('balance', {}),
  usage: (by: Caller) => by.call('usage', usageDays),
} as const;

const usageDays = { from: daysAgo(1), to: daysAgo(-1) };

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const no = 'product_not_in_scope';
const unknown = 'request_unknown';

/** Scope by operation: what a key may do, and what it gets for the rest. */
const table: readonly [readonly CalledProduct[], ...(true | typeof no | typeof unknown)[]][] = [
  // face_verify, recheck, sms_code, sms_notice, status of a code, of a notice, verify, balance, usage
  [['face_verify'], true, true, no, no, no, no, no, true, true],
  [['sms_code'], no, no, true, no, true, unknown, no, true, true],
  [['sms_notice'], no, no, no, true, unknown, true, no, true, true],
  [['verify_start'], no, no, no, no, unknown, unknown, true, true, true],
  [['sms_code', 'sms_notice'], no, no, true, true, true, true, no, true, true],
  [['face_verify', 'sms_code'], true, true, true, no, true, unknown, no, true, true],
  [calledProducts, true, true, true, true, true, true, true, true, true],
];

describe.each(table)('a key for %s', (scopes, ...expected) => {
  let key: Caller;
  beforeAll(async () => {
    key = await fixture.newCaller({ accountId: fixture.accountId, scopes: [...scopes] });
  });

  test.each(Object.entries(asks).map(([name, ask], n) => [name, expected[n], ask] as const))(
    '%s: %s',
    async (_, verdict, ask) => {
      const reply: CallReply = await ask(key);
      if (verdict === true) expect(reply.status, reply.text).toBe(201);
      else expectError(reply, verdict as typeof no);
    },
  );

  test('sees the usage of its own products, and their sum', async () => {
    const { body } = await asks.usage(key);
    const days = body.data.days as { productCode: CalledProduct; calls: number }[];
    const seen = [...new Set(days.map(({ productCode }) => productCode))];
    expect(seen.sort()).toEqual([...scopes].sort());
    const calls = days.reduce((sum, day) => sum + day.calls, 0);
    expect(body.data.total).toMatchObject({ calls });
  });
});

test('a message of another product looks exactly like one that never existed', async () => {
  const key = await fixture.newCaller({ accountId: fixture.accountId, scopes: ['sms_notice'] });
  const other = await key.call('sms_status', { requestId: made.code });
  const never = await key.call('sms_status', { requestId: '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47' });
  const plain = ({ text, body }: CallReply) => text.replaceAll(body.requestId, 'id');
  expect(plain(other)).toBe(plain(never));
});

// @mutant src/line/calls/answer-free.ts
// - isNarrow && rowOf(operation).isNarrowedByScope
// + !isNarrow && rowOf(operation).isNarrowedByScope
test('a narrow key cannot read replies through the Idempotency-Key of a wider key', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const wide = await fixture.call('usage', usageDays, headers);
  const status = await fixture.call('sms_status', { requestId: made.code }, headers);
  expect([wide.status, status.status]).toEqual([201, 201]);
  const key = await fixture.newCaller({ accountId: fixture.accountId, scopes: ['sms_notice'] });
  expectError(await key.call('usage', usageDays, headers), 'idempotency_body_differs');
  const copy = await key.call('sms_status', { requestId: made.code }, headers);
  expectError(copy, 'idempotency_body_differs');
});
