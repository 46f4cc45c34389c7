import { inChange } from '../../foundation/audit/change-queries.ts';
import { platform } from './apply-report.ts';
import { askStale, compareBooks, countUnexplained } from './difference-queries.ts';
import type { PaymentPorts } from './payment-ports.ts';

/** Compares the books of vendors and ledger, and has vendors asked of which nothing was heard for a day. */
export async function comparePayments({
  pool,
  log,
}: Pick<PaymentPorts, 'pool' | 'log'>): Promise<void> {
  await askStale(pool);
  await inChange(pool, platform, 'payment.reconcile', compareBooks);
  const count = await countUnexplained(pool);
  if (count > 0) log.error({ count }, 'books of payments differ');
}
