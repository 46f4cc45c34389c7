import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AlipayClient, AlipaySdk } from '../../../../test/reference-clients/alipay-sdk.ts';
import { type Caught, catchCallbacks } from '../../../../test/vendors/catch-callbacks.ts';
import { newNumber, refundOf } from '../../../../test/vendors/payment-fixture.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { createHttpClient, type HttpClient } from '../../../foundation/outbound/http-client.ts';
import type { OpenPayments } from '../../providers/payment.ts';
import { readConfig } from '../../providers/read-config.ts';
import { alipaySimulator } from '../../simulators/alipay.ts';
import {
  merchantCertificate,
  merchantKey,
  rootCertificates,
  vendorCertificate,
} from '../../simulators/china-pay-keys.ts';
import { type RunningSimulator, runSimulator } from '../../simulators/run-simulator.ts';
import { alipay } from './alipay.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const appId = '2021000000000001';
const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const validated = { validateSign: true };

let http: HttpClient;
let caught: Caught;
let running: RunningSimulator;
const soon = () => ({ signal: AbortSignal.timeout(10_000) });

beforeAll(async () => {
  http = createHttpClient({ connections: 4, connectTimeoutMs: 2_000 });
  caught = await catchCallbacks();
  running = await runSimulator(alipaySimulator, { callbackUrlOf: () => caught.url });
});
afterAll(async () => {
  await running.close();
  await caught.close();
  await http.close();
});

const keys = () => ({ alipayPublicKey: String(running.config.alipayPublicKey) });
const certificates = {
  appCertContent: merchantCertificate,
  alipayPublicCertContent: vendorCertificate,
  alipayRootCertContent: rootCertificates,
};

function official(changes: Record<string, string>): AlipayClient {
  return new AlipaySdk({
    ...{ appId, privateKey: merchantKey, keyType: 'PKCS8' },
    gateway: String(running.config.endpoint),
    ...changes,
  });
}

const orderOf = (out_trade_no: string, product_code: string) => ({
  ...{ out_trade_no, product_code, total_amount: '88.80', subject: '充值' },
});
const takenOf = (reference: string) =>
  running.taken.find((each) => each.reference === reference)?.id ?? '';

describe('the official client of Alipay succeeds against the simulator', () => {
  test.each([
    ['keys', () => official(keys())],
    ['certificates', () => official(certificates)],
  ])('with %s', async (_, openClient) => {
    const client = openClient();
    const ask = (method: string, bizContent: object, more = {}) =>
      client.exec(method, { bizContent, ...more }, validated);
    const out_trade_no = newNumber();
    const order = orderOf(out_trade_no, 'QR_CODE_OFFLINE');
    const made = await ask('alipay.trade.precreate', order, { notify_url: caught.url });
    expect(made).toMatchObject({ code: '10000', outTradeNo: out_trade_no });
    expect(await ask('alipay.trade.query', { out_trade_no })).toMatchObject({
      subCode: 'ACQ.TRADE_NOT_EXIST',
    });
    await fetch(made.qrCode ?? '');
    expect(await ask('alipay.trade.query', { out_trade_no })).toMatchObject({
      tradeStatus: 'WAIT_BUYER_PAY',
    });
    running.decide(takenOf(out_trade_no), 'paid');
    expect(await ask('alipay.trade.query', { out_trade_no })).toMatchObject({
      ...{ tradeStatus: 'TRADE_SUCCESS', totalAmount: '88.80' },
    });
    const part = { out_trade_no, out_request_no: 'R1', refund_amount: '8.80' };
    expect(await ask('alipay.trade.refund', part)).toMatchObject({
      ...{ fundChange: 'Y', refundFee: '8.80' },
    });
    expect(await ask('alipay.trade.fastpay.refund.query', part)).toMatchObject({
      ...{ refundStatus: 'REFUND_SUCCESS', refundAmount: '8.80' },
    });
    expect(await ask('alipay.trade.close', { out_trade_no })).toMatchObject({
      subCode: 'ACQ.TRADE_STATUS_ERROR',
    });
    await expect.poll(() => caught.about(out_trade_no).length).toBeGreaterThan(0);
    const body = caught.about(out_trade_no)[0]?.body ?? '';
    const notice = Object.fromEntries(new URLSearchParams(body));
    expect(client.checkNotifySignV2(notice)).toBe(true);
    expect(client.checkNotifySignV2({ ...notice, total_amount: '1.00' })).toBe(false);
  });

  test('with a page, which a payer opens', async () => {
    const out_trade_no = newNumber();
    const bizContent = orderOf(out_trade_no, 'FAST_INSTANT_TRADE_PAY');
    const url = official(keys()).pageExecute('alipay.trade.page.pay', 'GET', { bizContent });
    const page = await fetch(url);
    expect(await page.text()).toContain('CNY 88.80');
    const body = new URLSearchParams({ outcome: 'paid' });
    await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(running.find(takenOf(out_trade_no))?.state).toBe('paid');
  });

  test('and fails with a wrong key of either side', async () => {
    const bizContent = orderOf(newNumber(), 'QR_CODE_OFFLINE');
    const wrong = official({ ...keys(), privateKey: stranger.privateKey });
    const refused = await wrong.exec('alipay.trade.precreate', { bizContent }, validated);
    expect(refused).toMatchObject({ code: '40002', subCode: 'isv.invalid-signature' });
    const deceived = official({ alipayPublicKey: stranger.publicKey });
    const asked = deceived.exec('alipay.trade.precreate', { bizContent }, validated);
    await expect(asked).rejects.toThrow('验签失败');
  });
});

describe('the adapter signs as the official client does', () => {
  function open(changes: Record<string, unknown> = {}): OpenPayments {
    const { callbackKey, ...config } = running.config;
    const settings = readConfig(alipay, { ...config, ...changes });
    const tools = { http, clock: systemClock, log: quiet, callbackUrl: () => caught.url };
    return alipay.open(settings, tools);
  }
  const certified = {
    ...{ alipayPublicKey: undefined, appCertificate: merchantCertificate },
    ...{ alipayCertificate: vendorCertificate, rootCertificate: rootCertificates },
  };
  const sample = (method: string) => ({
    ...{ orderNo: newNumber(), amount: 888_000n, currency: 'CNY', method, title: '充值 + more' },
    ...{ returnUrl: 'https://platform.example.com/wallet?order=1', language: 'zh' as const },
    expiresAt: new Date(Date.now() + 3_600_000),
  });

  test.each([
    ['keys', {}, keys],
    ['certificates', certified, () => certificates],
  ])('with %s', async (_, changes, clientSettings) => {
    const begun = await open(changes).begin(sample('page'), soon());
    if (begun.kind !== 'started') throw new Error(begun.detail);
    const { sign = '', ...fields } = Object.fromEntries(new URL(begun.show).searchParams);
    const client = official(clientSettings());
    expect(fields.app_cert_sn).toBe(client.config.appCertSn);
    expect(fields.alipay_root_cert_sn).toBe(client.config.alipayRootCertSn);
    // A client that holds the merchant's certificate as Alipay's checks what the merchant signed.
    const judge = official({ ...certificates, alipayPublicCertContent: merchantCertificate });
    expect(judge.notifyRSACheck(fields, sign, 'RSA2', true)).toBe(true);
    const changed = { ...fields, notify_url: 'https://else.example' };
    expect(judge.notifyRSACheck(changed, sign, 'RSA2', true)).toBe(false);
  });

  test('an application with certificates is paid, pays back and closes', async () => {
    const payments = open(certified);
    const order = sample('qr');
    const begun = await payments.begin(order, soon());
    if (begun.kind !== 'started') throw new Error(begun.detail);
    await fetch(begun.show);
    running.decide(takenOf(order.orderNo), 'paid');
    const ref = { ...order, vendorRef: begun.vendorRef };
    const report = await payments.query(ref, soon());
    expect(report).toMatchObject({ state: 'paid', amount: 888_000n });
    expect(await payments.refund(refundOf(ref, 'unused', 100n), soon())).toMatchObject({
      ...{ state: 'done', amount: 100n },
    });
    await payments.close(ref, soon());
  });
});
