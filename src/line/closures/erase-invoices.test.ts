import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import { setInvoicing } from '../../../test/kit/set-invoicing.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { createVault } from '../../foundation/vault.ts';
import { readBilling } from '../../money/invoices/billing-queries.ts';
import { countWaiting, sweepUndocumented } from '../../money/invoices/due-queries.ts';
import type { FapiaoForm } from '../../money/invoices/fapiao.ts';
import { askFapiao, decideFapiao, listFapiao } from '../../money/invoices/fapiao-queries.ts';
import { issueDue } from '../../money/invoices/invoice-jobs.ts';
import { listInvoices } from '../../money/invoices/invoice-queries.ts';
import { setInvoiceSettings } from '../../money/invoices/settings-queries.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import type { Payment } from '../../money/payments/payment.ts';
import { closeAccount } from './close-account.ts';
import { eraseClosed } from './erase-closed.ts';

const vault = createVault(Buffer.alloc(32, 1));
let database: TestDatabase;
let fixture: PaymentFixture;

beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  fixture = await createPaymentFixture(database);
});
afterAll(() => database.drop());

const form: FapiaoForm = {
  ...{ kind: 'normal', isCompany: false, title: '李四', taxNumber: '', email: 'li@shop.example' },
  ...{ address: '', phone: '', bank: '', bankAccount: '', remark: '' },
};
const ask = ({ paymentId }: Payment) =>
  fixture.change('fapiao.ask', (by) =>
    askFapiao(by, fixture.accountId, { ...form, payments: [paymentId] }),
  );

// @mutant src/line/closures/erase-closed.ts
// -   await eraseBilling(change, accountId);
test('an erased account keeps its invoices and issued fapiao, and neither billing details nor open requests', async () => {
  const { accountId, change } = fixture;
  await setInvoicing(fixture);
  await change('invoice.set', (by) => setInvoiceSettings(by, { takesFapiao: true }));
  const [one, two] = [await fixture.pay(100_000n), await fixture.pay(200_000n)];
  const late = await fixture.begin();
  await issueDue(fixture.ports);
  const issued = await ask(one);
  await ask(two);
  await change('fapiao.issue', (by) =>
    decideFapiao(by, wholePlatform, issued, {
      ...{ to: 'issued', fapiaoCode: '', fapiaoNumber: '26312000000012345678' },
      ...{ issuedOn: '2026-03-10', file: '' },
    }),
  );
  await change('account.close', (by) =>
    closeAccount(by, { accountId, reason: 'moved', whenSettled: false }),
  );
  expect(await eraseClosed({ pool: database.pool, vault }, 0, new AbortController().signal)).toBe(
    1,
  );
  expect(await readBilling(database.pool, accountId)).toBeNull();
  const { requests } = await listFapiao(database.pool, wholePlatform, {}, { limit: 9 });
  expect(requests.map(({ requestId }) => requestId)).toEqual([issued]);
  const { rows: kept } = await database.pool.query('select request_id as id from fapiao_payments');
  expect(kept).toEqual([{ id: issued }]);
  const listed = () =>
    listInvoices(database.pool, wholePlatform, { account: accountId }, { limit: 9 });
  expect((await listed()).invoices.map(({ buyer }) => buyer.name)).toEqual(
    Array.from({ length: 2 }, () => 'Buyer GmbH'),
  );
  const { rows } = await database.pool.query(
    `select before, after from audit_entries where subject in ('billing_details', 'fapiao_requests')`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const personal of ['Buyer GmbH', 'Hauptstr', '李四', 'li@shop.example']) {
    expect(JSON.stringify(rows)).not.toContain(personal);
  }
  // A refund after the erasure is still documented, with the parties of its invoice.
  await fixture.refund(one, 100_000n);
  await fixture.pass(60_000);
  await issueDue(fixture.ports);
  expect((await listed()).invoices[0]).toMatchObject({ kind: 'credit_note', gross: 100_000n });
  // Money that arrives for a closed account waits for a person, and has no invoice.
  await fixture.notice(late);
  expect((await audit(database.pool)).faults).toEqual([]);
});

test('an erased account without billing details waits for no invoice', async () => {
  const nameless = await createPaymentFixture(database);
  nameless.clock.move(60_000);
  await nameless.pay(100_000n);
  const { accountId, change } = nameless;
  const waiting = async () => [
    await countWaiting(database.pool, accountId),
    await countWaiting(database.pool, null),
  ];
  expect(await waiting()).toEqual([1, 1]);
  await change('account.close', (by) =>
    closeAccount(by, { accountId, reason: 'moved', whenSettled: false }),
  );
  expect(await waiting()).toEqual([1, 1]);
  await eraseClosed({ pool: database.pool, vault }, 0, new AbortController().signal);
  await sweepUndocumented(database.pool);
  expect(await waiting()).toEqual([0, 0]);
  expect((await audit(database.pool)).faults).toEqual([]);
});
