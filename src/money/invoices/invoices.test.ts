import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { setOperator } from '../../people/accounts/operator-queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import type { PaidReport } from '../../vendors/providers/payment.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { applyReport } from '../payments/apply-report.ts';
import { handleDispute } from '../payments/handle-dispute.ts';
import { findAnyPayment, insertPayment, type NewPayment } from '../payments/payment-queries.ts';
import { refundPayment } from '../payments/refund-payment.ts';
import { endRefund, listRefunds } from '../payments/refund-queries.ts';
import { setBilling } from './billing-queries.ts';
import { countWaiting, sweepUndocumented } from './due-queries.ts';
import type { BillingDetails } from './invoice.ts';
import { issueDue } from './invoice-jobs.ts';
import { findInvoice, listInvoices } from './invoice-queries.ts';
import { issueForPayment } from './issue-for-payment.ts';
import { setInvoiceSettings } from './settings-queries.ts';
import { setVatRule } from './vat-queries.ts';

let database: TestDatabase;
let accountId: number;
const clock = createMovableClock(new Date('2026-03-10T12:00:00Z'));
const hour = 3_600_000;
const timeZone = 'Europe/Berlin';

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  await change('operator.set', (by) =>
    setOperator(by, {
      ...{ nameEn: 'Acme B.V.', nameZh: '艾克米公司', contact: 'tax@acme.example' },
      privacyUrl: 'https://acme.example/privacy',
    }),
  );
});
afterAll(async () => {
  await issueDue(ports());
  expect(await audit(database.pool)).toMatchObject({ faults: [] });
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query('delete from vat_rules where country is not null');
  clock.set(new Date('2026-03-10T12:00:00Z'));
  ({ accountId } = await change('account.create', (by) => createAccount(by, { name: 'A' })));
});

const ports = () => ({
  ...{ pool: database.pool, clock, log: quietLog },
  settings: { currency: 'EUR', providerTimeoutMs: 300, timeZone },
});
const actor = { kind: 'command_line', name: 'tester' } as const;
function change<Result>(action: Act, work: (by: Change) => Promise<Result>): Promise<Result> {
  return inChange(database.pool, actor, action, work);
}

const buyer: BillingDetails = {
  ...{ name: 'Buyer GmbH', address: 'Hauptstr. 1\n10115 Berlin', country: 'DE', vatId: '' },
};
const bill = (details: Partial<BillingDetails> = {}) =>
  change('invoice.billing', (by) => setBilling(by, accountId, { ...buyer, ...details }));
const rule = (percent: bigint, more: { country?: string; isReverseCharge?: boolean } = {}) =>
  change('invoice.set-vat', (by) =>
    setVatRule(
      by,
      { country: more.country ?? null, accountId: null },
      { percent, isReverseCharge: more.isReverseCharge ?? false, note: percent ? '' : 'Exempt' },
    ),
  );

async function switchOn(): Promise<void> {
  await rule(210_000n);
  const seller = { sellerAddress: 'Kade 1\nUtrecht', sellerTaxId: 'NL123456789B01' };
  await change('invoice.set', (by) => setInvoiceSettings(by, { isOn: true, ...seller }));
  await database.pool.query('update invoice_settings set on_since = $1', [clock.now()]);
}

/** A live payment that the vendor's books say was paid. */
async function pay(amount: bigint, fee = 0n): Promise<string> {
  const paymentId = randomUUIDv7();
  const stored: NewPayment = {
    ...{ accountId, paymentId, mode: 'live', providerCode: 'till', method: 'card', amount, fee },
    ...{ currency: 'EUR', reference: 'r', returnUrl: 'https://a.example/', title: 't' },
    ...{ language: 'en', saves: false, savedRef: null, claimHash: null, lifeMs: hour },
  };
  const payment = await insertPayment(database.pool, stored, clock.databaseNow());
  await applyReport(ports(), payment, reportOf(paymentId, amount + fee));
  return paymentId;
}

const reportOf = (
  paymentId: string,
  amount: bigint,
  back: Partial<PaidReport> = {},
): PaidReport => ({
  ...{ state: 'paid', amount, currency: 'EUR', paymentRef: `ref ${paymentId}` },
  ...{ paidAt: clock.now(), refunded: 0n, disputed: 0n, ...back },
});

const paymentOf = async (paymentId: string) => {
  const found = await findAnyPayment(database.pool, paymentId);
  if (!found) throw new Error('no such payment');
  return found;
};
async function documents(payment: string) {
  await issueDue(ports());
  const page = await listInvoices(database.pool, wholePlatform, { payment }, { limit: 50 });
  return page.invoices.reverse();
}
const sums = async (payment: string) =>
  (await documents(payment)).map(({ kind, gross, vat }) => [kind, gross, vat]);

describe('invoices', () => {
  test('cannot be switched on before seller and rate are known', async () => {
    await expect(
      change('invoice.set', (by) => setInvoiceSettings(by, { isOn: true })),
    ).rejects.toThrow('Missing: address of the seller; tax ID of the seller; default VAT rate.');
    clock.move(-hour);
    const early = await pay(10_000n);
    clock.move(hour);
    await switchOn();
    await bill();
    expect(await documents(early)).toEqual([]);
    const [issued] = await change('invoice.issue', (by) =>
      issueForPayment(by, early, { timeZone, now: clock.now() }),
    );
    expect(issued).toMatchObject({ number: 'INV-2026-000001', gross: 10_000n });
  });

  // @mutant src/money/invoices/vat.ts
  // - const step = (wholePercent + vatPercent) * unit;
  // + const step = whole * unit;
  test('contain the VAT in what was paid, with the fee, and repeat both parties', async () => {
    await bill();
    const payment = await pay(1_000_000n, 15_000n);
    const [invoice] = await documents(payment);
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', gross: 1_015_000n, vat: 176_200n, net: 838_800n },
      ...{ vatKind: 'rate', vatPercent: 210_000n, issuedOn: '2026-03-10', paidOn: '2026-03-10' },
      ...{ buyer, seller: { name: { en: 'Acme B.V.' }, taxId: 'NL123456789B01' } },
    });
    await bill({ name: 'Other name' });
    expect((await documents(payment))[0]?.buyer.name).toBe('Buyer GmbH');
  });

  test('wait for billing details, and are issued once', async () => {
    const payment = await pay(10_000n);
    expect(await documents(payment)).toEqual([]);
    expect(await countWaiting(database.pool, accountId)).toBe(1);
    await bill();
    await Promise.all([issueDue(ports()), issueDue(ports()), issueDue(ports())]);
    expect(await documents(payment)).toHaveLength(1);
    expect(await countWaiting(database.pool, accountId)).toBe(0);
    await expect(
      change('invoice.issue', (by) => issueForPayment(by, payment, { timeZone, now: null })),
    ).rejects.toThrow('has all its invoices');
  });

  test('have no VAT for a buyer with a VAT ID where the charge is reversed, nor if exempt', async () => {
    await rule(190_000n, { country: 'DE', isReverseCharge: true });
    await bill({ vatId: 'de 123.456.789' });
    const [reversed] = await documents(await pay(10_000n));
    expect(reversed).toMatchObject({ vatKind: 'reverse_charge', vat: 0n, net: 10_000n });
    await bill({ vatId: '' });
    expect((await documents(await pay(1_190_000n)))[0]).toMatchObject({ vat: 190_000n });
    await rule(0n, { country: 'CH' });
    await bill({ country: 'CH' });
    const [exempt] = await documents(await pay(10_000n));
    expect(exempt).toMatchObject({ vatKind: 'exempt', note: 'Exempt', vat: 0n });
    await expect(bill({ country: 'DE', vatId: 'FR12345678901' })).rejects.toThrow('VAT ID of DE');
  });

  test('are found for every paid payment, even if nobody noted it', async () => {
    await bill();
    const payment = await pay(10_000n);
    await database.pool.query('delete from invoices_due');
    expect((await audit(database.pool)).faults).toMatchObject([{ kind: 'invoice', accountId }]);
    await sweepUndocumented(ports().pool);
    expect(await documents(payment)).toHaveLength(1);
  });

  test('are never changed or removed, and nobody’s credit notes exceed them', async () => {
    await bill();
    const [invoice] = await documents(await pay(10_000n));
    const { pool } = database;
    for (const sql of [
      'update invoices set net = 0',
      'delete from invoices',
      'truncate invoices',
    ]) {
      await expect(pool.query(sql)).rejects.toThrow('neither changed nor removed');
    }
    const copy = (gross: bigint) =>
      pool.query(
        `insert into invoices
         select account_id, $2, 'credit_note', -1, 1, 'forged', payment_id, 9, invoice_id, issued_at,
           issued_on, paid_on, seller, buyer, currency, $3, 0, $3, vat_kind, vat_percent, note
         from invoices where invoice_id = $1`,
        [invoice?.invoiceId, randomUUIDv7(), gross],
      );
    await expect(copy(10_001n)).rejects.toThrow('exceed it');
  });

  test('of another account are not found', async () => {
    await bill();
    const [invoice] = await documents(await pay(10_000n));
    const other = { kind: 'account', accountId: accountId + 1_000 } as const;
    const number = invoice?.number ?? '';
    expect(await findInvoice(database.pool, other, number)).toBeUndefined();
    expect(await findInvoice(database.pool, wholePlatform, number)).toMatchObject({ number });
  });
});

describe('credit notes', () => {
  // @mutant src/money/invoices/issue-documents.ts
  // - const before = corrected ? creditedOf(corrected, all) : 0n;
  // + const before = 0n;
  test('follow refunds that are done, and their VAT comes to that of the invoice', async () => {
    await bill();
    const payment = await pay(100_000n);
    expect(await sums(payment)).toEqual([['invoice', 100_000n, 17_400n]]);
    for (const amount of [33_300n, 33_300n, 33_400n]) {
      await change('payment.refund', (by) =>
        refundPayment(by, { paymentId: payment, amount, reason: 'asked' }),
      );
      const before = (await documents(payment)).length;
      const [open] = (await listRefunds(database.pool, await paymentOf(payment))).filter(
        ({ state }) => state === 'pending',
      );
      if (!open) throw new Error('no refund');
      const done = { state: 'done', detail: '', refundRef: null } as const;
      await change('payment.refund', (by) => endRefund(by, open, done, clock.databaseNow()));
      expect(await documents(payment)).toHaveLength(before + 1);
    }
    expect(await sums(payment)).toEqual([
      ['invoice', 100_000n, 17_400n],
      ['credit_note', 33_300n, 5_800n],
      ['credit_note', 33_300n, 5_800n],
      ['credit_note', 33_400n, 5_800n],
    ]);
    const [first, note] = await documents(payment);
    expect(note).toMatchObject({ corrects: first?.invoiceId, correctsNumber: first?.number });
    expect(note?.number).toMatch(/^CN-2026-/);
  });

  test('come for a dispute once it is handled, and a won one gets an invoice again', async () => {
    await bill();
    const payment = await pay(100_000n);
    const report = async (disputed: bigint) =>
      applyReport(ports(), await paymentOf(payment), reportOf(payment, 100_000n, { disputed }));
    await report(60_000n);
    expect(await sums(payment)).toEqual([['invoice', 100_000n, 17_400n]]);
    await change('payment.handle-dispute', (by) => handleDispute(by, payment, 'accepted'));
    expect((await sums(payment)).at(-1)).toEqual(['credit_note', 60_000n, 10_400n]);
    await report(0n);
    expect((await sums(payment)).at(-1)).toEqual(['invoice', 60_000n, 10_400n]);
    await report(100_000n);
    await change('payment.handle-dispute', (by) => handleDispute(by, payment, 'accepted'));
    expect((await sums(payment)).slice(-2)).toEqual([
      ['credit_note', 60_000n, 10_400n],
      ['credit_note', 40_000n, 7_000n],
    ]);
  });
});

describe('numbers', () => {
  test('begin again with each year of the platform’s time zone', async () => {
    await bill();
    clock.set(new Date('2026-12-31T23:30:00Z'));
    expect((await documents(await pay(10_000n)))[0]).toMatchObject({
      ...{ number: 'INV-2027-000001', issuedOn: '2027-01-01' },
    });
  });

  // @mutant src/money/invoices/settings-queries.ts
  // -     `select ${columns} from invoice_settings for update`,
  // +     `select ${columns} from invoice_settings`,
  test('have no gap and no repeat when fifty are issued at once, and some fail after they took one', async () => {
    await bill();
    const payments: string[] = [];
    for (let count = 0; count < 50; count++) payments.push(await pay(10_000n));
    clock.set(new Date('2030-01-02T00:00:00Z'));
    const issue = (payment: string, at: number) =>
      change('invoice.issue', async (by) => {
        const issued = await issueForPayment(by, payment, { timeZone, now: clock.now() });
        if (at % 5 === 0) throw new Error('cut off');
        return issued;
      });
    const results = await Promise.allSettled(payments.map(issue));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    await issueDue(ports());
    const span = { from: '2030-01-01', to: '2031-01-01' };
    const { invoices } = await listInvoices(database.pool, wholePlatform, span, { limit: 100 });
    const wanted = payments.map((_, at) => `INV-2030-${`${at + 1}`.padStart(6, '0')}`);
    expect(invoices.map(({ number }) => number).sort()).toEqual(wanted);
  });
});
