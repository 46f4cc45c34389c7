import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { setInvoicing } from '../../../test/kit/set-invoicing.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { issueDue } from './invoice-jobs.ts';
import { listInvoices } from './invoice-queries.ts';
import { type InvoiceSettings, setInvoiceSettings } from './settings-queries.ts';

let database: TestDatabase;
let fixture: PaymentFixture;

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  fixture = await createPaymentFixture(database);
  await setInvoicing(fixture, false);
});

async function set(wanted: Partial<InvoiceSettings>): Promise<void> {
  await fixture.change('invoice.set', (by) => setInvoiceSettings(by, { isOn: true, ...wanted }));
  // The clock of the fixture stands where it began; payments are invoiced that end after this.
  fixture.clock.move(60_000);
}
async function documents() {
  await issueDue(fixture.ports);
  const filter = { account: fixture.accountId };
  const page = await listInvoices(database.pool, wholePlatform, filter, { limit: 50 });
  return page.invoices.reverse();
}
async function payAndRefund() {
  const payment = await fixture.pay(100_000n);
  await fixture.refund(payment, 40_000n);
  await fixture.pass(60_000);
  return payment;
}

// @mutant src/foundation/db/migrations/0088_invoices.sql
// -         p.ended_at >= (select s.on_since from invoice_settings s where s.is_on)
// +         exists (select from invoice_settings s where s.is_on)
test('a payment from before invoicing gets no invoice because it is refunded', async () => {
  const early = await fixture.pay(100_000n);
  await set({});
  await fixture.refund(early, 40_000n);
  await fixture.pass(60_000);
  expect(await fixture.stateOf(early)).toMatchObject({ refunded: 40_000n });
  expect(await documents()).toEqual([]);
  await payAndRefund();
  expect((await documents()).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  expect((await audit(database.pool)).faults).toEqual([]);
});

test('a pattern is refused that could repeat a number of another range', async () => {
  await set({ invoicePattern: 'A-{year}-{number:6}', creditNotePattern: 'B-{number}' });
  await payAndRefund();
  const [{ number = '', issuedOn = '' } = {}, note] = await documents();
  const year = issuedOn.slice(0, 4);
  expect(number).toMatch(new RegExp(`^A-${year}-\\d{6}$`));
  for (const invoicePattern of [`A-${year}-{number}`, `A-${year}-{number:6}`, 'B-{number:3}']) {
    const wanted = { invoicePattern, creditNotePattern: 'C-{number}' };
    await expect(set(wanted)).rejects.toThrow(/could repeat [AB]-/);
  }
  const swapped = { invoicePattern: 'C-{year}-{number}', creditNotePattern: 'A-{year}-{number}' };
  await expect(set(swapped)).rejects.toThrow(`could repeat ${number}`);
  await set({ invoicePattern: 'A/{year}-{number}', creditNotePattern: 'B.{number}' });
  await payAndRefund();
  const [, , invoice, second] = await documents();
  expect(Number(invoice?.number.replace(`A/${year}-`, ''))).toBe(Number(number.slice(-6)) + 1);
  expect(Number(second?.number.slice(2))).toBe(Number(note?.number.slice(2)) + 1);
});

test.each([
  [`number = number || '7'`, 'does not end with its number in the range'],
  ['vat = vat - 1000, net = net + 1000', 'has another VAT than that of its rate'],
  ['vat = 0, net = gross', 'has another VAT than that of its rate'],
  [`currency = 'USD'`, 'has another currency than the payment'],
  ['issued_on = issued_on - 400', 'is not of the day of its issue'],
  ['gross = 30000, net = 30000 - vat', 'has more credit notes than it comes to'],
])('the audit finds a document that somebody forged: %s', async (forgery, words) => {
  await set({ invoicePattern: 'A-{year}-{number}', creditNotePattern: 'B-{number}' });
  await payAndRefund();
  expect((await documents()).length).toBe(2);
  const client = await database.pool.connect();
  await client.query('begin; alter table invoices disable trigger invoices_kept');
  await client.query(`update invoices set ${forgery} where account_id = $1 and kind = 'invoice'`, [
    fixture.accountId,
  ]);
  await client.query('alter table invoices enable trigger invoices_kept; commit');
  client.release();
  const { faults } = await audit(database.pool);
  const ours = faults.filter(({ accountId }) => accountId === fixture.accountId);
  expect(ours.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(words));
});
