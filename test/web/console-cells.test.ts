import { expect, test } from 'vitest';
import { ApiProblem, noAnswer } from '../../web/console/client/api-problem.ts';
import { standingOf } from '../../web/console/client/standing.ts';
import { planSearch } from '../../web/console/screens/cells/plan-search.ts';
import { type CellFigures, sumCells } from '../../web/console/screens/cells/sum-cells.ts';

function figuresOf(currency: string, sums: Partial<CellFigures['sums']>): CellFigures {
  const none = { calls: 0, done: 0, finished: 0, delivered: 0, slowMs: 90, spend: '0.0000' };
  const groups = { completed: 0, waiting: 0, unknown: 0 };
  return { currency, sums: { ...none, ...groups, margin: null, uncosted: 0, ...sums } };
}

// @mutant web/console/screens/cells/sum-cells.ts
// - const alike = cells.filter((cell) => cell.currency === currency);
// + const alike = cells;
test('money is added only to money of the same currency', () => {
  const sums = sumCells([
    figuresOf('USD', { calls: 5, completed: 3, waiting: 1, spend: '2.5000', margin: '1.0000' }),
    figuresOf('CNY', { calls: 10, completed: 9, unknown: 1, spend: '0.1000', margin: '0.0400' }),
    figuresOf('CNY', { calls: 1, completed: 1, spend: '0.2000', margin: '-0.0500' }),
  ]);
  expect(sums).toEqual({
    ...{ calls: 16, completed: 13, waiting: 1, unknown: 1 },
    byCurrency: [
      {
        ...{ currency: 'CNY', spend: '0.3000', margin: '-0.0100' },
        ...{ uncosted: 0, uncostedSpend: '0.0000' },
      },
      {
        ...{ currency: 'USD', spend: '2.5000', margin: '1.0000' },
        ...{ uncosted: 0, uncostedSpend: '0.0000' },
      },
    ],
  });
});

test('amounts beyond the exact numbers of JavaScript keep every digit', () => {
  const { byCurrency } = sumCells([
    figuresOf('CNY', { spend: '900000000000000.0001' }),
    figuresOf('CNY', { spend: '900000000000000.0002' }),
    figuresOf('CNY', { spend: '-999999999999999.9999' }),
  ]);
  expect(byCurrency[0]?.spend).toBe('800000000000000.0004');
});

test('a margin is unknown only if no cell knows a cost', () => {
  const unknown = figuresOf('CNY', { spend: '1.0000', uncosted: 3, uncostedSpend: '1.0000' });
  expect(sumCells([unknown, unknown]).byCurrency[0]).toMatchObject({
    ...{ margin: null, uncosted: 6, uncostedSpend: '2.0000' },
  });
  const known = figuresOf('CNY', { spend: '1.0000', margin: '0.4000' });
  expect(sumCells([unknown, known]).byCurrency[0]).toMatchObject({
    ...{ spend: '2.0000', margin: '0.4000', uncostedSpend: '1.0000' },
  });
});

test('no cell gives no currency', () => {
  expect(sumCells([])).toEqual({
    ...{ calls: 0, completed: 0, waiting: 0, unknown: 0 },
    byCurrency: [],
  });
});

const secret = 'Zk3dQ9xLw2mNb7Vc5rTy8uHj1pAs4eGfqX0iWd';

// @mutant web/console/screens/cells/plan-search.ts
// - return { text: `…${end}`,
// + return { text,
test('only the end of an API key is sent, and only to the cell of its number', () => {
  expect(planSearch(`cs_live_3_${secret}`)).toEqual({ text: '…0iWd', cell: 3 });
  expect(planSearch(` cs_test_2000_${secret}\n`)).toEqual({ text: '…0iWd', cell: 2_000 });
  expect(planSearch('cs_live_12_…0iWd')).toEqual({ text: '…0iWd', cell: 12 });
});

test('a key without a number may be of any cell', () => {
  expect(planSearch(`cs_live_${secret}`)).toEqual({ text: '…0iWd' });
});

test('any other text goes to every cell as it is', () => {
  for (const text of ['13912345678', '019a2b3c', '…0iWd', 'cs_', 'Rowan Bank', '']) {
    expect(planSearch(` ${text} `)).toEqual({ text });
  }
});

test('a cell is up by its last answer alone', () => {
  const problem = (reason: string, status: number) =>
    new ApiProblem(status, { reason, message: '' });
  const standings = [
    ...[undefined, problem('cell_unreachable', 503), problem(noAnswer, 0)],
    ...[problem('cell_not_connected', 403), problem('cell_differs', 502)],
    ...[problem('right_missing', 403), problem('nothing_there', 404)],
    ...[problem('database_unavailable', 503), problem('internal_error', 500), new Error('x')],
  ].map((error) => standingOf({ data: {}, error: error ?? null }));
  expect(standings).toEqual([
    ...['up', 'down', 'down', 'unconnected', 'differs', 'refused', 'refused'],
    ...['down', 'down', 'down'],
  ]);
  expect(standingOf({ data: undefined, error: null })).toBe('loading');
});
