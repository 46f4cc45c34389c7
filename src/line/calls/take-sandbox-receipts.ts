import type { Pool } from 'pg';
import { applyReceipts, takeReceipts } from '../../products/messages/receipt-queries.ts';
import type { Receipt } from '../../vendors/providers/provider.ts';
import { readReference } from '../../vendors/providers/reference.ts';
import { makeUnresolvedDue } from './queries.ts';

/** Applies the sandbox's successful receipts directly; stores the failed ones like any vendor's receipts. */
export async function takeSandboxReceipts(pool: Pool, receipts: readonly Receipt[]): Promise<void> {
  const { good = [], bad = [] } = Object.groupBy(receipts, ({ reason }) =>
    reason === undefined ? 'good' : 'bad',
  );
  if (good.length > 0) await applyReceipts(pool, good);
  if (bad.length > 0) {
    const said = bad.map((receipt) => ({ ...receipt, providerCode: 'sandbox', isTrusted: true }));
    await takeReceipts(pool, said);
  }
  await makeUnresolvedDue(
    pool,
    receipts.flatMap(({ reference = '' }) => readReference(reference) ?? []),
  );
}
