import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { FakeTill } from '../../../../test/kit/fake-till.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { readPdf } from '../../../../test/kit/read-pdf.ts';
import { thisMonth } from '../../../../test/kit/this-month.ts';
import { issueDue } from '../../../money/invoices/invoice-jobs.ts';
import { askAboutOrders } from '../../../money/payments/ask-payment.ts';
import { orderNoOf } from '../../../money/payments/payment.ts';
import { setOperator } from '../../../people/accounts/operator-queries.ts';

const till = new FakeTill();
let fixture: ConsoleFixture;
let caller: Caller;
const finance = { operator: 'finance' } as const;
const viewer = { operator: 'viewer' } as const;
const member = () => ({ members: { [caller.accountId]: 'finance' } }) as const;

beforeAll(async () => {
  fixture = await createConsoleFixture(undefined, {
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([['till', till.provider('till')]]),
    }),
  });
  caller = await fixture.newCaller({ mode: 'live', scopes: ['payments'], balance: '0' });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

/** A live payment of 50.00 that the customer has paid. */
async function pay(): Promise<void> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  const { payments } = fixture.app.line;
  till.pay(orderNoOf(String(paymentId)));
  await askAboutOrders(payments, 'till', [orderNoOf(String(paymentId))]);
  await issueDue(payments);
}

const settings = {
  ...{ isOn: true, sellerAddress: 'Kade 1\n3511 Utrecht', sellerTaxId: 'NL123456789B01' },
  ...{ invoicePattern: 'INV-{year}-{number:6}', creditNotePattern: 'CN-{year}-{number:6}' },
  takesFapiao: false,
};
const post = (path: string, body: object) =>
  fixture.post(finance, `/platform/invoices/${path}`, body);
const own = (path: string) => `/${caller.accountId}/invoices/${path}`;
const buyer = {
  name: '买方有限公司',
  address: 'Hauptstr. 1\n10115 Berlin',
  country: 'de',
  vatId: '',
};

test('an operator sets seller, numbers and rates, and is told what is missing', async () => {
  const read = async () => (await fixture.get(viewer, '/platform/invoices/settings')).body;
  const parts = ['address of the seller', 'tax ID of the seller', 'default VAT rate'];
  expect((await read()).missing).toEqual(expect.arrayContaining(parts));
  const refused = await post('set', settings);
  expect(refused.body).toMatchObject({ reason: 'refused' });
  expect(refused.text).toContain('Missing: default VAT rate.');
  await setOperator(byTest(fixture.pool), {
    ...{ nameEn: 'Acme B.V.', nameZh: '艾克米公司', contact: 'tax@acme.example' },
    privacyUrl: 'https://acme.example/privacy',
  });
  const rule = { country: null, account: null, percent: '21', isReverseCharge: false, note: '' };
  await post('set-vat', rule);
  await post('set-vat', { ...rule, country: 'de', percent: '19', isReverseCharge: true });
  expect((await post('set', settings)).status).toBe(200);
  const year = thisMonth().slice(0, 4);
  expect(await read()).toMatchObject({
    settings,
    next: { invoicePattern: `INV-${year}-000001`, creditNotePattern: `CN-${year}-000001` },
    missing: [],
    sellerName: 'Acme B.V.',
    rules: [
      { country: null, percent: '21.0000' },
      { country: 'DE', percent: '19.0000', isReverseCharge: true },
    ],
  });
  expect((await post('reset-vat', { country: null, account: null })).status).not.toBe(200);
});

test('a customer enters billing details, and gets the invoice that waited for them', async () => {
  await pay();
  expect((await fixture.get(member(), own('list'))).body).toMatchObject({
    ...{ isOn: true, invoices: [], waiting: 1 },
  });
  expect((await fixture.post(member(), own('set-billing'), buyer)).status).toBe(200);
  const { body: billing } = await fixture.get(member(), own('billing'));
  expect(billing).toEqual({ billing: { ...buyer, country: 'DE' } });
  await issueDue(fixture.app.line.payments);
  const { invoices, waiting } = (await fixture.get(member(), own('list'))).body;
  expect({ invoices, waiting }).toMatchObject({
    waiting: 0,
    invoices: [{ kind: 'invoice', gross: '50.0000', vat: '7.9800', net: '42.0200' }],
  });
  const pdf = (language: string) =>
    fixture.get(member(), own(`pdf?invoice=${invoices[0].invoiceId}&language=${language}`));
  const [english, chinese] = await Promise.all(
    ['en', 'zh'].map(async (language) => (await readPdf((await pdf(language)).bytes))[0]),
  );
  for (const words of ['Acme B.V.', '买方有限公司', 'Germany', 'VAT 19%', '42.02', '7.98']) {
    expect(english).toContain(words);
  }
  for (const words of ['艾克米公司', '德国', '增值税 19%']) expect(chinese).toContain(words);
  const stranger = await fixture.newCaller({ mode: 'live', balance: '0' });
  const path = `/${stranger.accountId}/invoices/pdf?invoice=${invoices[0].invoiceId}&language=en`;
  const other = { members: { [stranger.accountId]: 'owner' } } as const;
  expect((await fixture.get(other, path)).status).toBe(404);
});

test('an operator sees the documents of a month, and exports them', async () => {
  const { invoices } = (await fixture.get(viewer, '/platform/invoices/list')).body;
  const month = invoices[0].issuedOn.slice(0, 7);
  const listed = await fixture.get(viewer, `/platform/invoices/list?month=${month}`);
  expect(listed.body.invoices).toEqual(invoices);
  expect(
    (await fixture.get(viewer, '/platform/invoices/list?month=2020-01')).body.invoices,
  ).toEqual([]);
  const { text } = await fixture.get(viewer, `/platform/invoices/csv?month=${month}`);
  const [, line = ''] = text.trim().split('\r\n');
  expect(line).toContain(`${invoices[0].number},invoice,`);
  expect(line).toContain('CNY,42.02,19.0000,7.98,50.00,rate,');
});
