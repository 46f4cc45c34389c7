import { beforeEach, describe, expect, test } from 'vitest';
import { usePayments } from '../../../../test/vendors/payment-fixture.ts';
import type { HttpAnswer } from '../../../foundation/outbound/http-client.ts';
import type { OpenPayments } from '../../providers/payment.ts';
import { wechatPaySimulator } from '../../simulators/wechat-pay.ts';
import { wechatPay } from './wechat-pay.ts';
import { readBill } from './wechat-pay-list.ts';

const { fixture, soon, open, ...use } = usePayments({
  ...{ vendor: wechatPay, simulator: wechatPaySimulator, changes: { method: 'qr' } },
});
let payments: OpenPayments;
/** What somebody on the way does to the file of a bill. */
let onTheWay: (answer: HttpAnswer) => HttpAnswer;

beforeEach(() => {
  onTheWay = (answer) => answer;
  payments = open({}, async ({ url }, pass) => {
    const answer = await pass();
    return url.includes('/v3/billdownload/') ? onTheWay(answer) : answer;
  });
});

const list = (day: string) => payments.list?.day(day, soon());

/** An order that was paid at a time. */
async function paid(at: Date): Promise<string> {
  const { order, taken } = await use.paid();
  taken.decidedAt = at;
  return order.orderNo;
}

describe('the trade bill of WeChat Pay', () => {
  test('has every payment of a day in China, and nothing of others', async () => {
    const [first, last] = [
      await paid(new Date('2026-10-03T16:00:00Z')),
      await paid(new Date('2026-10-04T15:59:59Z')),
    ];
    await paid(new Date('2026-10-04T16:00:00Z'));
    const paymentRef = use.takenOf(first).id;
    const listed = await list('2026-10-04');
    expect(listed?.map(({ orderNo }) => orderNo).sort()).toEqual([first, last].sort());
    expect(listed?.find(({ orderNo }) => orderNo === first)).toEqual({
      ...{ orderNo: first, paymentRef, amount: 888_000n, currency: 'CNY' },
      paidAt: new Date('2026-10-03T16:00:00Z'),
    });
    expect(fixture.running.refused).toEqual([]);
  });

  test('of a day without payments is empty, and one that is not over has none', async () => {
    expect(await list('2026-01-01')).toEqual([]);
    await expect(list('2099-01-01')).rejects.toThrow();
  });

  // @mutant src/vendors/adapters/wechat-pay/wechat-pay-list.ts
  // -   if (textOf(said, 'hash_type') !== 'SHA1' || !isSame) {
  // +   if (textOf(said, 'hash_type') !== 'SHA1') {
  test('that somebody changed on the way is not read', async () => {
    await paid(new Date('2026-10-06T04:00:00Z'));
    onTheWay = ({ text, ...answer }) => ({ ...answer, text: text.replace('88.80', '99.99') });
    await expect(list('2026-10-06')).rejects.toThrow('another hash');
    onTheWay = (answer) => ({ ...answer, status: 404 });
    await expect(list('2026-10-06')).rejects.toThrow('HTTP 404');
  });
});

describe('a bill', () => {
  const columns = '交易时间,微信订单号,商户订单号,交易状态,货币种类,订单金额';
  const sums = (count: number) => `总交易单数,应结订单总金额\n\`${count},\`0.00`;
  const row = '`2026-10-04 08:00:00,`42000,`SHOP-1,`SUCCESS,`CNY,`0.01';

  test('is read by the names of its columns', () => {
    const listed = readBill(`\uFEFF${columns}\r\n${row}\r\n${sums(1)}\r\n`);
    expect(listed).toMatchObject([{ orderNo: 'SHOP-1', paymentRef: '42000', amount: 100n }]);
  });

  test.each([
    ['is cut', `${columns}\n${row}\n`],
    ['has other sums', `${columns}\n${row}\n${sums(2)}`],
    ['has no amounts', `${columns.replace('订单金额', '其他')}\n${row}\n${sums(1)}`],
    ['has no times', `${columns}\n${row.replace('2026-10-04', '2026-10')}\n${sums(1)}`],
  ])('that %s is refused', (_, text) => {
    expect(() => readBill(text)).toThrow();
  });
});
