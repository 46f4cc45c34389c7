import type { Pool } from 'pg';
import type { Mode } from '../../../foundation/contract/products.ts';
import { inSnapshot } from '../../../foundation/db/in-snapshot.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { monthSpan } from '../../../money/ledger/read-statement.ts';
import { readBooks, readClosedUntil } from '../../../money/ledger/statement-queries.ts';
import { type Margin, sumMarginsBy } from '../../reports/margin-queries.ts';
import { nullableMoney } from '../kit/nullable.ts';
import type { MoneyMonth, MonthRow, MonthSums } from './money-contract.ts';
import { readAccountNames } from './queries.ts';

/** More rows than anyone reads on a screen; the archive of statements lists every account. */
const maxAccounts = 500;
const keys = ['account', 'provider', 'product'] as const;

/**
 * Reads a month and the one before it in one snapshot, because a busy month takes longer than the timeout of other
 * requests.
 */
export function readMonth(
  pool: Pool,
  mode: Mode,
  month: string,
  timeZone: string,
): Promise<MoneyMonth> {
  const before = `${Temporal.PlainYearMonth.from(month).subtract({ months: 1 })}`;
  return inSnapshot(pool, async (client) => {
    const span = monthSpan(month, timeZone);
    const now = await sumMarginsBy(client, keys, { mode, ...span });
    const past = await sumMarginsBy(client, keys, { mode, ...monthSpan(before, timeZone) });
    const closedUntil = await readClosedUntil(client);
    const { charged, refunded } = await readBooks(client, mode, span, closedUntil);
    const rowsOf = (index: number) => compare(now.groups[index] ?? [], past.groups[index] ?? []);
    const accounts = rowsOf(0);
    const shown = accounts.slice(0, maxAccounts);
    const names = await readAccountNames(client, shown);
    return {
      ...{ month, before },
      total: { now: sumsOf(now.total), before: sumsOf(past.total) },
      accounts: shown.map((row) => ({ ...row, name: names.get(row.key) ?? row.key })),
      providers: rowsOf(1),
      products: rowsOf(2),
      moreAccounts: accounts.length - shown.length,
      books: {
        charged: formatMoney(charged),
        refunded: formatMoney(refunded),
        revenue: formatMoney(charged - refunded),
      },
      otherMonths: formatMoney(now.total.price - (charged - refunded)),
      isFinal: closedUntil !== '-infinity' && new Date(closedUntil) >= span.ends,
    };
  });
}

/** The rows of both months, those with the most revenue first. */
function compare(now: readonly Margin[], before: readonly Margin[]): MonthRow[] {
  const [newer, older] = [now, before].map((rows) => new Map(rows.map((row) => [row.key, row])));
  const found = [...new Set([...now, ...before].map(({ key }) => key))];
  const revenueOf = (key: string | null) => newer?.get(key)?.price ?? -1n;
  return found
    .sort((one, other) => Number(revenueOf(other) - revenueOf(one)))
    .map((key) => {
      const [one, other] = [newer?.get(key), older?.get(key)];
      return {
        key: key ?? '',
        name: key ?? '',
        now: one ? sumsOf(one) : null,
        before: other ? sumsOf(other) : null,
      };
    });
}

function sumsOf({ calls, price, cost, margin, uncosted, uncostedPrice }: Margin): MonthSums {
  return {
    ...{ calls, uncosted },
    revenue: formatMoney(price),
    cost: nullableMoney(cost),
    margin: nullableMoney(margin),
    uncostedRevenue: formatMoney(uncostedPrice),
  };
}
