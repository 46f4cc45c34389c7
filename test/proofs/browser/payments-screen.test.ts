import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceOf } from '../../../src/money/bank/creditor-reference.ts';
import { askAboutOrders } from '../../../src/money/payments/ask-payment.ts';
import { orderNoOf } from '../../../src/money/payments/payment.ts';
import { findVendor } from '../../../src/vendors/providers/find-vendor.ts';
import type { PaidReport } from '../../../src/vendors/providers/payment.ts';
import { writeNewProvider } from '../../../src/vendors/providers/write-provider.ts';
import { vendors } from '../../../src/vendors/vendors.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { byTest } from '../../kit/by-test.ts';
import { FakeTill } from '../../kit/fake-till.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';

const till = new FakeTill();
const stripe = findVendor(vendors, 'stripe-checkout');
let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let caller: Caller;

beforeAll(async () => {
  const started = createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([['till', till.provider('till')]]),
    }),
  });
  [browser, fixture] = await Promise.all([launchBrowser(), started]);
  const settings = { apiKey: 'rk_live_x', webhookSecret: `whsec_${'a'.repeat(32)}` };
  await writeNewProvider(byTest(fixture.pool), fixture.app.line.vault, stripe, {
    ...{ code: 'till', isOn: true, settings, costs: {}, particulars: undefined },
  });
  caller = await fixture.newCaller({ mode: 'live', scopes: ['payments'], balance: '0' });
  operator = await createBrowserVisitor(browser, fixture, 'owner');
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

const notice = (paymentId: string) =>
  askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(paymentId)]);

/** A live payment of 50.00 that the customer has paid. */
async function pay(as: Partial<PaidReport> = {}): Promise<string> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  till.pay(orderNoOf(String(paymentId)), as);
  await notice(String(paymentId));
  return String(paymentId);
}

test('a payment appears by itself, is opened, and refunded in part', async () => {
  const { page, faults } = await operator.open('/platform/payments');
  await page.getByText('No online payments in this period.').waitFor();
  const paymentId = await pay();
  const list = page.getByRole('table', { name: 'Online payments, newest first' });
  await list.getByRole('cell', { name: 'Paid', exact: true }).click();
  await page.getByText('Credited to the wallet').waitFor();
  await page.getByRole('button', { name: 'Refund…' }).click();
  await page.getByLabel('Amount to refund (CNY)').fill('20');
  // What the wallet has, before and after.
  await page.getByText(/50\.0000 → 30\.0000 CNY/).waitFor();
  await page.getByLabel('Reason').fill('asked for by the customer');
  await page.getByRole('button', { name: 'Refund 20.00 CNY' }).click();
  await page.getByText('Refund requested').first().waitFor();
  await page.getByText('Partly refunded').waitFor();
  expect(await caller.wallet()).toMatchObject({ available: '30.0000' });
  expect(faults).toEqual([]);
  expect(paymentId).toMatch(/-/);
});

test('the wallet names the platform as who credited a payment', async () => {
  await pay();
  const { page, faults } = await operator.open(`/${caller.accountId}/wallet`);
  await page.getByRole('cell', { name: 'The platform (online payment)' }).first().waitFor();
  expect(faults).toEqual([]);
});

test('what waits is on the overview, leads to its payment, and is decided there', async () => {
  await pay({ amount: 490_000n });
  const { page, faults } = await operator.open('/platform/overview');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('does not match what was asked for').waitFor();
  await page.getByRole('button', { name: 'Payment ›' }).click();
  await page.getByText('What was paid is not what was asked for').waitFor();
  await page.getByRole('button', { name: 'Credit…' }).click();
  await page.getByLabel('Amount to add to the wallet (CNY)').fill('49');
  await page.getByLabel('Evidence').fill('49.00 in their console');
  await page.getByRole('button', { name: 'Credit 49.00 CNY' }).click();
  await page.getByText('Payment credited').waitFor();
  await page.getByText('Credited to the wallet').waitFor();
  expect(faults).toEqual([]);
});

test('terms are set on the page of the provider, and apply to the next payment', async () => {
  const { page, faults } = await operator.open('/platform/providers/till');
  const terms = page.getByRole('table', { name: 'Fees and limits' });
  await terms.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Fee added (% of the amount)').fill('1.5');
  await page.getByRole('button', { name: 'Save terms' }).click();
  await terms.getByText('1.5%').waitFor();
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  expect((await caller.call('topup_create', asked)).body.data.fee).toBe('0.7500');
  expect(faults).toEqual([]);
});

test('a bank file is checked, imported, and what waits in it is credited', async () => {
  const { page, faults } = await operator.open('/platform/payment-bank');
  await page.getByText('No line waits for you.').waitFor();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const csv = [
    'booked;sum;from;said',
    `2026-11-02;10,00;Acme;${referenceOf({ cell: undefined, accountId: caller.accountId })}`,
    '2026-11-02;25,00;Harbour Ltd;invoice 7',
  ].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  for (const [label, column] of [
    ['Column with the booking day', 'booked'],
    ['Column with the amount', 'sum'],
    ['Column with what the payer wrote', 'said'],
    ['Column with the payer', 'from'],
  ] as const) {
    await page.getByLabel(label).click();
    await page.getByTitle(column, { exact: true }).last().click();
  }
  await page.getByText('Would be credited: 1 · would wait: 1 · known: 0').waitFor();
  const before = Number((await caller.wallet()).available);
  await page.getByRole('button', { name: 'Import file' }).click();
  await page.getByRole('heading', { name: 'Imported file' }).waitFor();
  expect(Number((await caller.wallet()).available)).toBe(before + 10);
  const lines = page.getByRole('table', { name: 'Lines of bank files, newest first' });
  await lines
    .getByRole('row', { name: /Harbour Ltd/ })
    .getByRole('button', { name: 'Credit' })
    .click();
  await page.getByRole('combobox', { name: 'Account' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await page.getByRole('button', { name: 'Credit 25.00 CNY' }).click();
  await page.getByText('No line waits for you.').waitFor();
  expect(faults).toEqual([]);
});

test('the books say when they are compared, instead of rows without figures', async () => {
  const { page, faults } = await operator.open('/platform/payment-books');
  await page.getByText('Nothing compared yet.').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await page.getByRole('button', { name: 'Compare now…' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('Compared', { exact: false }).first().waitFor();
  await page.getByRole('table', { name: 'Books of Till, by day' }).waitFor();
  const headings = page.locator('#content').getByRole('heading', { level: 2 });
  const titles = ['Totals of the month', 'Differences', 'Unknown payments', 'Till (CNY)'];
  expect(await headings.allInnerTexts()).toEqual(titles);
  await page.setViewportSize({ width: 390, height: 844 });
  const totals = page.getByRole('list', { name: 'Totals of the month' });
  await totals.getByText('Till').waitFor();
  expect((await totals.boundingBox())?.y).toBeLessThan(600);
  expect(faults).toEqual([]);
});

test.each(languages)('the screens are accessible in %s', async (language) => {
  const [odd, disputed] = [await pay({ amount: 490_000n }), await pay()];
  till.dispute(orderNoOf(disputed), 100_000n);
  await notice(disputed);
  await fixture.pool.query(`update payments set ended_at = ended_at - interval '1 hour'`);
  await expectScreensUsable(operator, language, {
    payments: '/platform/payments',
    mismatched: `/platform/payments/${odd}`,
    disputed: `/platform/payments/${disputed}`,
    books: '/platform/payment-books',
    bank: '/platform/payment-bank?state=all',
    provider: '/platform/providers/till',
    overview: '/platform/overview',
  });
});
