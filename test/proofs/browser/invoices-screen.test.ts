import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueDue } from '../../../src/money/invoices/invoice-jobs.ts';
import { setInvoiceSettings } from '../../../src/money/invoices/settings-queries.ts';
import { setVatRule } from '../../../src/money/invoices/vat-queries.ts';
import { askAboutOrders } from '../../../src/money/payments/ask-payment.ts';
import { orderNoOf } from '../../../src/money/payments/payment.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectScreensUsable, languages } from '../../browser/expect-usable.ts';
import { byTest } from '../../kit/by-test.ts';
import { FakeTill } from '../../kit/fake-till.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';

const till = new FakeTill();
let browser: Browser;
let fixture: Fixture;
let operator: BrowserVisitor;
let customer: BrowserVisitor;
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
  caller = await fixture.newCaller({ mode: 'live', scopes: ['payments'], balance: '0' });
  operator = await createBrowserVisitor(browser, fixture, 'owner');
  customer = await createBrowserVisitor(browser, fixture, 'finance', caller.accountId);
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

/** A live payment of 50.00 that the customer has paid. */
async function pay(): Promise<void> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  till.pay(orderNoOf(String(paymentId)));
  await askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(String(paymentId))]);
}

test('an operator sets invoicing up, a customer enters billing details and gets the invoice', async () => {
  const { page, faults } = await operator.open('/platform/invoices');
  await page.getByRole('button', { name: 'Set up invoicing' }).click();
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByLabel('Rate (%)').fill('21');
  await page.getByRole('button', { name: 'Save rate' }).click();
  await page.getByRole('cell', { name: 'Default' }).waitFor();
  await page.getByRole('button', { name: 'Edit settings…', exact: true }).click();
  await page.getByLabel('Seller address').fill('Kade 1\n3511 Utrecht');
  await page.getByLabel('Seller tax ID').fill('NL123456789B01');
  await page.getByText('On', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').waitFor();
  await pay();

  const own = await customer.open(`/${caller.accountId}/wallet?mode=live`);
  await own.page.getByText('once billing details are entered').waitFor();
  await own.page.getByRole('button', { name: 'Enter billing details' }).click();
  await own.page.getByLabel('Legal name').fill('Buyer GmbH');
  await own.page.getByLabel('Address').fill('Hauptstr. 1\n10115 Berlin');
  await own.page.getByLabel('Country').fill('german');
  await own.page.keyboard.press('Enter');
  await own.page.getByRole('button', { name: 'Save billing details' }).click();
  await own.page.getByText('Billing details: Buyer GmbH, Germany').waitFor();
  await issueDue(fixture.app.line.payments);
  await own.page.reload();
  const download = own.page.waitForEvent('download');
  await own.page.getByRole('link', { name: 'English' }).click();
  expect((await download).suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/);

  await page.goto(page.url().replace('invoice-settings', 'invoices'));
  await page.getByRole('cell', { name: 'Buyer GmbH' }).waitFor();
  expect([...faults, ...own.faults]).toEqual([]);
});

test('a customer asks for a fapiao, and reads its number once the operator has noted it', async () => {
  await setInvoiceSettings(byTest(fixture.pool), { takesFapiao: true });
  const { page, faults } = await customer.open(`/${caller.accountId}/wallet?mode=live`);
  await page.getByRole('button', { name: 'Request a fapiao' }).click();
  expect(await page.getByLabel('Title').inputValue()).toBe('Buyer GmbH');
  await page.getByText('Special fapiao').click();
  await page.getByText('The buyer can deduct its VAT.').waitFor();
  await page.getByText('Normal fapiao').click();
  await page.getByLabel('Title').fill('买方有限公司');
  await page.getByLabel('Taxpayer number').fill('91350100M000100Y43');
  await page.getByRole('textbox', { name: 'Email' }).fill('books@buyer.example');
  await page.getByText('One fapiao for 1 payment: 50.00 CNY').waitFor();
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByRole('cell', { name: 'Requested', exact: true }).waitFor();

  const needs = await operator.asks.get('platform/overview/needs');
  expect(needs.body.payments).toMatchObject({ fapiao: 1 });
  const desk = await operator.open('/platform/invoices');
  await desk.page.getByText('1 fapiao request to issue').waitFor();
  await desk.page.getByRole('button', { name: 'Show requests' }).click();
  await desk.page.getByRole('button', { name: 'Mark as issued…' }).click();
  await desk.page.getByText('91350100M000100Y43').waitFor();
  await desk.page.getByLabel('Fapiao number').fill('26312000000012345678');
  await desk.page.getByRole('button', { name: 'Mark as issued', exact: true }).click();
  await desk.page.getByText('Marked as issued').waitFor();
  await page.reload();
  await page.getByText('26312000000012345678').waitFor();
  expect([...faults, ...desk.faults]).toEqual([]);
});

test.each(languages)('the screens are accessible in %s', async (language) => {
  const by = byTest(fixture.pool);
  await setVatRule(
    by,
    { country: null, accountId: null },
    { percent: 210_000n, isReverseCharge: false, note: '' },
  );
  const seller = { sellerAddress: 'Kade 1', sellerTaxId: 'NL123456789B01' };
  await setInvoiceSettings(by, { isOn: true, ...seller });
  await pay();
  await issueDue(fixture.app.line.payments);
  await expectScreensUsable(operator, language, {
    invoices: '/platform/invoices',
    settings: '/platform/invoice-settings',
    fapiao: '/platform/fapiao?state=all',
  });
  await expectScreensUsable(customer, language, {
    wallet: `/${caller.accountId}/wallet?mode=live`,
  });
});
