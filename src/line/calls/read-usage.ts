import { type KeyScope, type Owner, scopeOf } from '../../foundation/contract/products.ts';
import type { UsageRequest, UsageResponse } from '../../foundation/contract/wire/account.ts';
import { formatMoney } from '../../foundation/money.ts';
import { readUsageDays } from '../../money/ledger/queries.ts';
import type { Line } from './line.ts';

/** The account's daily usage from the ledger, limited to the products in the key's scope. */
export async function readUsage(
  { pool, settings }: Pick<Line, 'pool' | 'settings'>,
  caller: Owner & { scopes: readonly KeyScope[] },
  { from, to }: UsageRequest,
): Promise<UsageResponse> {
  const days = await readUsageDays(pool, caller.accountId, caller.mode, from, to);
  const rows = days.filter(({ product }) => caller.scopes.includes(scopeOf(product)));
  let calls = 0n;
  let charged = 0n;
  let refused = 0n;
  for (const row of rows) {
    calls += row.calls;
    charged += row.charged;
    refused += row.refused;
  }
  return {
    from,
    to,
    timeZone: settings.timeZone,
    currency: settings.currency,
    mode: caller.mode,
    days: rows.map((row) => ({
      day: row.day,
      productCode: row.product,
      calls: Number(row.calls),
      charged: formatMoney(row.charged),
      refused: Number(row.refused),
    })),
    total: { calls: Number(calls), charged: formatMoney(charged), refused: Number(refused) },
  };
}
