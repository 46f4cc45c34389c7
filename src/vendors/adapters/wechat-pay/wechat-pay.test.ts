import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PassingAnswer } from '../../../../test/vendors/altering-relay.ts';
import { describePaymentContract } from '../../../../test/vendors/payment-contract.ts';
import { refundOf, usePayments } from '../../../../test/vendors/payment-fixture.ts';
import { payerOpenid, visitAccount } from '../../../../test/vendors/visit-account.ts';
import type { Callback } from '../../providers/vendor.ts';
import { merchantKey, vendorCertificate, vendorKey } from '../../simulators/china-pay-keys.ts';
import { platformSerial, wechatPaySimulator } from '../../simulators/wechat-pay.ts';
import { encrypt, signatureOf, signNotice } from '../../simulators/wechat-pay-signature.ts';
import { wechatPay } from './wechat-pay.ts';

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

const lie =
  (change: object, isSigned = true) =>
  ({ headers, body }: PassingAnswer): PassingAnswer => {
    const changed = JSON.stringify({ ...JSON.parse(body), ...change });
    return { headers: isSigned ? { ...headers, ...signatureOf(changed) } : headers, body: changed };
  };

const other = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS7p';

describe('WeChat Pay', () => {
  describePaymentContract({
    vendor: wechatPay,
    simulator: wechatPaySimulator,
    wrongSecret: { privateKey: vendorKey, certificate: vendorCertificate, publicKey },
    otherMerchant: { merchantId: '1900000002' },
    said: {
      ...{ appid: 'wx0000000000000001', description: 'Top-up of Acme' },
      amount: { total: 8_880, currency: 'CNY' },
    },
    ends: { closed: 'closed' },
    inApp: {
      wrongSecret: { appSecret: '00000000000000000000000000000002' },
      visit: (payerUrl, payer) => visitAccount(payerUrl, payer === 'second' ? other : payerOpenid),
      open: async (argument, payer, url) => {
        const body = JSON.stringify({ argument, payer });
        const answer = await fetch(`${url}/_app/cashier`, { method: 'POST', body });
        return JSON.parse(await answer.text()).err_msg;
      },
    },
    refundsEnd: 'later',
    hidesRefunds: 'all',
    hasDisputes: false,
    lies: {
      'another order': lie({ out_trade_no: 'CS1' }),
      'another merchant': lie({ mchid: '1900000002' }),
      'another application': lie({ appid: 'wx0000000000000002' }),
      'somebody on the way': lie({ amount: { total: 1, currency: 'CNY' } }, false),
      'an hour ago': ({ headers, body }) => {
        const then = new Date(Date.now() - 3_600_000);
        return { body, headers: { ...headers, ...signatureOf(body, undefined, vendorKey, then) } };
      },
      'nobody, unsigned': ({ headers, body }) => {
        const { 'wechatpay-signature': _, ...unsigned } = headers;
        return { headers: unsigned, body };
      },
      'a state that nobody knows': lie({ trade_state: 'MAYBE' }),
      'a closed order with a payment': lie({ trade_state: 'CLOSED' }),
      'no amount': lie({ amount: { total: '8880', currency: 'CNY' } }),
    },
    signed: (notice, body) => ({
      ...notice,
      headers: { ...notice.headers, ...signatureOf(body) },
      body,
    }),
  });
});

describe('WeChat Pay, beyond the contract', () => {
  const { fixture, soon, open, payments, sample, ...use } = usePayments({
    ...{ vendor: wechatPay, simulator: wechatPaySimulator, changes: { method: 'qr' } },
  });
  const { clock } = fixture;

  // @mutant src/vendors/adapters/wechat-pay/wechat-pay.ts
  // - clock.nowMs() >= shortestMs
  // + clock.nowMs() >= 0
  test('an order that ends within a minute is not begun, because it would last a minute', async () => {
    const before = fixture.running.taken.length;
    const expiresAt = new Date(clock.nowMs() + 50_000);
    expect(await payments().begin(sample({ expiresAt }), soon())).toMatchObject({
      ...{ kind: 'rejected', reason: 'expired' },
    });
    expect(fixture.running.taken.length).toBe(before);
  });

  test('a merchant with platform certificates is paid and pays back', async () => {
    const from = open({
      ...{ publicKeyId: undefined, publicKey: undefined },
      platformCertificates: vendorCertificate,
    });
    const order = sample();
    const begun = await from.begin(order, soon());
    if (begun.kind !== 'started') throw new Error(begun.detail);
    const ref = use.refOf(order, begun.vendorRef);
    fixture.running.decide(use.takenOf(order.orderNo).id, 'paid');
    expect(await from.query(ref, soon())).toMatchObject({ state: 'paid', amount: 888_000n });
    const part = refundOf(ref, 'unused', 100n);
    expect(await from.refund(part, soon())).toMatchObject({ state: 'pending' });
    expect(await from.queryRefund(part, soon())).toMatchObject({ state: 'pending' });
    expect(fixture.running.refused).toEqual([]);
  });

  test('notices by the certificate are read beside those by the public key', () => {
    const from = open({ platformCertificates: vendorCertificate });
    const content = { mchid: '1900000001', appid: 'wx0000000000000001', out_trade_no: 'CS7' };
    const body = encrypt(content, 'TRANSACTION.SUCCESS');
    for (const serial of [platformSerial, undefined]) {
      const notice = noticeWith(body, signatureOf(body, serial));
      expect(from.readCallback(notice)).toMatchObject({ kind: 'orders', orderNos: ['CS7'] });
    }
    const unknown = noticeWith(body, signatureOf(body, 'PUB_KEY_ID_7'));
    expect(from.readCallback(unknown)).toMatchObject({ kind: 'refused', because: 'signature' });
  });

  test.each([
    ['another application', { appid: 'wx0000000000000002', mchid: '1900000001' }],
    ['another merchant', { appid: 'wx0000000000000001', mchid: '1900000002' }],
  ])('a notice for %s is refused', (_, content) => {
    const body = encrypt({ ...content, out_trade_no: 'CS7' }, 'TRANSACTION.SUCCESS');
    expect(payments().readCallback(noticeOf(body))).toMatchObject({ kind: 'refused' });
  });

  // @mutant src/vendors/adapters/wechat-pay/call-wechat-pay.ts
  // - decipher.setAuthTag(bytes.subarray(-16));
  test('a notice is refused if its content was changed or encrypted with another key', () => {
    const content = { mchid: '1900000001', out_trade_no: 'CS7' };
    const notice = JSON.parse(encrypt(content, 'REFUND.SUCCESS'));
    expect(payments().readCallback(noticeOf(JSON.stringify(notice)))).toMatchObject({
      ...{ kind: 'orders', orderNos: ['CS7'] },
    });
    const bytes = Buffer.from(notice.resource.ciphertext, 'base64');
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
    notice.resource.ciphertext = bytes.toString('base64');
    expect(payments().readCallback(noticeOf(JSON.stringify(notice)))).toMatchObject({
      ...{ kind: 'refused', because: 'form' },
    });
    const other = open({ apiV3Key: 'apiv3-key-of-another-merchant-32' });
    const body = encrypt(content, 'REFUND.SUCCESS');
    expect(other.readCallback(noticeOf(body))).toMatchObject({ kind: 'refused', because: 'form' });
  });

  /** A provider that gets this answer, whatever it asks. */
  function answered(node: object, headersOf: (text: string) => Record<string, string>) {
    const text = JSON.stringify(node);
    return open({}, () => ({ headers: headersOf(text), text }));
  }

  // @mutant src/vendors/adapters/wechat-pay/call-wechat-pay.ts
  // - age > toleranceSeconds ?
  // + age > 9e9 ?
  // @mutant src/vendors/adapters/wechat-pay/call-wechat-pay.ts
  // -   if (isDone || headers['wechatpay-signature'] !== undefined) {
  // +   if (headers['wechatpay-signature'] !== undefined) {
  test('a success without a signature of this moment is no answer', async () => {
    const { ref } = await use.paid();
    const node = {
      ...{ appid: 'wx0000000000000001', mchid: '1900000001', out_trade_no: ref.orderNo },
      ...{
        trade_state: 'SUCCESS',
        transaction_id: '42',
        success_time: '2026-11-18T12:00:00+08:00',
      },
      amount: { total: 8_880, currency: 'CNY' },
    };
    const query = (headersOf: (text: string) => Record<string, string>) =>
      answered(node, headersOf).query(ref, soon());
    expect((await query((text) => signatureOf(text))).state).toBe('paid');
    await expect(query(() => ({}))).rejects.toThrow('no signature');
    for (const minutes of [-6, 6]) {
      const then = new Date(clock.nowMs() + minutes * 60_000);
      const asked = query((text) => signatureOf(text, undefined, vendorKey, then));
      await expect(asked).rejects.toThrow('of another time');
    }
    const forged = query((text) => signatureOf(text, undefined, merchantKey));
    await expect(forged).rejects.toThrow('a wrong signature');
  });

  test('a refund that cannot reach the payer waits for the operator', async () => {
    const { ref } = await use.paid();
    const order = refundOf(ref, 'unused', 100n);
    const node = {
      ...{ out_trade_no: order.orderNo, out_refund_no: order.refundNo, refund_id: 'R' },
      ...{ status: 'ABNORMAL', amount: { refund: 1, total: 8_880, currency: 'CNY' } },
    };
    const from = answered(node, (text) => signatureOf(text));
    expect(await from.queryRefund(order, soon())).toEqual({ state: 'pending', refundRef: 'R' });
  });

  const noticeWith = (body: string, headers: Record<string, string>): Callback => ({
    ...{ method: 'POST', url: fixture.caught.url, address: '127.0.0.1', body, headers },
  });
  const noticeOf = (body: string) => noticeWith(body, { ...signNotice(body).headers });
});
