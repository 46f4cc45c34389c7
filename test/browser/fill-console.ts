import type { Page } from 'playwright-core';
import { referenceOf } from '../../src/money/bank/creditor-reference.ts';
import type { RunningSimulator } from '../../src/vendors/simulators/run-simulator.ts';
import type { ServerProcess } from '../kit/server-process.ts';
import { fillLive } from './fill-live.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of the console's API, of which little is used here.
type Document = any;

/** The IDs of what a screen of one thing shows, by their name in its path; several by what is special about each. */
export type Shown = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/**
 * The data in the console's screenshots: accounts with keys and money, calls of all kinds, a
 * provider.
 */
export async function fillConsole(
  page: Page,
  server: ServerProcess,
  vendor: RunningSimulator,
): Promise<{ accountId: number; invitation: string; test: Shown; live: Shown }> {
  const post = (path: string, body: object) => ask(page, path, body);
  const { callbackKey: _, ...settings } = vendor.config;
  await post('platform/providers/add', {
    ...{ code: 'twilio-main', vendor: 'twilio', isOn: true, settings, costs: { each: '0.0320' } },
  });
  for (const product of ['sms_code', 'sms_notice', 'verify_start']) {
    await post('platform/providers/set-route', {
      ...{ product, accountId: null, region: null, stops: [{ code: 'twilio-main' }] },
    });
  }
  const { accountId, liveKey } = await makeAccount(post, server, 'Rowan Bank', 40);
  await makeAccount(post, server, '青禾科技', 15);
  const { endpointId } = await post(`${accountId}/webhooks/create`, {
    ...{ mode: 'live', url: 'https://hooks.rowan.example/countersign', description: 'Orders' },
  });
  await post(`${accountId}/webhooks/test`, { endpointId });
  const { apiKey } = await post(`${accountId}/keys/create`, { mode: 'test', name: 'checkout' });
  const requestId = await makeTestCalls(server, apiKey);
  const verificationId = await makeVerifications(server, apiKey);
  const paymentId = await makePayments(server, apiKey);
  await importBankFile(page, accountId);
  const live = await fillLive(post, server, { accountId, apiKey: liveKey, vendor });
  const { link } = await post(`${accountId}/team/invite`, { role: 'owner' });
  await post('platform/team/invite', { role: 'finance', email: 'zhou@harbour.example' });
  const test = { requestId, verificationId, paymentId };
  return { accountId, invitation: link, test, live };
}

async function makeAccount(
  post: (path: string, body: object) => Promise<Document>,
  server: ServerProcess,
  name: string,
  calls: number,
): Promise<{ accountId: number; liveKey: string }> {
  const { accountId } = await post('platform/accounts/create', { name, testBalance: '100' });
  const { apiKey } = await post(`${accountId}/keys/create`, { mode: 'live', name: 'production' });
  // Refused, because the wallet is empty.
  await server.call('sms_code', apiKey, { mobile: '13912340999', code: '482913' });
  await post(`${accountId}/wallet/top-up?mode=live`, {
    ...{ mode: 'live', amount: '500', reference: 'INV-1001', reason: 'bank transfer' },
  });
  for (let at = 0; at < calls; at++) {
    const mobile = `1391234${String(1_000 + at)}`;
    await server.call('sms_code', apiKey, { mobile, code: String(100_000 + at) });
  }
  return { accountId, liveKey: apiKey };
}

/** Each outcome that the sandbox simulates, slow ones last. */
async function makeTestCalls(server: ServerProcess, apiKey: string): Promise<string> {
  for (const end of ['1', '2', '5', '9']) {
    const mobile = `1380000000${end}`;
    await server.call('sms_code', apiKey, { mobile, code: '482913' });
  }
  const person = { name: '张三', cardNo: '110101199003070011' };
  await server.call('face_verify', apiKey, person);
  const notice = { mobile: '13912345678', content: '您的快递已到' };
  const { body } = await server.call('sms_notice', apiKey, notice);
  await server.call('sms_code', apiKey, { mobile: '13912345678', code: '246810' });
  return body.requestId;
}

/** A verification with wrong guesses, and two that wait for their codes. */
async function makeVerifications(server: ServerProcess, apiKey: string): Promise<string> {
  const ids: string[] = [];
  for (const end of ['0', '1', '2']) {
    const mobile = `1391234567${end}`;
    const { body } = await server.call('verify_start', apiKey, { mobile, purpose: 'sign-in' });
    ids.push(body.data.verificationId as string);
  }
  const [verificationId = ''] = ids;
  // A guess of four digits is never the code, which has six.
  for (const code of ['0000', '1111']) {
    await server.call('verify_check', apiKey, { verificationId, code });
  }
  return verificationId;
}

/** A payment that failed, and one that can be paid. */
async function makePayments(server: ServerProcess, apiKey: string): Promise<string> {
  const begin = async (amount: string) => {
    const asked = { amount, returnUrl: 'https://rowan.example/wallet' };
    const { paymentId, payUrl } = (await server.call('topup_create', apiKey, asked)).body.data;
    return { paymentId: String(paymentId), payUrl: String(payUrl) };
  };
  const { pathname } = new URL((await begin('50')).payUrl);
  await fetch(`${server.url}${pathname}/outcome`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ outcome: 'failed' }),
  });
  return (await begin('128')).paymentId;
}

/** A transfer with a reference, which is credited, and two that wait. */
async function importBankFile(page: Page, accountId: number): Promise<void> {
  const csv = [
    'day,amount,payer,text',
    `2026-11-02,250.00,Rowan Ltd,${referenceOf({ cell: undefined, accountId })}`,
    '2026-11-03,1280.00,Harbour Ltd,invoice 2026-107 of October',
    '2026-11-04,90.00,Stripe Payments,payout po_1',
  ].join('\n');
  await ask(page, 'platform/payments/bank-import', {
    ...{ file: btoa(csv), encoding: 'utf-8' },
    columns: { day: 'day', amount: 'amount', payer: 'payer', text: 'text' },
  });
}

/** Requests as the page itself does, with its session. */
async function ask(page: Page, path: string, body: object): Promise<Document> {
  const reply = await page.evaluate(
    async ([url, text]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body: text });
      return { isOk: response.ok, text: await response.text() };
    },
    [`/console/api/${path}`, JSON.stringify(body)] as const,
  );
  if (!reply.isOk) throw new Error(`${path}: ${reply.text}`);
  return JSON.parse(reply.text);
}
