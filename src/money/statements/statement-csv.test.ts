import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { setOperator } from '../../people/accounts/operator-queries.ts';
import { createAccount, setAccountLanguage } from '../../people/accounts/queries.ts';
import type { Statement } from '../ledger/read-statement.ts';
import { statementCsv } from './statement-csv.ts';
import { statementJson } from './statement-json.ts';
import { createPaper, type StatementPaper } from './statement-paper.ts';
import { paperMoney, paperTime, partsOf } from './statement-tables.ts';

/** Two days of calls, and movements by hand before, between and after them. */
const statement: Statement = {
  accountId: 12,
  mode: 'live',
  month: '2026-10',
  number: '12-live-2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  timeZone: 'Asia/Shanghai',
  opening: 10_000n,
  total: { toppedUp: 500_000n, adjusted: -2_000n, charged: 36_000n, refunded: 1_000n },
  closing: { balance: 473_000n, held: 700n },
  days: [],
  byProduct: [
    { product: 'face_verify', calls: 1n, charged: 30_000n },
    { product: 'sms_code', calls: 3n, charged: 6_000n },
  ],
  byDay: [
    { day: '2026-10-02', product: 'sms_code', calls: 2n, charged: 4_000n },
    { day: '2026-10-03', product: 'face_verify', calls: 1n, charged: 30_000n },
    { day: '2026-10-03', product: 'sms_code', calls: 1n, charged: 2_000n },
  ],
  entries: [
    {
      ...{ transferId: 'c', kind: 'refund', amount: 1_000n, reference: 'call', reason: 'sorry' },
      ...{ day: '2026-10-04', madeAt: new Date('2026-10-03T17:00:00Z') },
    },
    {
      ...{ transferId: 'a', kind: 'top_up', amount: 500_000n, reference: 'INV-1', reason: 'bank' },
      ...{ day: '2026-10-02', madeAt: new Date('2026-10-02T02:00:00Z') },
    },
    {
      ...{ transferId: 'b', kind: 'adjust', amount: -2_000n, reference: 'FEE', reason: 'agreed' },
      ...{ day: '2026-10-02', madeAt: new Date('2026-10-02T03:00:00Z') },
    },
  ],
  verifications: { started: 3, approved: 2 },
  isFinal: false,
  isEqual: true,
};
const paper: StatementPaper = {
  statement,
  operatorName: 'Harbour',
  operatorContact: 'a@harbour.example',
  accountName: 'Rowan',
  closedAt: null,
  currency: 'CNY',
  language: 'en',
  drawnUpAt: new Date('2026-11-02T01:02:03Z'),
};

test('the CSV has every movement in order, with the balance after it', () => {
  expect(statementCsv(paper).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'Time,Movement,Product,Calls,Reference,Reason,Amount (CNY),Balance (CNY)',
    '2026-10-01,Opening balance,,,12-live-2026-10,,,1.0000',
    '2026-10-02T10:00:00+08:00,Top-up,,,INV-1,bank,50.0000,51.0000',
    '2026-10-02T11:00:00+08:00,Adjustment,,,FEE,agreed,-0.2000,50.8000',
    '2026-10-02,Calls,Code SMS,2,,,-0.4000,50.4000',
    '2026-10-03,Calls,Face check,1,,,-3.0000,47.4000',
    '2026-10-03,Calls,Code SMS,1,,,-0.2000,47.2000',
    '2026-10-04T01:00:00+08:00,Refund,,,call,sorry,0.1000,47.3000',
    '2026-10-31,Closing balance,,,,,,47.3000',
  ]);
});

test('in Chinese every figure has its own label, in the PDF and the CSV', () => {
  const chinese: StatementPaper = { ...paper, language: 'zh' };
  const [head, ...rows] = statementCsv(chinese)
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(head).toEqual([
    ...['时间', '资金流水', '产品', '调用次数', '参考号', '原因', '金额 (CNY)', '余额 (CNY)'],
  ]);
  expect(rows.map(([, kind, product]) => `${kind} ${product}`.trim())).toEqual([
    ...[
      '期初余额',
      '充值',
      '调账',
      '调用计费 验证码短信',
      '调用计费 人脸核验',
      '调用计费 验证码短信',
    ],
    ...['退款', '期末余额'],
  ]);
  const [summary] = partsOf(chinese);
  expect([...(summary?.table.rows ?? []), summary?.table.total]).toEqual([
    ['期初余额', '1.0000'],
    ['充值', '50.0000'],
    ['调用计费', '−3.6000'],
    ['退款', '0.1000'],
    ['调账', '−0.2000'],
    ['期末余额', '47.3000'],
  ]);
});

test('the JSON has the same figures, each under its own name', () => {
  const told = statementJson(paper);
  expect(told).toMatchObject({
    ...{ accountId: 12, mode: 'live', month: '2026-10', number: '12-live-2026-10' },
    ...{ from: '2026-10-01', to: '2026-10-31', timeZone: 'Asia/Shanghai', currency: 'CNY' },
    ...{ isFinal: false, isEqual: true, drawnUpAt: '2026-11-02T09:02:03+08:00' },
    ...{ opening: '1.0000', toppedUp: '50.0000', charged: '3.6000', refunded: '0.1000' },
    ...{ adjusted: '-0.2000', closing: '47.3000', held: '0.0700' },
    byProduct: [
      { product: 'face_verify', calls: 1, charged: '3.0000' },
      { product: 'sms_code', calls: 3, charged: '0.6000' },
    ],
    verifications: { started: 3, approved: 2, percent: '66.7%' },
  });
  expect(told.byDay[1]).toEqual({
    ...{ day: '2026-10-03', product: 'face_verify', calls: 1, charged: '3.0000' },
  });
  expect(told.entries[0]).toEqual({
    ...{ transferId: 'c', madeAt: '2026-10-04T01:00:00+08:00', day: '2026-10-04', kind: 'refund' },
    ...{ amount: '0.1000', reference: 'call', reason: 'sorry' },
  });
});

test('the PDF shows credits with a plus, debits with a minus, and times in its zone', () => {
  const [summary, byProduct, conversion, byDay, byHand] = partsOf(paper).map(({ table }) => table);
  expect([...(summary?.rows ?? []), summary?.total]).toEqual([
    ['Opening balance', '1.0000'],
    ['Top-ups', '50.0000'],
    ['Calls', '−3.6000'],
    ['Refunds', '0.1000'],
    ['Adjustments', '−0.2000'],
    ['Closing balance', '47.3000'],
  ]);
  expect([byProduct?.rows[0], byProduct?.total]).toEqual([
    ['Face check', '1', '−3.0000'],
    ['Total', '4', '−3.6000'],
  ]);
  expect(conversion?.rows).toEqual([['3', '2', '66.7%']]);
  expect([byDay?.rows[0], byDay?.total]).toEqual([
    ['2026-10-02', 'Code SMS', '2', '−0.4000'],
    ['Total', '', '4', '−3.6000'],
  ]);
  expect([byHand?.rows[0], byHand?.total]).toEqual([
    ['2026-10-04 01:00:00', 'Refund', 'call', 'sorry', '0.1000'],
    ['Total', '', '', '', '49.9000'],
  ]);
});

test('a month without verifications says nothing of their conversion', () => {
  const none = {
    ...paper,
    statement: { ...statement, verifications: { started: 0, approved: 0 } },
  };
  expect(partsOf(none)).toHaveLength(4);
  expect(statementJson(none).verifications).toBeNull();
});

test.each([
  [0n, '0.0000'],
  [9_999_999n, '999.9999'],
  [10_000_000n, '1,000.0000'],
  [-12_345_678_901n, '−1,234,567.8901'],
])('%s is %s in the PDF', (amount, words) => {
  expect(paperMoney(amount)).toBe(words);
});

test('a time in the PDF is in the time zone, to the second', () => {
  const at = new Date('2026-10-31T16:00:00.900Z');
  expect(paperTime(at, 'Asia/Shanghai')).toBe('2026-11-01 00:00:00');
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
});
afterAll(() => database.drop());

test('a statement uses the requested language, or the account’s, or the region’s', async () => {
  const change = byTest(database.pool);
  const { accountId } = await createAccount(change, { name: 'Rowan' });
  const owner = { accountId, mode: 'live' } as const;
  const draw = (options: object = {}, region = 'CN', of: typeof owner = owner) =>
    createPaper(
      database.pool,
      of,
      { month: '2026-10', now: new Date('2026-10-31T16:00:00Z'), ...options },
      { currency: 'CNY', timeZone: 'Asia/Shanghai', region },
    );
  expect(await draw()).toMatchObject({ language: 'zh', operatorName: '', operatorContact: '' });
  expect(await draw({}, 'GB')).toMatchObject({ language: 'en', accountName: 'Rowan' });
  await setOperator(change, {
    ...{ nameEn: 'Harbour', nameZh: '海港', contact: 'a@harbour.example' },
    privacyUrl: 'https://harbour.example/p',
  });
  await setAccountLanguage(change, accountId, 'en');
  expect(await draw()).toMatchObject({
    ...{ language: 'en', operatorName: 'Harbour', operatorContact: 'a@harbour.example' },
  });
  expect(await draw({ language: 'zh' })).toMatchObject({ operatorName: '海港' });
  // It is already November there.
  expect((await draw({ month: '2026-11' })).statement.month).toBe('2026-11');
  await expect(draw({ month: '2026-12' })).rejects.toThrow('2026-12 has not started yet.');
  await expect(draw({ month: '2026-13' })).rejects.toThrow('Use the form YYYY-MM');
  const nobody = { ...owner, accountId: accountId + 1 };
  await expect(draw({}, 'CN', nobody)).rejects.toThrow(`Account ${accountId + 1} not found.`);
});
