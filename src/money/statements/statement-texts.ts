import { type Product, productNames } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';

/** The texts of a statement. The figures are the same in every language. */
export interface StatementTexts {
  title: string;
  number: string;
  account: string;
  period: string;
  days: string;
  currency: string;
  mode: { test: string; live: string };
  modeName: string;
  drawnUp: string;
  isFinal: string;
  notFinal: string;
  /** Of an account that was closed before its month was over. */
  isClosed: string;
  closed: string;
  opening: string;
  closing: string;
  ofWhichHeld: string;
  topUps: string;
  calls: string;
  refunds: string;
  adjustments: string;
  summary: string;
  byProduct: string;
  byDay: string;
  verifications: string;
  started: string;
  approved: string;
  conversion: string;
  movements: string;
  day: string;
  time: string;
  kind: string;
  product: string;
  count: string;
  reference: string;
  reason: string;
  amount: string;
  balance: string;
  total: string;
  none: string;
  page: string;
  products: Readonly<Record<Product, string>>;
  kinds: { top_up: string; adjust: string; refund: string; calls: string };
}

const en: StatementTexts = {
  title: 'Statement',
  number: 'Number',
  account: 'Account',
  period: 'Period',
  days: '{from} to {to}, time zone {timeZone}',
  currency: 'Currency',
  mode: { test: 'test, no real money', live: 'live' },
  modeName: 'Mode',
  drawnUp: 'Created',
  isFinal:
    'All days are closed. Opening balance plus movements equals the closing balance and the ledger.',
  notFinal: 'Provisional: not all days in the period are closed.',
  isClosed:
    'Final statement of a closed account: only its balance is still settled. Opening balance plus movements equals the closing balance.',
  closed: 'Account closed',
  opening: 'Opening balance',
  closing: 'Closing balance',
  ofWhichHeld: 'of which held for calls in progress',
  topUps: 'Top-ups',
  calls: 'Calls',
  refunds: 'Refunds',
  adjustments: 'Adjustments',
  summary: 'Summary',
  byProduct: 'By product',
  byDay: 'By day and product',
  verifications: 'Verifications',
  started: 'Started',
  approved: 'Approved',
  conversion: 'Conversion',
  movements: 'Top-ups, refunds and adjustments',
  day: 'Day',
  time: 'Time',
  kind: 'Movement',
  product: 'Product',
  count: 'Calls',
  reference: 'Reference',
  reason: 'Reason',
  amount: 'Amount',
  balance: 'Balance',
  total: 'Total',
  none: 'None',
  page: 'Page {page} of {pages}',
  products: productNames('en'),
  kinds: { top_up: 'Top-up', adjust: 'Adjustment', refund: 'Refund', calls: 'Calls' },
};

const zh: StatementTexts = {
  title: '对账单',
  number: '编号',
  account: '账户',
  period: '账期',
  days: '{from} 至 {to}，按 {timeZone} 时区计日',
  currency: '币种',
  mode: { test: '测试，非真实资金', live: '正式' },
  modeName: '模式',
  drawnUp: '生成时间',
  isFinal: '账期内各日均已日结。期初余额加各项变动等于期末余额，与账本一致。',
  notFinal: '暂定：账期内尚有未日结的日期。',
  isClosed: '账户已销户，此为最终对账单，此后仅结清余额。期初余额加各项变动等于期末余额。',
  closed: '销户时间',
  opening: '期初余额',
  closing: '期末余额',
  ofWhichHeld: '其中冻结金额',
  topUps: '充值',
  calls: '调用计费',
  refunds: '退款',
  adjustments: '调账',
  summary: '汇总',
  byProduct: '按产品',
  byDay: '按日和产品',
  verifications: '验证',
  started: '发起',
  approved: '通过',
  conversion: '转化率',
  movements: '充值、退款和调账',
  day: '日期',
  time: '时间',
  kind: '资金流水',
  product: '产品',
  count: '调用次数',
  reference: '参考号',
  reason: '原因',
  amount: '金额',
  balance: '余额',
  total: '合计',
  none: '无',
  page: '第 {page} 页，共 {pages} 页',
  products: productNames('zh'),
  kinds: { top_up: '充值', adjust: '调账', refund: '退款', calls: '调用计费' },
};

export const statementTexts: Readonly<Record<Language, StatementTexts>> = { en, zh };
