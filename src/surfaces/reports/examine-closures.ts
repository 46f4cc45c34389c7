import { localTime } from '../../foundation/contract/text/local-time.ts';
import { formatMoney } from '../../foundation/money.ts';
import { readBalance } from '../../money/ledger/queries.ts';
import { listClosures } from '../../people/accounts/closure-queries.ts';
import { type Detail, fillDetail } from './finding-detail.ts';
import type { ReportPorts } from './report-ports.ts';
import { findingTexts as texts } from './report-texts.ts';

/** Accounts that wait to be closed, and closed ones with money that is still to be paid. */
export async function examineClosures({
  pool,
  config: { timeZone, currency },
}: Pick<ReportPorts, 'pool' | 'config'>): Promise<{ ok: boolean; details: Detail[] }> {
  const details: Detail[] = [];
  let isPaid = true;
  for (const { accountId: account, askedAt, closedAt } of await listClosures(pool)) {
    if (!closedAt) {
      const since = localTime(askedAt, timeZone);
      details.push(fillDetail(texts.closure_waits, { account, since }));
      continue;
    }
    const { available } = await readBalance(pool, account, 'live');
    if (available === 0n) continue;
    isPaid = false;
    const text = available > 0n ? texts.closure_unpaid : texts.closure_owed;
    const amount = `${formatMoney(available > 0n ? available : -available)} ${currency}`;
    details.push(fillDetail(text, { account, amount }));
  }
  return { ok: isPaid, details: details.length > 0 ? details : [texts.closures_ok] };
}
