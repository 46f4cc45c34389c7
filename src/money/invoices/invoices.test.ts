import { randomUUIDv7 } from 'node:crypto';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { type EventType, eventData } from '../../foundation/contract/wire/event-schemas.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { parseRate } from '../../foundation/money.ts';
import { createVault } from '../../foundation/vault.ts';
import { setOperator } from '../../people/accounts/operator-queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import type { PaidReport } from '../../vendors/providers/payment.ts';
import { creditLine, storeLine, takeLineBack } from '../bank/bank-queries.ts';
import { lineOfPayment, paymentOfLine } from '../bank/line-payment.ts';
import { audit } from '../ledger/audit-ledger.ts';
import { adjust, readBalance } from '../ledger/queries.ts';
import { applyReport } from '../payments/apply-report.ts';
import { type Conversion, chargeOf } from '../payments/charge.ts';
import { handleDispute } from '../payments/handle-dispute.ts';
import { findAnyPayment, insertPayment, type NewPayment } from '../payments/payment-queries.ts';
import { refundPayment } from '../payments/refund-payment.ts';
import { endRefund, listRefunds } from '../payments/refund-queries.ts';
import { setBilling } from './billing-queries.ts';
import { countWaiting, listDue, listFailing, sweepUndocumented } from './due-queries.ts';
import type { BillingDetails } from './invoice.ts';
import { issueDue } from './invoice-jobs.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { findInvoice, type ListedInvoice, listInvoices } from './invoice-queries.ts';
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
async function pay(
  amount: bigint,
  { fee = 0n, currency = 'EUR', conversion = null as Conversion | null } = {},
): Promise<string> {
  const paymentId = randomUUIDv7();
  const stored: NewPayment = {
    ...{ accountId, paymentId, mode: 'live', providerCode: 'till', method: 'card', amount, fee },
    ...{ currency, reference: 'r', returnUrl: 'https://a.example/', title: 't' },
    ...{ language: 'en', saves: false, savedRef: null, claimHash: null, lifeMs: hour },
    ...chargeOf({ currency, conversion }, amount + fee),
  };
  const payment = await insertPayment(database.pool, stored, clock.databaseNow());
  const paid = { ...reportOf(paymentId, payment.charged), currency: payment.chargedCurrency };
  await applyReport(ports(), payment, paid);
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
const findAny = (number = '') => findInvoice(database.pool, wholePlatform, number);
const sums = async (payment: string) =>
  (await documents(payment)).map(({ kind, gross, vat }) => [kind, gross, vat]);

async function eventsOf(payment: string) {
  const { rows } = await database.pool.query<{ type: EventType; body: object }>(
    'select type, body from events where subject_id = $1 order by sequence',
    [payment],
  );
  for (const { type, body } of rows) {
    expect(Value.Errors(eventData[type], body), type).toEqual([]);
  }
  return rows;
}

/** A refund that the vendor has done. */
async function refund(paymentId: string, amount: bigint): Promise<void> {
  await change('payment.refund', (by) => refundPayment(by, { paymentId, amount, reason: 'asked' }));
  const refunds = await listRefunds(database.pool, await paymentOf(paymentId));
  const open = refunds.find(({ state }) => state === 'pending');
  if (!open) throw new Error('no refund');
  const done = { state: 'done', detail: '', refundRef: null } as const;
  await change('payment.refund', (by) => endRefund(by, open, done, clock.databaseNow()));
}

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
    const payment = await pay(1_000_000n, { fee: 15_000n });
    const [invoice] = await documents(payment);
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', gross: 1_015_000n, vat: 176_200n, net: 838_800n },
      ...{ vatKind: 'rate', vatPercent: 210_000n, issuedOn: '2026-03-10', paidOn: '2026-03-10' },
      ...{ buyer, seller: { name: { en: 'Acme B.V.' }, taxId: 'NL123456789B01' } },
    });
    await bill({ name: 'Other name' });
    expect((await documents(payment))[0]?.buyer.name).toBe('Buyer GmbH');
  });

  test('of a payment in another currency are in the wallet’s, and name the charge with its rate', async () => {
    await bill();
    const rate = parseRate('162.1') ?? 0n;
    const conversion = { currency: 'JPY', rate, setAt: new Date('2026-03-09T12:00:00Z') };
    const payment = await pay(1_000_000n, { conversion });
    const [invoice] = await documents(payment);
    expect(invoice).toMatchObject({ gross: 1_000_000n, currency: 'EUR' });
    const { pdf } = await invoicePdf(invoice as ListedInvoice, 'en');
    expect((await readPdf(pdf)).join('\n')).toContain('16,210 JPY (1 EUR = 162.1 JPY, 2026-03-09)');
    const books = { currency: 'JPY', disputed: 162_100_000n };
    const disputed = reportOf(payment, 162_100_000n, books);
    await applyReport(ports(), await paymentOf(payment), disputed);
    expect(await documents(payment)).toHaveLength(1);
    await change('payment.handle-dispute', (by) => handleDispute(by, payment, 'accepted'));
    expect((await sums(payment)).at(-1)).toEqual(['credit_note', 1_000_000n, 173_600n]);
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

  // @mutant src/money/invoices/due-queries.ts
  // -      where d.try_at <= db_time_or_now($2) and (
  // +      where d.try_at <= 'infinity' and (
  test('that cannot be issued say why, wait, and delay no other', async () => {
    await bill();
    await database.pool.query('delete from vat_rules');
    const [one, two] = [await pay(10_000n), await pay(20_000n)];
    await issueDue(ports());
    const failing = () => listFailing(database.pool, 9);
    const fault = { en: 'No such VAT rule was set.', zh: '没有设置过该税率规则。' };
    expect(await failing()).toMatchObject([
      { paymentId: one, accountName: 'A', fault },
      { paymentId: two, fault },
    ]);
    const due = async () =>
      (await listDue(database.pool, 9, clock.databaseNow())).map(({ paymentId }) => paymentId);
    expect(await due()).toEqual([]);
    const third = await pay(30_000n);
    expect(await due()).toEqual([third]);
    clock.move(20_000);
    // Those that failed come last.
    expect(await due()).toEqual([third, one, two]);
    await issueDue(ports());
    clock.move(20_000);
    // The second pause is longer.
    expect(await due()).toEqual([third]);
    await rule(210_000n);
    clock.move(hour / 4);
    for (const payment of [one, two, third]) expect(await documents(payment)).toHaveLength(1);
    expect(await failing()).toEqual([]);
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
      const before = (await documents(payment)).length;
      await refund(payment, amount);
      expect(await documents(payment)).toHaveLength(before + 1);
    }
    expect(await sums(payment)).toEqual([
      ['invoice', 100_000n, 17_400n],
      ['credit_note', 33_300n, 5_800n],
      ['credit_note', 33_300n, 5_800n],
      ['credit_note', 33_400n, 5_800n],
    ]);
    const [first, note] = await documents(payment);
    const events = await eventsOf(payment);
    expect(events.map(({ type }) => type)).toEqual([
      ...['topup.succeeded', 'invoice.issued'],
      ...['invoice.credited', 'invoice.credited', 'invoice.credited'],
    ]);
    const facts = { paymentId: payment, currency: 'EUR', issuedOn: '2026-03-10' };
    expect(events[2]?.body).toEqual({
      ...{ ...facts, invoiceId: note?.invoiceId, number: note?.number, corrects: first?.number },
      ...{ gross: '3.3300', vat: '0.5800' },
    });
    expect(note).toMatchObject({ corrects: first?.invoiceId, correctsNumber: first?.number });
    expect(note?.number).toMatch(/^CN-2026-/);
  });

  // @mutant src/money/invoices/vat.ts
  // -   const unit = smallestUnit(currency);
  // +   const unit = smallestUnit('EUR');
  test('have whole yen of VAT, which come to that of the invoice, and a won dispute gets its own', async () => {
    await rule(100_000n, { country: 'JP' });
    await bill({ country: 'JP' });
    const payment = await pay(10_000_000n, { currency: 'JPY' });
    await refund(payment, 3_330_000n);
    await documents(payment);
    const report = async (disputed: bigint) => {
      const said = { currency: 'JPY', refunded: 3_330_000n, disputed };
      await applyReport(ports(), await paymentOf(payment), reportOf(payment, 10_000_000n, said));
    };
    await report(3_330_000n);
    await change('payment.handle-dispute', (by) => handleDispute(by, payment, 'accepted'));
    const known = [
      ['invoice', 10_000_000n, 910_000n],
      ['credit_note', 3_330_000n, 300_000n],
      ['credit_note', 3_330_000n, 310_000n],
    ];
    expect(await sums(payment)).toEqual(known);
    await report(0n);
    const again = ['invoice', 3_330_000n, 300_000n];
    expect(await sums(payment)).toEqual([...known, again]);
    expect(await sums(payment)).toEqual([...known, again]);
    const [, , , won] = await documents(payment);
    expect(won).toMatchObject({ corrects: null, paidOn: '2026-03-10', vatPercent: 100_000n });
    await refund(payment, 6_670_000n);
    // The invoice of what came back is credited first, then what is left of the first one.
    expect((await sums(payment)).slice(4)).toEqual([
      ['credit_note', 3_330_000n, 300_000n],
      ['credit_note', 3_340_000n, 300_000n],
    ]);
    const signed = (await documents(payment)).map(({ kind, gross, vat }) =>
      kind === 'invoice' ? [gross, vat] : [-gross, -vat],
    );
    const sumOf = (at: number) => signed.reduce((so, parts) => so + (parts[at] ?? 0n), 0n);
    expect([sumOf(0), sumOf(1)]).toEqual([0n, 0n]);
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

describe('a bank transfer', () => {
  const vault = createVault(Buffer.alloc(32, 2));
  let lines = 0;
  /** A line of the bank that waits. */
  async function receive(amount: bigint): Promise<number> {
    const line = {
      ...{
        bankAccount: '',
        bookedOn: '2026-03-09',
        amount,
        currency: 'EUR',
        isReversal: false,
        readAs: 'MT940',
      },
      ...{ bankRef: '', payer: 'Buyer', text: '' },
    };
    const stored = await change('bank.import', (by) =>
      storeLine(by, vault, `line ${++lines}`, line, 'no_reference'),
    );
    return stored ?? 0;
  }
  async function credit(amount: bigint): Promise<number> {
    const lineNo = await receive(amount);
    const asked = { lineNo, accountId, currency: 'EUR' };
    await change('bank.credit', (by) => creditLine(by, asked));
    return lineNo;
  }
  const takeBack = async (creditedLine: number, amount: bigint) => {
    const lineNo = await receive(-amount);
    return change('bank.take-back', (by) => takeLineBack(by, { lineNo, creditedLine }));
  };
  const available = async () => (await readBalance(database.pool, accountId, 'live')).available;

  // @mutant src/money/bank/bank-queries.ts
  // -   if (back.amount >= 0n || back.currency !== currency || -back.amount > amount - takenBack) {
  // +   if (back.amount >= 0n || back.currency !== currency || -back.amount > amount) {
  test('has an invoice of the day of the bank, and credit notes for what the bank takes back', async () => {
    await bill();
    const through = await pay(10_000n);
    const [{ number = '' } = {}] = await documents(through);
    const line = await credit(1_000_000n);
    const id = paymentOfLine(line);
    const [invoice] = await documents(id);
    expect(invoice).toMatchObject({
      ...{ kind: 'invoice', gross: 1_000_000n, vat: 173_600n, paidOn: '2026-03-09', paymentId: id },
    });
    const next = Number(number.slice(-6)) + 1;
    expect(invoice?.number).toBe(`${number.slice(0, -6)}${String(next).padStart(6, '0')}`);
    await takeBack(line, 400_000n);
    expect((await sums(id)).slice(1)).toEqual([['credit_note', 400_000n, 69_400n]]);
    await expect(takeBack(line, 600_001n)).rejects.toThrow('At most 60.00 EUR');
    await expect(takeBack(line, -100n)).rejects.toThrow('At most');
    await expect(takeBack(line + 100, 100n)).rejects.toThrow('is not credited');
    expect(await available()).toBe(610_000n);
    await takeBack(line, 600_000n);
    expect((await sums(id)).slice(1)).toEqual([
      ['credit_note', 400_000n, 69_400n],
      ['credit_note', 600_000n, 104_200n],
    ]);
    const { pdf } = await invoicePdf((await findAny(invoice?.number)) as ListedInvoice, 'en');
    expect((await readPdf(pdf))[0]).toContain(`Bank transfer ${line}`);
  });

  test('of two who take it back at the same time one does, even if it was spent', async () => {
    await bill();
    const line = await credit(50_000n);
    await change('wallet.adjust', (by) =>
      adjust(by, { accountId, mode: 'live', amount: -50_000n, reference: 'spent', reason: 'x' }),
    );
    const results = await Promise.allSettled([takeBack(line, 50_000n), takeBack(line, 50_000n)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await available()).toBe(-50_000n);
    expect(await sums(paymentOfLine(line))).toHaveLength(2);
  });

  test('that waits for billing details, or that nobody noted, is found', async () => {
    const id = paymentOfLine(await credit(70_000n));
    expect(await documents(id)).toEqual([]);
    expect(await countWaiting(database.pool, accountId)).toBe(1);
    await database.pool.query('delete from invoices_due');
    const wrong = { kind: 'invoice', accountId, detail: expect.stringContaining(id) };
    expect((await audit(database.pool)).faults).toMatchObject([wrong]);
    await sweepUndocumented(database.pool);
    await bill();
    expect(await documents(id)).toHaveLength(1);
  });

  test('from before invoicing has an invoice only if a person asks for it', async () => {
    await bill();
    await database.pool.query(`update invoice_settings set on_since = now() + interval '1 hour'`);
    const id = paymentOfLine(await credit(70_000n));
    expect(await documents(id)).toEqual([]);
    const issue = () =>
      change('invoice.issue', (by) => issueForPayment(by, id, { timeZone, now: null }));
    expect(await issue()).toMatchObject([{ gross: 70_000n }]);
    await expect(issue()).rejects.toThrow('has all its invoices');
    await database.pool.query('update invoice_settings set on_since = $1', [
      new Date('2026-03-10T12:00:00Z'),
    ]);
    const none = paymentOfLine(await receive(100n));
    await expect(
      change('invoice.issue', (by) => issueForPayment(by, none, { timeZone, now: null })),
    ).rejects.toThrow('is not credited');
  });

  test('has the same ID here and in the database, which no payment has', async () => {
    for (const line of [1, 255, 2_147_483_647]) {
      const { rows } = await database.pool.query(
        'select bank_payment_of($1) as id, bank_line_of(bank_payment_of($1)) as line',
        [line],
      );
      expect(rows).toEqual([{ id: paymentOfLine(line), line }]);
      expect(lineOfPayment(paymentOfLine(line))).toBe(line);
    }
    const payment = randomUUIDv7();
    const { rows } = await database.pool.query('select bank_line_of($1) as line', [payment]);
    expect([rows, lineOfPayment(payment)]).toEqual([[{ line: null }], undefined]);
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
