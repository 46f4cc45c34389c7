import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { FakeTill } from '../../../test/kit/fake-till.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import { askAboutOrders } from '../../money/payments/ask-payment.ts';
import { setAutoTopUp } from '../../money/payments/auto-topup-queries.ts';
import { orderNoOf } from '../../money/payments/payment.ts';
import { askDueRefunds } from '../../money/payments/payment-jobs.ts';
import { addProvider } from '../../vendors/providers/provider-queries.ts';

const till = new FakeTill();
let fixture: Fixture;
let caller: Caller;
let cli: CommandLineFixture;

beforeAll(async () => {
  fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      ...{ sms: registry.sms, voice: registry.voice, email: registry.email, face: registry.face },
      payment: new Map([['till', till.provider('till')]]),
    }),
  });
  caller = await fixture.newCaller({ mode: 'live', scopes: ['payments'], balance: '0' });
  cli = createCommandLineFixture(fixture.database);
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

/** A live payment that the customer has paid. */
async function pay(as: Parameters<FakeTill['pay']>[1] = {}): Promise<string> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  const orderNo = orderNoOf(String(paymentId));
  till.pay(orderNo, as);
  await askAboutOrders(fixture.app.line.payments, 'till', [orderNo]);
  return String(paymentId);
}

test('payments are listed, shown and refunded', async () => {
  const payment = await pay();
  expect(await cli.json('payment list --state paid --json')).toMatchObject([
    { paymentId: payment, state: 'paid', credited: '50.0000', orderNo: orderNoOf(payment) },
  ]);
  await cli.expectRefusal(
    ['payment', 'refund', '--payment', payment, '--amount', '50.01', '--reason', 'x'],
    /At most 50.00 of/,
  );
  const refund = ['payment', 'refund', '--payment', payment, '--amount', '20', '--reason', 'asked'];
  expect(await cli.json([...refund, '--json'])).toMatchObject({ available: '30.0000' });
  expect((await cli.run(['payment', 'show', '--payment', payment])).out).toMatch(/pending\s+asked/);
  await askDueRefunds(fixture.app.line.payments);
  expect((await cli.run(['payment', 'show', '--payment', payment])).out).toMatch(/done\s+asked/);
  expect(till.orders.get(orderNoOf(payment))?.paid?.refunded).toBe(200_000n);
  await cli.run(['payment', 'ask', '--payment', payment]);
});

test('a payment that differs is credited or ignored by hand', async () => {
  const [one, two] = [await pay({ amount: 490_000n }), await pay({ currency: 'USD' })];
  const settle = (payment: string, ...words: string[]) =>
    cli.run(['payment', 'settle-mismatch', '--payment', payment, '--reason', 'seen', ...words]);
  expect((await settle(one)).err).toContain('--ignore');
  expect((await settle(one, '--credit', '49')).exitCode).toBe(0);
  expect((await settle(two, '--ignore')).exitCode).toBe(0);
  expect((await settle(two, '--credit', '50')).err).toContain('is ignored');
  expect(await caller.wallet()).toMatchObject({ available: '79.0000' });
  const log = await cli.json('audit list --json');
  expect(JSON.stringify(log)).toContain('"action":"payment.settle","subject":"payments"');
});

test('a payment tells its story, and a dispute is handled', async () => {
  const payment = await pay();
  till.dispute(orderNoOf(payment), 100_000n);
  await askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(payment)]);
  expect((await cli.run(['payment', 'show', '--payment', payment])).out).toMatch(/credited +50/);
  const handle = ['payment', 'handle-dispute', '--payment', payment, '--reason', 'sent'];
  expect(await cli.json('payment list --state disputed --json')).toHaveLength(1);
  expect((await cli.run(handle)).exitCode).toBe(0);
  expect(await cli.json('payment list --state disputed --json')).toEqual([]);
});

test('terms are set, listed and reset, and the books are compared', async () => {
  await addProvider(byTest(fixture.pool), {
    ...{ providerCode: 'till', kind: 'payment', vendorCode: 'stripe-checkout', isOn: true },
    ...{ sealedConfig: Buffer.of(1), callbackHash: Buffer.from('till') },
    ...{ particulars: {}, costs: {} },
  });
  const way = '--provider till --method card';
  const set = `payment set-terms ${way} --fee-percent 1.5 --minimum 10 --on off --json`;
  const everyone = { feePercent: '1.5000', minimum: '10.0000', isOn: false, accountId: null };
  expect(await cli.json(set)).toMatchObject([everyone]);
  expect(await cli.json(`payment set-terms ${way} --minimum default --json`)).toMatchObject([
    { ...everyone, minimum: null },
  ]);
  expect((await cli.run('payment terms'.split(' '))).out).toMatch(/till +card +all accounts +no/);
  const inYen = `payment set-terms ${way} --charged-currency jpy --rate 21.4069 --json`;
  const yen = { ...everyone, minimum: null, chargedCurrency: 'JPY', rate: '21.4069' };
  expect(await cli.json(inYen)).toMatchObject([yen]);
  expect(await cli.json(`payment set-terms ${way} --rate 21.5 --json`)).toMatchObject([
    { ...yen, rate: '21.5' },
  ]);
  await cli.expectRefusal(
    `payment set-terms ${way} --rate default`.split(' '),
    /charged currency and its rate belong together/,
  );
  const back = `payment set-terms ${way} --charged-currency default --rate default --json`;
  expect(await cli.json(back)).toMatchObject([{ chargedCurrency: null, rate: null }]);
  expect(await cli.json(`payment reset-terms ${way} --json`)).toEqual([]);
  const compared = await cli.json('payment reconcile --json');
  expect(compared).toEqual({ differences: expect.any(Array), unknown: [] });
  await cli.expectRefusal(
    ['payment', 'explain', '--provider', 'till', '--ref', 'pi_7', '--reason', 'other shop'],
    /No payment pi_7/,
  );
  expect(await cli.json('payment saved-cards --json')).toEqual([]);
  const month = new Date().toISOString().slice(0, 7);
  const books = await cli.json(`payment books --month ${month} --json`);
  expect(books).toMatchObject({ providers: [{ providerCode: 'till', currency: 'CNY' }] });
});

test('a paid payment has a receipt, and one that is not has none', async () => {
  const out = join(tmpdir(), `receipt-${randomUUID()}.pdf`);
  const command = ['payment', 'receipt', '--language', 'en', '--out', out, '--payment'];
  expect((await cli.run([...command, await pay()])).out).toContain(`written to ${out}`);
  expect((await readPdf(await readFile(out))).join('')).toContain('Payment receipt');
  await rm(out);
  await cli.expectRefusal([...command, await pay({ amount: 1n })], /is mismatched/);
});

test('an automatic top-up is shown without the vendor’s names for the card, and switched off', async () => {
  const account = String(caller.accountId);
  const automatic = ['payment', 'automatic', '--account', account];
  await cli.expectRefusal(automatic, /has not set up automatic top-up/);
  await setAutoTopUp(byTest(fixture.pool), caller.accountId, {
    ...{ isOn: true, threshold: 500_000n, amount: 1_000_000n, monthlyCap: 3_000_000n },
  });
  const shown = await cli.json([...automatic, '--json']);
  expect(shown).toMatchObject({ isOn: true, threshold: '50.0000', monthlyCap: '300.0000' });
  expect(shown).not.toHaveProperty('savedRef');
  expect(await cli.json([...automatic, '--off', '--json'])).toMatchObject({ isOn: false });
});
