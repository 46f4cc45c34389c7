import { askInQueues } from '../../vendors/providers/ask-provider-in-queue.ts';
import { askPayment } from './ask-payment.ts';
import { askRefund } from './ask-refund.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { takeDue } from './payment-queries.ts';
import { takeRefunds } from './refund-queries.ts';

const never = new AbortController().signal;

/** Asks about the payments that are due: a lost notice is found so. A silent vendor delays only its own payments. */
export function askDuePayments(ports: PaymentPorts, signal: AbortSignal = never): Promise<void> {
  return askInQueues({
    signal,
    take: (limit, jammed) => takeDue(ports.pool, ports.clock.databaseNow(), limit, jammed),
    queueOf: ({ providerCode }) => providerCode,
    ask: (payment) => askPayment(ports, payment),
  });
}

/** Carries out the refunds that are due, or asks what became of them. */
export function askDueRefunds(ports: PaymentPorts, signal: AbortSignal = never): Promise<void> {
  return askInQueues({
    signal,
    take: (limit, jammed) => takeRefunds(ports.pool, ports.clock.databaseNow(), limit, jammed),
    queueOf: ({ providerCode }) => providerCode,
    ask: (refund) => askRefund(ports, refund),
  });
}
