import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PassingAnswer } from '../../../../test/vendors/altering-relay.ts';
import { describePaymentContract } from '../../../../test/vendors/payment-contract.ts';
import { usePayments } from '../../../../test/vendors/payment-fixture.ts';
import type { PaymentVendor } from '../../providers/payment.ts';
import { alipaySimulator, signedAnswer, signNotice } from '../../simulators/alipay.ts';
import { scan } from '../../simulators/alipay-orders.ts';
import type { HttpSimulator } from '../../simulators/simulator.ts';
import { alipay } from './alipay.ts';
import { rawMember } from './call-alipay.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
/** A payer who opens the page at once, because Alipay knows an order only then. */
const opened: PaymentVendor = {
  ...alipay,
  open(settings, tools) {
    const payments = alipay.open(settings, tools);
    return {
      ...payments,
      async begin(order, context) {
        const begun = await payments.begin(order, context);
        if (begun.kind === 'started' && order.method === 'page') await fetch(begun.show);
        return begun;
      },
    };
  },
};
/** The same for a QR code. */
const scanned: HttpSimulator = {
  ...alipaySimulator,
  read(request, desk) {
    for (const taken of desk.taken) scan(taken);
    return alipaySimulator.read(request, desk);
  },
};

const queried = 'alipay_trade_query_response';
const lie =
  (change: Record<string, string>, isSigned: boolean) =>
  ({ headers, body }: PassingAnswer): PassingAnswer => {
    const { [queried]: node, sign } = JSON.parse(body);
    const changed = { ...node, ...change };
    if (isSigned) return { headers, body: signedAnswer(queried, changed).body };
    return { headers, body: JSON.stringify({ [queried]: changed, sign }) };
  };

describe('Alipay', () => {
  describePaymentContract({
    vendor: opened,
    simulator: scanned,
    wrongSecret: { privateKey },
    otherMerchant: { appId: '2021000000000002' },
    said: {
      ...{ total_amount: '88.80', subject: 'Top-up of Acme', product_code: 'QR_CODE_OFFLINE' },
    },
    ends: { closed: 'closed', expired: 'closed' },
    refundsEnd: 'at_once',
    hidesRefunds: 'of_parts',
    hasDisputes: false,
    lies: {
      'another order': lie({ out_trade_no: 'CS1' }, true),
      'somebody on the way': lie({ total_amount: '8888.00' }, false),
      'a state that nobody knows': lie({ trade_status: 'TRADE_PENDING' }, true),
      'an unreadable amount': lie({ total_amount: 'much' }, true),
    },
    signed: (notice, body) => ({
      ...notice,
      body: signNotice(Object.fromEntries(new URLSearchParams(body))).body,
    }),
    hasAgelessNotices: true,
  });
});

describe('Alipay, beyond the contract', () => {
  const { fixture, soon, open, payments, sample, begin, begun, refOf, takenOf } = usePayments({
    ...{ vendor: alipay, simulator: alipaySimulator, changes: { method: 'qr' } },
  });
  const { clock } = fixture;

  describe('an order that no payer opened', () => {
    // @mutant src/vendors/adapters/alipay/alipay.ts
    // -   if (vendorRef === null) return { state: 'absent' };
    // +   if (vendorRef !== null) return { state: 'absent' };
    test.each(['qr', 'page'])('by %s is open as long as one may open it', async (method) => {
      const order = sample({ method });
      const started = await begin(order);
      if (started.kind !== 'started') throw new Error(JSON.stringify(started));
      const ref = refOf(order, started.vendorRef);
      expect((await payments().query(ref, soon())).state).toBe('open');
      await payments().close(ref, soon());
      expect((await payments().query(ref, soon())).state).toBe('open');
      await fetch(started.show);
      await payments().close(ref, soon());
      expect(await payments().query(ref, soon())).toMatchObject({ state: 'ended' });
      expect(takenOf(order.orderNo).state).toBe('closed');
    });

    // @mutant src/vendors/adapters/alipay/alipay.ts
    // - Date.parse(until) + clockMarginMs
    // + Date.parse(until) - clockMarginMs
    test('has expired some minutes after its end, in case the clocks differ', async () => {
      const { ref } = await begun({ expiresAt: new Date(clock.nowMs() + 3_600_000) });
      clock.move(3_600_000);
      expect((await payments().query(ref, soon())).state).toBe('open');
      clock.move(6 * 60_000);
      expect(await payments().query(ref, soon())).toMatchObject({
        ...{ state: 'ended', because: 'expired' },
      });
    });

    test('is absent if nobody can have been given its code', async () => {
      const { ref } = await begun();
      expect(await payments().query({ ...ref, vendorRef: null }, soon())).toEqual({
        state: 'absent',
      });
    });
  });

  test('a QR code lives two hours, and the order ends in China time when ours does', async () => {
    const expiresAt = new Date(Math.floor(clock.nowMs() / 1_000) * 1_000 + 5 * 3_600_000);
    const { order, started } = await begun({ expiresAt });
    expect(started.expiresAt.getTime() - clock.nowMs()).toBe(2 * 3_600_000);
    const said = takenOf(order.orderNo).said.time_expire;
    expect(Date.parse(`${said}+08:00`)).toBe(expiresAt.getTime());
  });

  test.each([
    ['credit_pay_mode', 'creditAdvanceV2'],
    ['additional_status', 'SELLER_NOT_RECEIVED'],
  ])('an order is not paid while its money is to come (%s)', async (field, value) => {
    const { ref } = await begun();
    const node = { code: '10000', out_trade_no: ref.orderNo, trade_status: 'TRADE_SUCCESS' };
    const { body: text } = signedAnswer(queried, { ...node, [field]: value });
    const from = open({}, () => ({ text }));
    expect(await from.query(ref, soon())).toMatchObject({ state: 'open' });
  });

  // @mutant src/vendors/adapters/alipay/alipay.ts
  // - fields.get('app_id') !== appId || fields.get('seller_id') !== sellerId
  // + fields.get('app_id') !== appId
  test.each([
    ['another application', { app_id: '2021000000000002' }],
    ['another seller', { seller_id: '2088000000000002' }],
  ])('a notice for %s is refused, however well it is signed', (_, change) => {
    const own = { app_id: '2021000000000001', seller_id: '2088000000000001', out_trade_no: 'CS7' };
    const read = (fields: Record<string, string>) => {
      const { body, headers } = signNotice({ ...fields, trade_status: 'TRADE_SUCCESS' });
      return payments().readCallback({
        ...{ method: 'POST', url: fixture.caught.url, address: '127.0.0.1', headers, body },
      });
    };
    expect(read(own)).toMatchObject({
      ...{ kind: 'orders', orderNos: ['CS7'], answer: { status: 200, body: 'success' } },
    });
    expect(read({ ...own, ...change })).toMatchObject({ kind: 'refused' });
  });

  // @mutant src/vendors/adapters/alipay/call-alipay.ts
  // - isSigned ? failure : { ...failure, kind: 'unknown' };
  // + failure;
  test('a refusal that is not signed decides nothing', async () => {
    const stranger = open({ appId: '2021000000000009' });
    expect(await stranger.begin(sample(), soon())).toMatchObject({
      ...{ kind: 'unknown', vendorCode: 'isv.invalid-app-id' },
    });
    const { ref } = await begun();
    await expect(stranger.query(ref, soon())).rejects.toThrow('isv.invalid-app-id');
  });

  test.each([
    ['{"a":{"b":"}\\"{"},"sign":"s"}', '{"b":"}\\"{"}'],
    ['{"sign":"\\"a\\":1","a": {"a":[{"a":1},2]} , "c":1}', '{"a":[{"a":1},2]}'],
    ['{"x":{"a":{"y":1}}}', undefined],
    ['["a",{"a":1}]', undefined],
    ['{"a"', undefined],
  ])('reads what was signed in %s as it was sent', (json, raw) => {
    expect(rawMember(json, 'a')).toBe(raw);
  });
});
