import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type WechatPayClient,
  Wechatpay,
  wechatAes,
  wechatFormatter,
  wechatRsa,
} from '../../../../test/reference-clients/wechat.ts';
import { type Caught, catchCallbacks } from '../../../../test/vendors/catch-callbacks.ts';
import { newNumber } from '../../../../test/vendors/payment-fixture.ts';
import { payerOpenid, visitAccount } from '../../../../test/vendors/visit-account.ts';
import { systemClock } from '../../../foundation/clock.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
} from '../../../foundation/outbound/http-client.ts';
import { readConfig } from '../../providers/read-config.ts';
import { merchantCertificate, merchantKey, vendorKey } from '../../simulators/china-pay-keys.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { platformSerial, wechatPaySimulator } from '../../simulators/wechat-pay.ts';
import { wechatPay } from './wechat-pay.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const vendorPublicKey = createPublicKey(vendorKey)
  .export({ type: 'spki', format: 'pem' })
  .toString();

let caught: Caught;
let running: RunningSimulator;
beforeAll(async () => {
  caught = await catchCallbacks();
  running = await runSimulator(wechatPaySimulator, { callbackUrlOf: () => caught.url });
});
afterAll(async () => {
  await running.close();
  await caught.close();
});

function reference(changes: object = {}): WechatPayClient {
  const { merchantId, publicKeyId } = running.config;
  return new Wechatpay({
    ...{ mchid: merchantId, privateKey: merchantKey, baseURL: `${running.url}/` },
    serial: new X509Certificate(merchantCertificate).serialNumber,
    certs: { [String(publicKeyId)]: vendorPublicKey },
    headers: { 'Wechatpay-Serial': publicKeyId },
    ...changes,
  });
}

const orderOf = (out_trade_no: string) => ({
  ...{ appid: running.config.appId, mchid: running.config.merchantId, out_trade_no },
  ...{ description: '充值', notify_url: caught.url, time_expire: '2099-01-01T00:00:00+08:00' },
  amount: { total: 8_880, currency: 'CNY' },
});
const takenOf = (no: string) => running.taken.find((each) => each.reference === no)?.id ?? '';

describe('a public client of WeChat Pay succeeds against the simulator', () => {
  test.each([
    ['the public key', () => reference()],
    [
      'the platform certificate',
      () => reference({ certs: { [platformSerial]: vendorPublicKey }, headers: {} }),
    ],
  ])('with %s', async (_, openClient) => {
    const client = openClient();
    const orderNo = newNumber();
    const path = `v3/pay/transactions/out-trade-no/${orderNo}`;
    const params = { mchid: running.config.merchantId };
    const made = await client.chain('v3/pay/transactions/native').post(orderOf(orderNo));
    expect(made.data.code_url).toContain(takenOf(orderNo));
    const unpaid = await client.chain(path).get({ params });
    expect(unpaid.data.trade_state).toBe('NOTPAY');
    running.decide(takenOf(orderNo), 'paid');
    const paid = await client.chain(path).get({ params });
    expect(paid.data).toMatchObject({ trade_state: 'SUCCESS', amount: { total: 8_880 } });
    const refund = {
      ...{ out_trade_no: orderNo, out_refund_no: `${orderNo}R`, notify_url: caught.url },
      amount: { refund: 880, total: 8_880, currency: 'CNY' },
    };
    const accepted = await client.chain('v3/refund/domestic/refunds').post(refund);
    expect(accepted.data.status).toBe('PROCESSING');
    running.decide(takenOf(refund.out_refund_no), 'done');
    const done = await client.chain(`v3/refund/domestic/refunds/${refund.out_refund_no}`).get();
    expect(done.data).toMatchObject({ status: 'SUCCESS', amount: { refund: 880 } });
    const other = newNumber();
    await client.chain('v3/pay/transactions/native').post(orderOf(other));
    const closing = `v3/pay/transactions/out-trade-no/${other}/close`;
    expect((await client.chain(closing).post(params)).status).toBe(204);
  });

  test('and fails with a wrong key of either side', async () => {
    const wrong = reference({ privateKey: stranger.privateKey });
    const order = orderOf(newNumber());
    await expect(wrong.chain('v3/pay/transactions/native').post(order)).rejects.toMatchObject({
      response: { status: 401, data: { code: 'SIGN_ERROR' } },
    });
    const { publicKeyId } = running.config;
    const deceived = reference({ certs: { [String(publicKeyId)]: stranger.publicKey } });
    await expect(deceived.chain('v3/pay/transactions/native').post(order)).rejects.toMatchObject({
      code: 'EV3_RES_HEADER_SIGNATURE_DIGEST',
    });
  });

  test('and reads its notices', async () => {
    const orderNo = newNumber();
    await reference().chain('v3/pay/transactions/native').post(orderOf(orderNo));
    running.decide(takenOf(orderNo), 'paid');
    const contents = () =>
      caught.callbacks.map(({ headers, body }) => {
        const [time = '', nonce = '', signature = ''] = ['timestamp', 'nonce', 'signature'].map(
          (name) => headers[`wechatpay-${name}`],
        );
        const text = wechatFormatter.response(time, nonce, body);
        expect(wechatRsa.verify(text, signature, vendorPublicKey)).toBe(true);
        const { ciphertext, nonce: iv, associated_data } = JSON.parse(body).resource;
        const key = String(running.config.apiV3Key);
        return JSON.parse(wechatAes.AesGcm.decrypt(ciphertext, key, iv, associated_data));
      });
    await expect
      .poll(() => contents().find((each) => each.out_trade_no === orderNo))
      .toMatchObject({ trade_state: 'SUCCESS', mchid: running.config.merchantId });
  });
});

/** The adapter, with the simulator as its vendor. */
function openPayments() {
  const { callbackKey, ...config } = running.config;
  const http = createHttpClient({ connections: 1, connectTimeoutMs: 2_000 });
  const tools = { http, clock: systemClock, log: quiet, callbackUrl: () => caught.url };
  return { http, payments: wechatPay.open(readConfig(wechatPay, config), tools) };
}

const pageUrl = 'https://people.example.com/pay/0123456789ABCDEF0123456789ABCDEF';

describe('inside WeChat', () => {
  test('a public client of WeChat Pay orders for the payer whom the official account names', async () => {
    const { http, payments } = openPayments();
    const { code } = await visitAccount(
      payments.inApp?.payerUrl({ pageUrl, state: 'a1' }) ?? '',
      payerOpenid,
    );
    expect(code).not.toBe('');
    const orderNo = newNumber();
    const order = { ...orderOf(orderNo), payer: { openid: payerOpenid } };
    const path = 'v3/pay/transactions/jsapi';
    const made = await reference().chain(path).post(order);
    expect(made.data.prepay_id).toMatch(/^wx\d+$/);
    const again = await reference().chain(path).post(order);
    expect(again.data.prepay_id).toBe(made.data.prepay_id);
    const used = { response: { data: { code: 'OUT_TRADE_NO_USED' } } };
    const native = reference().chain('v3/pay/transactions/native').post(orderOf(orderNo));
    await expect(native).rejects.toMatchObject(used);
    const foreign = { ...orderOf(newNumber()), payer: { openid: `o${'x'.repeat(27)}` } };
    const refused = { response: { data: { code: 'PARAM_ERROR' } } };
    await expect(reference().chain(path).post(foreign)).rejects.toMatchObject(refused);
    await http.close();
  });

  // @mutant src/vendors/adapters/wechat-pay/wechat-pay-jsapi.ts
  // - `${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`
  // + `${appId}\n${timeStamp}\n${nonceStr}\n${packed}`
  test('what the page hands over is signed as the public client signs it', async () => {
    const { http, payments } = openPayments();
    const { inApp } = payments;
    if (!inApp) throw new Error('no app');
    const url = inApp.payerUrl({ pageUrl, state: 'a1' });
    const { code } = await visitAccount(url);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const order = {
      orderNo: newNumber(),
      amount: 888_000n,
      currency: 'CNY',
      title: '充值',
      expiresAt,
    };
    const begun = await inApp.begin(order, code, { signal: AbortSignal.timeout(5_000) });
    if (begun.kind !== 'started') throw new Error(begun.detail);
    const { appId, timeStamp, nonceStr, package: packed, signType, paySign } = begun.handOver;
    expect([appId, signType]).toEqual([running.config.appId, 'RSA']);
    expect(Math.abs(Number(timeStamp) - Date.now() / 1_000)).toBeLessThan(60);
    expect(packed).toBe(`prepay_id=wx${takenOf(order.orderNo)}`);
    const text = wechatFormatter.joinedByLineFeed(appId, timeStamp, nonceStr, packed);
    // Signed twice with PKCS #1 v1.5, the same text has the same signature.
    expect(paySign).toBe(wechatRsa.sign(text, merchantKey));
    await http.close();
  });

  test('the page of authorization has the parameters of the document, in its order', () => {
    const { payments } = openPayments();
    expect(payments.inApp?.payerUrl({ pageUrl, state: 'a1' })).toBe(
      `${running.url}/connect/oauth2/authorize?appid=wx0000000000000001` +
        `&redirect_uri=${encodeURIComponent(pageUrl)}` +
        '&response_type=code&scope=snsapi_base&state=a1#wechat_redirect',
    );
  });
});

test('the adapter signs as the public client does', async () => {
  const sent: HttpRequest[] = [];
  const http: HttpClient = {
    request: async (request) => {
      sent.push(request);
      return { status: 500, headers: {}, text: '{"code":"SYSTEM_ERROR"}' };
    },
    close: async () => {},
  };
  const { callbackKey, ...config } = running.config;
  const tools = { http, clock: systemClock, log: quiet, callbackUrl: () => caught.url };
  const payments = wechatPay.open(readConfig(wechatPay, config), tools);
  const signal = AbortSignal.timeout(5_000);
  const ref = { orderNo: 'CS123456789012345', vendorRef: null, amount: 100n, currency: 'CNY' };
  await expect(payments.query(ref, { signal })).rejects.toThrow('SYSTEM_ERROR');
  await expect(payments.close(ref, { signal })).rejects.toThrow('SYSTEM_ERROR');
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  for (const { method, url, headers, body } of sent) {
    const fields = Object.fromEntries(
      [...String(headers?.authorization).matchAll(/(\w+)="([^"]*)"/g)].map((each) => each.slice(1)),
    );
    const { pathname, search } = new URL(url);
    const { timestamp, nonce_str, signature } = fields;
    const path = `${pathname}${search}`;
    const text = wechatFormatter.request(method, path, timestamp, nonce_str, String(body ?? ''));
    const own = createPublicKey(merchantKey).export({ type: 'spki', format: 'pem' }).toString();
    expect(wechatRsa.verify(text, signature, own)).toBe(true);
  }
});
