import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { FakeTill } from '../../../test/kit/fake-till.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import { issueDue } from '../../money/invoices/invoice-jobs.ts';
import { askAboutOrders } from '../../money/payments/ask-payment.ts';
import { orderNoOf } from '../../money/payments/payment.ts';

const till = new FakeTill();
let fixture: Fixture;
let caller: Caller;
let cli: CommandLineFixture;
const file = join(tmpdir(), randomUUID());

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
  await rm(file, { force: true });
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

async function pay(): Promise<string> {
  const asked = { amount: '50', returnUrl: 'https://shop.example/' };
  const { paymentId } = (await caller.call('topup_create', asked)).body.data;
  till.pay(orderNoOf(String(paymentId)));
  await askAboutOrders(fixture.app.line.payments, 'till', [orderNoOf(String(paymentId))]);
  await issueDue(fixture.app.line.payments);
  return String(paymentId);
}

test('a payment from before invoicing gets its invoice by hand, a later one by itself', async () => {
  const early = await pay();
  const issue = ['invoice', 'issue', '--payment', early];
  await cli.expectRefusal(issue, /Invoicing is off/);
  await cli.expectRefusal(['invoice', 'set', '--on', 'on'], /Missing: address of the seller/);
  await cli.expectRefusal(['invoice', 'set', '--invoice-numbers', '{number}'], /cannot be used/);
  await cli.expectRefusal(
    ['invoice', 'set', '--credit-note-numbers', 'INV-{number}'],
    /begin with/,
  );
  await cli.expectRefusal(['invoice', 'set-vat', '--percent', '0'], /reason for a rate of 0/);
  await cli.json('invoice set-vat --percent 6');
  await cli.json('invoice set --seller-address Kade --seller-tax-id NL1 --on on --json');
  await cli.expectRefusal(issue, /has no billing details/);
  const billing = `invoice billing --account ${caller.accountId} --name Buyer --address Street`;
  expect(await cli.json(`${billing} --country NL --vat-id NL1234.56789B01 --json`)).toEqual({
    billing: { name: 'Buyer', address: 'Street', country: 'NL', vatId: 'NL123456789B01' },
  });
  const { issued } = await cli.json(`${issue.join(' ')} --json`);
  const year = issued[0].issuedOn.slice(0, 4);
  expect(issued).toMatchObject([{ number: `INV-${year}-000001`, gross: '50.0000', vat: '2.8300' }]);
  await cli.expectRefusal(issue, /has all its invoices/);
  const later = await pay();
  const { invoices } = await cli.json('invoice list --json');
  expect(invoices).toMatchObject([
    { number: `INV-${year}-000002`, paymentId: later },
    { number: `INV-${year}-000001`, paymentId: early },
  ]);
  const [{ number }] = invoices;
  expect(await cli.json(`invoice show --invoice ${number} --json`)).toMatchObject({ number });
  await cli.json(`invoice pdf --invoice ${number} --language zh --out ${file}`);
  expect((await readPdf(await readFile(file)))[0]).toContain(number);
  await cli.json(`invoice list --csv ${file}`);
  const month = issued[0].issuedOn.slice(0, 7);
  const listed = await cli.json(`invoice list --kind invoice --month ${month} --json`);
  expect(listed.invoices).toEqual(invoices);
  const none = await cli.json('invoice list --kind credit_note --json');
  expect(none).toEqual({ invoices: [], waiting: 0, failing: [] });
  await cli.json('invoice set-vat --percent 19 --country de --reverse-charge --json');
  expect(await cli.json('invoice settings --json')).toMatchObject({
    ...{ isOn: true, sellerTaxId: 'NL1' },
    vat: [{ percent: '6.0000' }, { country: 'DE', isReverseCharge: true }],
  });
  const reset = await cli.json('invoice reset-vat --country de --json');
  expect(reset.vat).toHaveLength(1);
  await cli.expectRefusal('invoice reset-vat --country de', /No such VAT rule/);
  await cli.expectRefusal('invoice show --invoice INV-1', /not found/);
  expect((await readFile(file, 'utf8')).trim().split('\r\n')).toHaveLength(3);
});
