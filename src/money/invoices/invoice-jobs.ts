import { inChange } from '../../foundation/audit/change-queries.ts';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { listDue, noteFailing } from './due-queries.ts';
import { issueDocuments } from './issue-documents.ts';
import { lockPaid } from './lock-paid.ts';

type InvoicePorts = Pick<PaymentPorts, 'pool' | 'clock' | 'log' | 'settings'>;

const atOnce = 200;
const platform = { kind: 'platform', name: 'invoices' } as const;
const never = new AbortController().signal;

/**
 * Issues what is due, each payment in a transaction of its own. One that fails stays due with the reason, is tried again
 * after a pause, and delays no other.
 */
export async function issueDue(ports: InvoicePorts, signal: AbortSignal = never): Promise<void> {
  if (signal.aborted) return;
  const { pool, clock, log, settings } = ports;
  const { timeZone } = settings;
  for (const due of await listDue(pool, atOnce, clock.databaseNow())) {
    if (signal.aborted) return;
    try {
      await inChange(pool, platform, 'invoice.issue', async (change) => {
        const now = clock.databaseNow();
        const paid = await lockPaid(change, due, now);
        if (paid) await issueDocuments(change, paid, { timeZone, now });
      });
    } catch (error) {
      const said = faultOf(error);
      const fault = error instanceof Refused ? error.text : { en: said, zh: said };
      log.error({ payment: due.paymentId, fault: fault.en }, 'an invoice was not issued');
      await noteFailing(pool, due, fault, clock.databaseNow());
    }
  }
}
