import { inChange } from '../../foundation/audit/change-queries.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { lockPayment } from '../payments/payment-queries.ts';
import { listDue } from './due-queries.ts';
import { issueDocuments } from './issue-documents.ts';

type InvoicePorts = Pick<PaymentPorts, 'pool' | 'clock' | 'log' | 'settings'>;

const atOnce = 200;
const platform = { kind: 'platform', name: 'invoices' } as const;
const never = new AbortController().signal;

/** Issues what is due, each payment in a transaction of its own. One that fails stays due, and delays no other. */
export async function issueDue(ports: InvoicePorts, signal: AbortSignal = never): Promise<void> {
  if (signal.aborted) return;
  const { pool, clock, log, settings } = ports;
  const { timeZone } = settings;
  for (const due of await listDue(pool, atOnce)) {
    if (signal.aborted) return;
    try {
      await inChange(pool, platform, 'invoice.issue', async (change) => {
        const now = clock.databaseNow();
        const payment = await lockPayment(change, due, now);
        if (payment) await issueDocuments(change, payment, { timeZone, now });
      });
    } catch (error) {
      log.error({ payment: due.paymentId, fault: faultOf(error) }, 'an invoice was not issued');
    }
  }
}
