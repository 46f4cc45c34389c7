import { failureOf } from '../../vendors/providers/open-provider.ts';
import type { InAppBegun, InAppPayments } from '../../vendors/providers/payment.ts';
import { noteNotStarted, noteStarted } from './note-begun.ts';
import { orderOf, type Payment } from './payment.ts';
import { type PaymentPorts, within } from './payment-ports.ts';

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
  const { title, expiresAt, show } = payment;
  const begun = await within(ports, (context) =>
    inApp.begin({ ...orderOf(payment), title, expiresAt }, code, context),
  ).catch((fault): InAppBegun => failureOf(fault));
  if (begun.kind === 'started') {
    await noteStarted(ports, payment, { vendorRef: begun.vendorRef, show, expiresAt });
    return begun;
  }
  await noteNotStarted(ports, payment, begun, 'a payment in an app was not started');
  return begun;
}
