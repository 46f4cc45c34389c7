import { sanitize } from '../../foundation/redact.ts';
import { failureOf } from '../../vendors/providers/open-provider.ts';
import type { InAppBegun, InAppPayments } from '../../vendors/providers/payment.ts';
import { noteContact } from './contact-queries.ts';
import { orderOf, type Payment } from './payment.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import { noteBegun } from './payment-queries.ts';

/**
 * Creates the order of a payment inside an app, for the payer whom the code names. The page may do this again and again: it
 * stays one order. A failure does not end the payment, because its payer can come again.
 */
export async function beginInApp(
  ports: PaymentPorts,
  payment: Payment,
  inApp: InAppPayments,
  code: string,
): Promise<InAppBegun> {
  const { pool, clock, log } = ports;
  const { title, expiresAt, show } = payment;
  const begun = await within(ports, (context) =>
    inApp.begin({ ...orderOf(payment), title, expiresAt }, code, context),
  ).catch((fault): InAppBegun => failureOf(fault));
  if (begun.kind === 'started') {
    await noteBegun(pool, payment, { vendorRef: begun.vendorRef, show, expiresAt });
    await noteContact(pool, payment, { what: 'begun' }, clock.databaseNow());
    return begun;
  }
  const detail = sanitize(begun.detail);
  const { paymentId, providerCode: provider } = payment;
  log.warn(
    { provider, payment: paymentId, ...begun, detail },
    'a payment in an app was not started',
  );
  const what = begun.kind === 'unknown' ? 'lost' : 'refused';
  await noteContact(pool, payment, { what, detail }, clock.databaseNow());
  return begun;
}
