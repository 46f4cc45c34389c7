import { sanitize } from '../../foundation/redact.ts';
import { noteContact } from './contact-queries.ts';
import type { Payment } from './payment.ts';
import type { PaymentPorts } from './payment-ports.ts';
import { noteBegun } from './payment-queries.ts';

type Noting = Pick<PaymentPorts, 'pool' | 'clock' | 'log'>;

/** Keeps that the vendor has the order. */
export async function noteStarted(
  { pool, clock }: Noting,
  payment: Payment,
  begun: Parameters<typeof noteBegun>[2],
): Promise<void> {
  await noteBegun(pool, payment, begun);
  await noteContact(pool, payment, { what: 'begun' }, clock.databaseNow());
}

/** Keeps why the vendor did not take an order, or that nobody knows; returns the vendor's words, safe to store. */
export async function noteNotStarted(
  { pool, clock, log }: Noting,
  payment: Payment,
  failure: { kind: string; detail: string },
  words: string,
): Promise<string> {
  const detail = sanitize(failure.detail);
  const { providerCode: provider, paymentId } = payment;
  log.warn({ provider, payment: paymentId, ...failure, detail }, words);
  const what = failure.kind === 'unknown' ? 'lost' : 'refused';
  await noteContact(pool, payment, { what, detail }, clock.databaseNow());
  return detail;
}
