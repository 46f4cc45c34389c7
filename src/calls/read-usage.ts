import type { Principal } from '../callers/principal.ts';
import type { UsageRequest, UsageResponse } from '../contract/account.ts';
import { readUsageDays } from '../ledger/queries.ts';
import { formatMoney } from '../money.ts';
import type { Line } from './line.ts';

/** An account's days as the ledger has them. */
export async function readUsage(
  line: Line,
  caller: Principal,
  { from, to }: UsageRequest,
): Promise<UsageResponse> {
  const rows = await readUsageDays(line.pool, caller.accountId, caller.mode, from, to);
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
    timeZone: line.settings.timeZone,
    currency: line.settings.currency,
    mode: caller.mode,
    days: rows.map((row) => ({
      day: row.day,
      product: row.product,
      calls: Number(row.calls),
      charged: formatMoney(row.charged),
      refused: Number(row.refused),
    })),
    total: { calls: Number(calls), charged: formatMoney(charged), refused: Number(refused) },
  };
}
