import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { createListener } from '../../src/foundation/events/listener-queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createConsoleVisitor } from '../kit/console-visitor.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { project } from '../kit/search-recount.ts';
import { type BrowserVisitor, createBrowserVisitor, homeOf } from './browser-visitor.ts';
import type { DialogDoor } from './dialog-row.ts';

const dayMs = 86_400_000;

/** A platform with something to open every dialog on, and a person at each door. */
export interface DialogFixture {
  visitors: Readonly<Record<DialogDoor, BrowserVisitor>>;
  /** What stands for the names in braces in a path of the table. */
  places: Readonly<Record<string, string | number>>;
  close(): Promise<void>;
}

export async function createDialogFixture(browser: Browser): Promise<DialogFixture> {
  const fixture = await createFixture();
  const operator = await createBrowserVisitor(browser, fixture);
  const visitors = {
    operator,
    customer: await createBrowserVisitor(browser, fixture, 'owner', fixture.accountId),
    stale: await createStale(browser, fixture),
    appless: await createAppless(browser, fixture),
  };
  await createConsoleVisitor(fixture.app, homeOf(fixture)).arrive('viewer');
  const post = async (path: string, body: object) => {
    const reply = await operator.asks.post(path, body);
    expect(reply.status, `${path} ${JSON.stringify(reply.body)}`).toBe(200);
    return reply.body;
  };
  const account = fixture.accountId;
  const { call, unknown, closed } = await createCalls(fixture, post);
  const { delivery, endpoint } = await createEndpoint(fixture, post);
  await setPlatform(fixture, post);
  const payment = await createPayment(fixture, post);
  await setInvoicing(fixture, post);
  await post('platform/payments/bank-import', {
    ...{ file: btoa('day,amount\n2026-11-02,250.00'), encoding: 'utf-8' },
    columns: { day: 'day', amount: 'amount' },
  });
  await project(fixture.pool);
  const { accountId: fresh = 0 } = await post('platform/accounts/create', { name: 'Quince' });
  return {
    visitors,
    places: { account, fresh, call, unknown, closed, delivery, endpoint, payment },
    close: () => fixture.close(),
  };
}

type Post = (path: string, body: object) => Promise<Record<string, string | number>>;

/** An operator whose second factor was used an hour ago. */
async function createStale(browser: Browser, fixture: Fixture): Promise<BrowserVisitor> {
  const visitor = await createBrowserVisitor(browser, fixture);
  await makeStale(fixture, visitor);
  return visitor;
}

/** One without an authenticator app, whose second factor was used an hour ago. */
async function createAppless(browser: Browser, fixture: Fixture): Promise<BrowserVisitor> {
  const visitor = await createBrowserVisitor(browser, fixture);
  await fixture.pool.query('update people set totp_secret = null where person_id = $1', [
    visitor.personId,
  ]);
  await fixture.pool.query(
    `insert into passkeys (credential_id, person_id, name, public_key, counter, transports)
     values ('dialogs', $1, 'Laptop', '', 0, '{}')`,
    [visitor.personId],
  );
  await makeStale(fixture, visitor);
  return visitor;
}

async function makeStale(fixture: Fixture, { personId }: BrowserVisitor): Promise<void> {
  await fixture.pool.query(
    `update console_sessions set factor_at = factor_at - interval '1 hour' where person_id = $1`,
    [personId],
  );
}

async function createCalls(fixture: Fixture, post: Post) {
  const { body } = await fixture.call('sms_code', { mobile: '13912345678', code: '1234' });
  await fixture.call('face_verify', { name: '张三', cardNo: '110101199003070011' });
  const unknown = await fixture.call('sms_code', { mobile: '13800000007', code: '1' });
  await fixture.pool.query('update unresolved_calls set review_since = now() where call_id = $1', [
    unknown.body.requestId,
  ]);
  const gone = await fixture.newCaller({ mode: 'live' });
  await post(`${gone.accountId}/accounts/close`, { name: 'Rowan', reason: '', whenSettled: false });
  return {
    ...{ call: body.requestId, unknown: unknown.body.requestId },
    closed: gone.accountId,
  };
}

async function createEndpoint(fixture: Fixture, post: Post) {
  const { accountId, pool } = fixture;
  const url = 'https://hooks.example/orders';
  const { endpointId } = await post(`${accountId}/webhooks/create`, { mode: 'test', url });
  const { deliveryId } = await post(`${accountId}/webhooks/test`, { endpointId });
  await createListener(pool, { accountId, mode: 'test' }, ['sms.failed'], Buffer.from('x'));
  return { delivery: deliveryId ?? '', endpoint: endpointId ?? '' };
}

/** A paid payment, terms of one account, and a saved card. */
async function createPayment({ accountId, pool }: Fixture, post: Post): Promise<string> {
  const settings = { apiKey: 'rk_live_x', webhookSecret: `whsec_${'a'.repeat(32)}` };
  const added = { code: 'shop', vendor: 'stripe-checkout', isOn: true, settings };
  await post('platform/providers/add', added);
  await post('platform/payments/set-terms', {
    ...{ provider: 'shop', method: 'card', account: accountId, isOn: null, feePercent: '1' },
    ...{ feeFixed: null, minimum: null, maximum: null },
  });
  await pool.query(
    `insert into unknown_payments (provider_code, payment_ref, order_no, amount, currency, paid_at)
     values ('shop', 'pi_7', '', 90000, 'CNY', now())`,
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into payments (
       account_id, payment_id, mode, provider_code, method, amount, fee, currency, reference, return_url, title,
       language, state, credited, paid_at, begun_at, expires_at, ended_at
     )
     values ($1, gen_random_uuid(), 'live', 'shop', 'card', 500000, 0, 'CNY', '', '', 'Top-up', 'en', 'paid', 500000,
       now(), now(), now(), now())
     returning payment_id as id`,
    [accountId],
  );
  await byTest(pool).query(
    `insert into auto_topups (account_id, is_on, threshold, amount, monthly_cap, provider_code, saved_ref, saved_title)
     values ($1, true, 500000, 1000000, 3000000, 'shop', 'cus_1 pm_1', 'visa 4242')`,
    [accountId],
  );
  return rows[0]?.id ?? '';
}

/** Invoicing is on, with a rate of its own for one country, and a fapiao was asked for. */
async function setInvoicing({ accountId, pool }: Fixture, post: Post): Promise<void> {
  const particulars = { nameEn: 'Acme', nameZh: '艾克米', contact: 'tax@acme.example' };
  const privacyUrl = 'https://acme.example/privacy';
  await post('platform/settings/set-operator', { ...particulars, privacyUrl });
  for (const country of [null, 'DE']) {
    const rule = { percent: '21', isReverseCharge: false, note: '' };
    await post('platform/invoices/set-vat', { country, account: null, ...rule });
  }
  await post('platform/invoices/set', {
    ...{ isOn: true, sellerAddress: 'Kade 1', sellerTaxId: 'NL123456789B01' },
    ...{ invoicePattern: 'INV-{year}-{number:6}', creditNotePattern: 'CN-{year}-{number:6}' },
    takesFapiao: true,
  });
  const { rows } = await pool.query<{ id: string }>(
    `insert into payments (
       account_id, payment_id, mode, provider_code, method, amount, fee, currency, reference, return_url, title,
       language, state, credited, paid_at, begun_at, expires_at, ended_at
     )
     select account_id, gen_random_uuid(), mode, provider_code, method, amount, fee, currency, reference, return_url,
       title, language, state, credited, paid_at, begun_at, expires_at, ended_at
     from payments
     where account_id = $1 and mode = 'live'
     limit 1
     returning payment_id as id`,
    [accountId],
  );
  await post(`${accountId}/invoices/ask-fapiao`, {
    ...{ kind: 'normal', isCompany: false, title: 'Rowan', taxNumber: '', address: '', phone: '' },
    ...{ bank: '', bankAccount: '', email: 'a@b.example', remark: '' },
    payments: rows.map(({ id }) => id),
  });
}

async function setPlatform({ accountId, app }: Fixture, post: Post): Promise<void> {
  const settings = { appKey: 'key', appSecret: 'hush' };
  for (const code of ['carrier-a', 'carrier-b']) {
    await post('platform/providers/add', { code, vendor: 'yunxin', isOn: true, settings });
  }
  const stops = [{ code: 'carrier-a' }, { code: 'carrier-b' }];
  const key = { product: 'sms_code', accountId: null, region: null };
  await post('platform/providers/set-route', { ...key, stops });
  for (let n = 0; n < 14; n++) app.providerRuns.note('carrier-a', 'provider_unreachable');
  await app.providerRuns.write();
  await post('platform/prices/set', {
    ...{ product: 'sms_code', amount: '0.06', from: new Date(Date.now() + dayMs).toISOString() },
  });
  await post('platform/templates/create', {
    ...{ templateId: 'SPARE', product: 'sms_notice', text: 'News: {content}' },
  });
  await post(`${accountId}/accounts/set-limits`, { mode: 'test', codePerDay: 7 });
}
