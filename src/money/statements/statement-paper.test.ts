import { expect, test } from 'vitest';
import { readPdf } from '../../../test/kit/read-pdf.ts';
import { type Product, products } from '../../foundation/contract/products.ts';
import { formatMoney } from '../../foundation/money.ts';
import type { Statement } from '../ledger/read-statement.ts';
import { linesOf, statementCsv } from './statement-csv.ts';
import type { StatementPaper } from './statement-paper.ts';
import { statementPdf } from './statement-pdf.ts';
import { paperMoney, partsOf } from './statement-tables.ts';

const byDay = Array.from({ length: 31 }, (_, at) => String(at + 1).padStart(2, '0')).flatMap(
  (day) =>
    products.map((product) => ({ day: `2026-10-${day}`, product, calls: 10n, charged: 123_456n })),
);
const chargedEach = 123_456n * 31n;
const charged = chargedEach * BigInt(products.length);
const entry = { transferId: 'x', day: '2026-10-05', madeAt: new Date('2026-10-05T02:00:00Z') };

const statement: Statement = {
  accountId: 12,
  mode: 'live',
  month: '2026-10',
  number: '12-live-2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  timeZone: 'Asia/Shanghai',
  opening: 148_826_650n,
  total: { toppedUp: 800_000_000n, adjusted: -1_200n, charged, refunded: 0n },
  closing: { balance: 948_825_450n - charged, held: 13_050n },
  days: [],
  byProduct: products.map((product: Product) => ({ product, calls: 310n, charged: chargedEach })),
  byDay,
  entries: [
    { ...entry, kind: 'top_up', amount: 800_000_000n, reference: 'INV-1107', reason: '银行转账' },
    { ...entry, kind: 'adjust', amount: -1_200n, reference: '@x', reason: 'agreed "late", twice' },
  ],
  verifications: { started: 0, approved: 0 },
  isFinal: true,
  isEqual: true,
};
const paper: StatementPaper = {
  statement,
  operatorName: 'Harbour Identity Ltd.',
  operatorContact: 'a@harbour.example',
  accountName: 'Rowan Bank 罗文银行',
  closedAt: null,
  currency: 'CNY',
  language: 'en',
  drawnUpAt: new Date('2026-11-02T01:02:03Z'),
};

test('the PDF names its issuer, its recipient and its date, and every page its number and the total', async () => {
  const pages = await readPdf(await statementPdf(paper));
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    expect(page).toContain('Harbour Identity Ltd. · 12-live-2026-10');
    // A row is read under its header, on any page.
    if (/^2026-10-\d\d /m.test(page)) expect(page).toMatch(/Day\s+Product\s+Calls\s+Amount/);
  }
  for (const words of [
    'Rowan Bank 罗文银行 (12)',
    '2026-10-01 to 2026-10-31, time zone Asia/Shanghai',
    '2026-11-02 09:02:03',
    'equals the closing balance and the ledger',
  ]) {
    expect(pages[0]).toContain(words);
  }
});

test('its totals add up, and every row appears once', async () => {
  const pages = await readPdf(
    await statementPdf({ ...paper, language: 'zh', operatorName: '海港身份科技有限公司' }),
  );
  const text = pages.join('\n');
  const amountsOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) =>
      BigInt((match[1] as string).replaceAll(/[,.]/g, '').replace('−', '-')),
    );
  const days = amountsOf(/^2026-10-\d\d \S+ \d+ (−[\d,.]+)$/gm);
  expect(days).toHaveLength(31 * products.length);
  expect(days.reduce((sum, amount) => sum + amount, 0n)).toBe(-charged);
  expect(text).toContain(
    `合计 ${(310 * products.length).toLocaleString('en')} ${paperMoney(-charged)}`,
  );
  expect(text).toContain(`期末余额 ${paperMoney(statement.closing.balance)}`);
  expect(text).toContain('海港身份科技有限公司');
});

test('the total of every table is the sum of its rows', () => {
  const amountOf = (row: readonly string[] = []) =>
    BigInt(row.at(-1)?.replaceAll(/[,.]/g, '').replace('\u2212', '-') ?? '');
  for (const { title, table } of partsOf(paper)) {
    const sum = table.rows.reduce((so, row) => so + amountOf(row), 0n);
    expect([title, sum]).toEqual([title, amountOf(table.total)]);
  }
});

// @mutant src/money/statements/statement-pdf.ts
// - if (!statement.isEqual) return 'notFinal';
test('a statement that does not add up, or is made too early, is not marked final', async () => {
  const short = { ...statement, byDay: [], entries: [] };
  for (const doubt of [{ isEqual: false }, { isFinal: false }]) {
    const drawn = await statementPdf({ ...paper, statement: { ...short, ...doubt } });
    const text = (await readPdf(drawn)).join('\n');
    expect(text).toContain('Provisional');
    expect(text).not.toContain('equals the closing balance and the ledger');
  }
});

test('the CSV goes from the opening to the closing balance, and has no formulas', () => {
  const lines = linesOf(paper);
  expect(lines.at(-1)?.balance).toBe(statement.closing.balance);
  const csv = statementCsv(paper);
  expect(csv.startsWith('\uFEFFTime,Movement,')).toBe(true);
  const rows = csv.trimEnd().split('\r\n');
  expect(rows).toHaveLength(1 + 1 + byDay.length + 2 + 1);
  const balance = formatMoney(statement.closing.balance);
  expect(rows.at(-1)).toBe(`2026-10-31,Closing balance,,,,,,${balance}`);
  expect(csv).toContain(`,'@x,"agreed ""late"", twice",-0.1200,`);
});
