import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError, expectSuccess, withoutId } from './expect-reply.ts';

const free = { priceSource: 'free', unitPrice: '0.0000' };
const code = { mobile: '13912345678', code: '1' };

let fixture: Fixture;
const clock = createMovableClock(new Date('2026-03-10T12:00:00+08:00'));

beforeAll(async () => {
  fixture = await createFixture({ clock });
});
afterAll(() => fixture.close());

describe('balance', () => {
  test('returns the available and the held amount, free of charge', async () => {
    const { call } = await fixture.newCaller({ balance: '12.34' });
    const reply = await call('balance', {});
    expectSuccess(reply, free, ['available', 'held', 'currency', 'mode']);
    expect(reply.body.data).toEqual({
      available: '12.3400',
      held: '0.0000',
      currency: 'CNY',
      mode: 'test',
    });
  });
});

describe('sms_status', () => {
  test('accepts a requestId in capitals', async () => {
    const sent = await fixture.call('sms_code', { mobile: '13800000000', code: '246810' });
    const requestId = String(sent.body.requestId);
    const reply = await fixture.call('sms_status', { requestId: requestId.toUpperCase() });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({ requestId, mobile: '13800000000' });
  });

  test('returns the state of a message, free of charge', async () => {
    const { requestId } = (await fixture.call('sms_code', code)).body;
    const reply = await fixture.call('sms_status', { requestId });
    expectSuccess(reply, free, [
      'requestId',
      'productCode',
      'mobile',
      'templateId',
      'providerCode',
      'state',
      'reason',
      'parts',
      'acceptedAt',
      'sentAt',
      'finishedAt',
    ]);
    expect(reply.body.data).toMatchObject({
      requestId,
      productCode: 'sms_code',
      state: 'sent',
      parts: 1,
      acceptedAt: clock.now().toISOString(),
      finishedAt: null,
    });
    expect(reply.body.requestId).not.toBe(requestId);
  });

  test('gives the same answer for a requestId that is unknown, of another account, of the other mode or of a check', async () => {
    const { requestId } = (await fixture.call('sms_code', code)).body;
    const check = (await fixture.call('face_verify', { name: 'Li', cardNo: '1' })).body.requestId;
    const other = await fixture.newCaller();
    const live = await fixture.newCaller({ accountId: fixture.accountId, mode: 'live' });
    const replies = [
      await fixture.call('sms_status', { requestId: randomUUIDv7() }),
      await other.call('sms_status', { requestId }),
      await live.call('sms_status', { requestId }),
      await fixture.call('sms_status', { requestId: check }),
    ];
    for (const reply of replies) expectError(reply, 'request_unknown');
    expect(new Set(replies.map(withoutId)).size).toBe(1);
  });
});

describe('usage', () => {
  test('returns calls, charges and refusals by day and product, and their sum', async () => {
    const { call } = await fixture.newCaller({ balance: '1.1' });
    await call('sms_code', code);
    await call('sms_code', { ...code, mobile: '13800000001' });
    await call('face_verify', { name: 'Li', cardNo: '1' });
    await call('face_verify', { name: 'Li', cardNo: '1' });
    clock.move(24 * 3_600_000);
    await call('sms_code', code);
    const reply = await call('usage', { from: '2026-03-01', to: '2026-03-31' });
    expectSuccess(reply, free, ['from', 'to', 'timeZone', 'currency', 'mode', 'days', 'total']);
    expect(reply.body.data).toEqual({
      from: '2026-03-01',
      to: '2026-03-31',
      timeZone: 'Asia/Shanghai',
      currency: 'CNY',
      mode: 'test',
      days: [
        { day: '2026-03-10', productCode: 'face_verify', calls: 1, charged: '1.0000', refused: 1 },
        { day: '2026-03-10', productCode: 'sms_code', calls: 1, charged: '0.0500', refused: 1 },
        { day: '2026-03-11', productCode: 'sms_code', calls: 1, charged: '0.0500', refused: 0 },
      ],
      total: { calls: 3, charged: '1.1000', refused: 2 },
    });
    const one = await call('usage', { from: '2026-03-11', to: '2026-03-11' });
    expect(one.body.data.total).toEqual({ calls: 1, charged: '0.0500', refused: 0 });
  });

  test.each([
    [{}, ['from', 'to']],
    [{ from: '2026-03-02', to: '2026-03-01' }, ['to']],
    [{ from: '2026-01-01', to: '2026-04-03' }, ['to']],
    [{ from: '2026-02-30', to: '2026-03-01' }, ['from']],
    [{ from: 'yesterday', to: '2026-03-01' }, ['from']],
  ])('refuses the days %j', async (body, fields) => {
    const reply = await fixture.call('usage', body);
    expectError(reply, 'invalid_request');
    expect(reply.body.details.map(({ field }) => field)).toEqual(fields);
  });
});
