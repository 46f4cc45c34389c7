import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createPaymentFixture, type PaymentFixture } from '../../../test/kit/payment-fixture.ts';
import type { ListedPayment } from '../../vendors/providers/payment.ts';
import { compareLists } from './compare-lists.ts';
import { countUnexplained } from './difference-queries.ts';
import { explainUnknown, listUnknown, readListed } from './list-queries.ts';
import { orderNoOf, type Payment } from './payment.ts';
import type { PaymentPorts } from './payment-ports.ts';

let database: TestDatabase;
let fixture: PaymentFixture;
let lists: Record<string, ListedPayment[]>;
let asked: string[];
let isDown: boolean;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  fixture = await createPaymentFixture(database);
  await database.pool.query('truncate payment_lists, unknown_payments');
  [lists, asked, isDown] = [{}, [], false];
  fixture.clock.set(new Date('2027-03-10T01:30:00Z'));
});

const ports = (): PaymentPorts => {
  const list = {
    ...{ timeZone: 'Asia/Shanghai', readyHours: 2 },
    async day(day: string) {
      asked.push(day);
      if (isDown) throw new Error('down');
      return lists[day] ?? [];
    },
  };
  const providers = new Map([['till', { ...fixture.till.provider('till'), list }]]);
  return { ...fixture.ports, providers };
};
const listed = (more: Partial<ListedPayment> = {}): ListedPayment => ({
  ...{ orderNo: '', paymentRef: 'stranger', amount: 500_000n, currency: 'CNY' },
  ...{ paidAt: new Date('2027-03-09T03:00:00Z'), ...more },
});
const ofOurs = ({ paymentId }: Payment, more: Partial<ListedPayment> = {}) =>
  listed({ orderNo: orderNoOf(paymentId), paymentRef: `pay_${orderNoOf(paymentId)}`, ...more });
const unknown = async () =>
  (await listUnknown(database.pool, 100)).map(({ paymentRef, orderNo }) => [paymentRef, orderNo]);

describe('the list of a vendor', () => {
  test('names the payments that are not ours', async () => {
    const [paid, open] = [await fixture.pay(), await fixture.begin()];
    lists['2027-03-09'] = [
      ...[ofOurs(paid), ofOurs(open), listed()],
      // The order number is gone in the vendor's console, and its payment is known.
      ofOurs(paid, { orderNo: '' }),
      listed({ paymentRef: 'other shop', orderNo: 'SHOP-7' }),
    ];
    await compareLists(ports());
    expect(await unknown()).toEqual([
      ['other shop', 'SHOP-7'],
      ['stranger', ''],
    ]);
    expect(await readListed(database.pool)).toEqual(new Map([['till', '2027-03-09']]));
  });

  test('is read once for each day of the last week that is over', async () => {
    await compareLists(ports());
    await compareLists(ports());
    expect(asked).toEqual([3, 4, 5, 6, 7, 8, 9].map((day) => `2027-03-0${day}`));
    // In Shanghai it is two o'clock of the next day.
    fixture.clock.set(new Date('2027-03-10T18:00:00Z'));
    await compareLists(ports());
    expect(asked.slice(7)).toEqual(['2027-03-10']);
  });

  test('that could not be read is read again', async () => {
    isDown = true;
    await compareLists(ports());
    expect(await readListed(database.pool)).toEqual(new Map());
    isDown = false;
    lists['2027-03-05'] = [listed()];
    await compareLists(ports());
    expect(await unknown()).toHaveLength(1);
  });

  // @mutant src/money/payments/difference-queries.ts
  // - select from unknown_payments where explained_at is null
  // + select from unknown_payments where false
  test('is a difference until somebody explains it, and is not found again then', async () => {
    lists['2027-03-09'] = [listed()];
    const before = await countUnexplained(database.pool);
    await compareLists(ports());
    expect(await countUnexplained(database.pool)).toBe(before + 1);
    const explain = () =>
      fixture.change('payment.explain', (by) =>
        explainUnknown(by, { providerCode: 'till', paymentRef: 'stranger', reason: 'other shop' }),
      );
    await explain();
    expect(await countUnexplained(database.pool)).toBe(before);
    await expect(explain()).rejects.toThrow('stranger');
    lists['2027-03-08'] = [listed()];
    await database.pool.query('truncate payment_lists');
    await compareLists(ports());
    expect(await unknown()).toEqual([]);
  });

  test('with texts that the database rejects is compared all the same', async () => {
    lists['2027-03-09'] = [listed({ paymentRef: 'a\u0000b', orderNo: '\ud800' })];
    await compareLists(ports());
    expect(await unknown()).toHaveLength(1);
  });
});
