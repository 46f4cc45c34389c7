import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alipaySimulator } from '../../../src/vendors/simulators/alipay.ts';
import {
  type RunningSimulator,
  runSimulator,
} from '../../../src/vendors/simulators/run-simulator.ts';
import { stripeCheckoutSimulator } from '../../../src/vendors/simulators/stripe-checkout.ts';
import { wechatPaySimulator } from '../../../src/vendors/simulators/wechat-pay.ts';
import { launchBrowser } from '../../browser/browser.ts';
import { type BrowserVisitor, createBrowserVisitor } from '../../browser/browser-visitor.ts';
import { expectUsable, languages } from '../../browser/expect-usable.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { freePort } from '../../kit/free-port.ts';
import { readPdf } from '../../kit/read-pdf.ts';

const simulators = [stripeCheckoutSimulator, alipaySimulator, wechatPaySimulator];

let browser: Browser;
let fixture: Fixture;
let vendors: RunningSimulator[];
let accountId: number;
let member: BrowserVisitor;
let operator: BrowserVisitor;
beforeAll(async () => {
  const port = await freePort();
  // Payers come back to the public URL, where the browser has its session.
  const publicUrl = `http://localhost:${port}`;
  [browser, fixture] = await Promise.all([
    launchBrowser(),
    createFixture({ withJobs: true, settings: { port, publicUrl } }),
  ]);
  vendors = await Promise.all(
    // Stripe's notices are lost: the payer's return is enough.
    simulators.map((each) => runSimulator(each, { callbackUrlOf: () => 'http://127.0.0.1:9/' })),
  );
  operator = await createBrowserVisitor(browser, fixture);
  for (const [at, { vendor }] of simulators.entries()) {
    const { callbackKey: _, ...settings } = vendors[at]?.config ?? {};
    await operator.asks.post('platform/providers/add', {
      code: vendor,
      vendor,
      isOn: true,
      settings,
    });
  }
  ({ accountId } = await fixture.newCaller({ balance: '0' }));
  member = await createBrowserVisitor(browser, fixture, 'finance', accountId);
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await browser.close();
  await Promise.all(vendors.map((each) => each.close()));
  await fixture.close();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });

/** From the wallet to the form, filled in. */
async function fillIn(amount: string, method: string) {
  const { page, faults } = await member.open(`/${accountId}/wallet?mode=live`);
  await button(page, 'Add funds').click();
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('radio', { name: new RegExp(`^${method} `) }).check();
  return { page, faults };
}

/** Goes from the payment to the wallet, where the balance is this. */
async function seeBalance(page: Page, balance: string): Promise<void> {
  await page.getByRole('button', { name: 'Wallet' }).click();
  await page.getByRole('table', { name: 'Movements' }).waitFor();
  const figure = page.locator('.figures > div').filter({ hasText: 'Available' });
  const read = () => figure.locator('.figure').innerText();
  await expect.poll(async () => (await read()).replaceAll(/[^\d.]/g, '')).toBe(balance);
}

/** What a phone reads from the code on the page. */
async function scan(page: Page): Promise<Page> {
  await page.getByRole('img', { name: 'QR code for this payment' }).waitFor();
  const id = /funds\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  const path = `${accountId}/funds/payment?mode=live&paymentId=${id}`;
  const { body } = await member.asks.get(path);
  const phone = await browser.newPage();
  await phone.goto(body.qrText);
  return phone;
}

test('the two ways of one provider say what happens, and its page comes first', async () => {
  const { page } = await fillIn('1', 'Card');
  const names = await page.locator('.funds-method-name > :first-child').allInnerTexts();
  expect(names.filter((name) => name.includes('Alipay'))).toEqual([
    'Go to Alipay',
    'Scan with Alipay',
    'Alipay by Stripe Checkout',
  ]);
});

describe('a customer pays and sees the balance grow', () => {
  test.each([
    ['Card', '25.50', 'Continue to payment', '25.5000'],
    ['Go to Alipay', '100', 'Continue to payment', '125.5000'],
  ])('on the page of %s', async (method, amount, verb, balance) => {
    const { page, faults } = await fillIn(amount, method);
    await button(page, verb).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await heading(page, 'Paid').waitFor();
    await page.getByText(`Available now: ${balance} CNY`).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Receipt, English' }).click();
    const pdf = await (await downloading).createReadStream().then(readAll);
    expect((await readPdf(pdf)).join('')).toContain('Payment receipt');
    await seeBalance(page, balance);
    expect(faults).toEqual([]);
  });

  test.each([
    ['Scan with Alipay', '0.01', '125.5100'],
    ['WeChat Pay Shows', '1,000', '1125.5100'],
  ])(
    'by the code of %s, while the page follows without a reload',
    async (method, amount, balance) => {
      const { page, faults } = await fillIn(amount, method);
      await button(page, 'Show QR code').click();
      await heading(page, 'Waiting for your payment').waitFor();
      await page.getByText(/^Expires in \d/).waitFor();
      await page.evaluate('window.isSamePage = true');
      const phone = await scan(page);
      await phone.getByRole('button', { name: 'Pay', exact: true }).click();
      await heading(page, 'Paid').waitFor();
      expect(await page.evaluate('window.isSamePage')).toBe(true);
      await phone.close();
      await seeBalance(page, balance);
      expect(faults).toEqual([]);
    },
  );
});

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

test('hostile amounts are refused in clear words, and nothing is begun', async () => {
  const { page, faults } = await fillIn('', 'Card');
  await button(page, 'Continue to payment').click();
  await page.getByText('Enter an amount.').waitFor();
  for (const [amount, words] of [
    ['0', 'must be at least 0.01'],
    ['-5', 'must be at least 0.01'],
    ['100000000', 'must be at most 99999999.99'],
    ['0.001', 'must be a multiple of 0.01'],
    ['1e6', 'must be an amount such as'],
    ['１００', 'must be an amount such as'],
    ['<b>5</b>', 'must be an amount such as'],
  ] as const) {
    await page.getByLabel('Amount', { exact: true }).fill(amount);
    await button(page, 'Continue to payment').click();
    await page.getByText(words).waitFor();
    await page.getByText('No changes were made.').waitFor();
  }
  const { rows } = await fixture.pool.query('select from payments where account_id = $1', [
    accountId,
  ]);
  expect(rows).toHaveLength(4);
  expect(faults).toEqual([]);
});

describe('the page of a payment tells the truth', () => {
  /** At Stripe's page, where the payer does this. */
  async function atStripe(verb: string) {
    const opened = await fillIn('7', 'Card');
    await button(opened.page, 'Continue to payment').click();
    await opened.page.getByRole('button', { name: verb, exact: true }).click();
    return opened;
  }

  test('when the payer comes back without having paid', async () => {
    const { page } = await atStripe('Leave');
    await heading(page, 'Waiting for confirmation').waitFor();
    await button(page, 'Check again').click();
    await page.getByText('Asking the payment provider').waitFor();
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await heading(page, 'Paid').waitFor();
  });

  test('when another amount was paid', async () => {
    const { page } = await atStripe('Pay another amount');
    await heading(page, 'Under review').waitFor();
    await seeBalance(page, '1132.5100');
    await page.getByText('under review').waitFor();
    // One payment is opened; several are listed.
    await page.getByRole('button', { name: /^(Show payments|Open payment)$/ }).click();
    await page.getByText('Under review').first().waitFor();
  });

  test('when its time is over', async () => {
    const { page } = await atStripe('Leave');
    await heading(page, 'Waiting for confirmation').waitFor();
    const id = /funds\/([0-9a-f-]{36})/.exec(page.url())?.[1];
    await fixture.pool.query('update payments set expires_at = now() where payment_id = $1', [id]);
    await page.reload();
    await heading(page, /Being checked|Payment expired/).waitFor();
    await heading(page, 'Payment expired').waitFor();
    await button(page, 'Try again').click();
    await heading(page, 'Add funds').waitFor();
  });
});

test('a saved card tops up the wallet by itself, up to the cap, until it is removed', async () => {
  const funds = `/${accountId}/funds?mode=live`;
  const { page, faults } = await member.open(funds);
  const card = page.getByRole('region', { name: 'Automatic top-up' });
  await card.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('When the balance is below').fill('5000');
  await page.getByLabel('Top up by').fill('50');
  await page.getByLabel('At most per month').fill('40');
  await page.getByText('The monthly limit must be at least the amount, 50.00 CNY.').waitFor();
  expect(await button(page, 'Save').isDisabled()).toBe(true);
  await page.getByLabel('At most per month').fill('80');
  await button(page, 'Save').click();
  await card.getByText('No card').waitFor();
  await button(page, 'Pay 50.00 CNY and save the card').click();
  await button(page, 'Pay').click();
  await heading(page, 'Paid').waitFor();
  await expect
    .poll(
      async () => {
        await page.goto(`${fixture.url}/console${funds}`);
        await card.getByText('visa 4242').waitFor();
        return card.innerText();
      },
      { timeout: 60_000 },
    )
    .toContain('50.00 CNY of at most 80.00 CNY');
  await seeBalance(page, '1232.5100');
  await page.goto(`${fixture.url}/console${funds}`);
  await card.getByRole('button', { name: 'Remove card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove card' }).click();
  await card.getByText('None saved').waitFor();
  const stripe = vendors[0]?.taken.filter(({ said }) => said.savedBy) ?? [];
  expect(stripe).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('a test wallet is paid into by the sandbox, and no live money moves', async () => {
  const { page, faults } = await member.open(`/${accountId}/funds?mode=test`);
  await page.getByText('no real money moves').waitFor();
  await button(page, '500.00 CNY').click();
  await page.getByText('You pay').waitFor();
  await button(page, 'Continue to payment').click();
  await button(page, 'Pay').click();
  await page.getByRole('link', { name: 'Go back' }).click();
  await heading(page, 'Paid').waitFor();
  await page.getByText('Available now: 500.0000 CNY').waitFor();
  const { body } = await member.asks.get(`${accountId}/wallet/show?mode=live`);
  expect(body.available).toBe('1232.5100');
  expect(faults).toEqual([]);
});

test('a card is charged in another currency, at the rate that its payer saw before', async () => {
  const provider = '/platform/providers/stripe-checkout';
  const { page: terms } = await operator.open(provider);
  const row = terms.getByRole('row').filter({ hasText: 'Card' });
  await row.getByRole('button', { name: 'Edit' }).click();
  await terms.getByLabel('Charge another currency than CNY').fill('yen');
  await terms.keyboard.press('Enter');
  await terms.getByLabel('Exchange rate (1 CNY in JPY)').fill('21.4069');
  await terms.getByText('A customer who adds 100.00 CNY pays 2,141 JPY.').waitFor();
  await button(terms, 'Save terms').click();
  await row.getByText('1 CNY = 21.4069 JPY').waitFor();

  const { page, faults } = await fillIn('10', 'Card');
  await page.getByText('Charged in JPY').waitFor();
  const sums = page.locator('.funds-sums');
  await expect
    .poll(() => sums.innerText())
    .toMatch(/1 CNY = 21\.4069 JPY \(.+\)\s+You pay\s+215 JPY/);
  // The operator changes it while the payer looks.
  await operator.asks.post('platform/payments/set-terms', {
    ...{ provider: 'stripe-checkout', method: 'card', account: null, isOn: true, rate: '30' },
    ...{ feePercent: null, feeFixed: null, minimum: null, maximum: null, chargedCurrency: 'JPY' },
  });
  await button(page, 'Continue to payment').click();
  await page.getByText('you would now pay 300 JPY').waitFor();
  await expect.poll(() => sums.innerText()).toContain('300 JPY');
  await button(page, 'Continue to payment').click();
  await button(page, 'Pay').click();
  await heading(page, 'Paid').waitFor();
  await page.getByText('1 CNY = 30 JPY').waitFor();
  await page.getByText('300 JPY', { exact: true }).waitFor();
  expect(vendors[0]?.taken.at(-1)?.said).toMatchObject({ amount: 300, currency: 'jpy' });
  await seeBalance(page, '1242.5100');
  expect(faults).toEqual([]);
});

test('a viewer can look and not pay', async () => {
  const viewer = await createBrowserVisitor(browser, fixture, 'viewer', accountId);
  const { page } = await viewer.open(`/${accountId}/wallet?mode=live`);
  await page.getByRole('table', { name: 'Movements' }).waitFor();
  expect(await button(page, 'Add funds').count()).toBe(0);
  await page.goto(page.url().replace('/wallet', '/funds'));
  await page.getByText('Only owners and finance members').waitFor();
});

test.each(languages)(
  'the screens are accessible in %s, at every width and in both themes',
  async (language) => {
    const { body: begun } = await member.asks.post(`${accountId}/funds/begin`, {
      ...{ mode: 'live', amount: '5', provider: 'wechat-pay', method: 'qr' },
      ...{ charged: '5.0000', chargedCurrency: 'CNY' },
      attempt: crypto.randomUUID(),
    });
    for (const path of ['funds', `funds/${begun.paymentId}`, 'wallet']) {
      const { page } = await member.open(`/${accountId}/${path}?mode=live`, { language });
      await expectUsable(page, language, path);
    }
  },
);
