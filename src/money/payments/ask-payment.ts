import { inChange } from '../../foundation/audit/change-queries.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import { sanitize } from '../../foundation/redact.ts';
import type { PaymentProvider, PaymentReport } from '../../vendors/providers/payment.ts';
import { applyReport, platform } from './apply-report.ts';
import { askDoneRefunds } from './ask-refund.ts';
import { stopAutoTopUp } from './auto-topup-queries.ts';
import { noteContact } from './contact-queries.ts';
import { idOfOrder, orderOf, type Payment } from './payment.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import { findNamed, lockPayment, makeDue, setAside, stopAsking } from './payment-queries.ts';
import { noteReport, readAskedAt } from './report-queries.ts';

const hourMs = 3_600_000;
/** Payers' banks take money back for up to half a year. */
const disputeHours = 180 * 24;

/** Handles a vendor's notice: asks about the orders that it names, whatever else it says. */
export async function askAboutOrders(
  ports: PaymentPorts,
  providerCode: string,
  orderNos: readonly string[],
): Promise<void> {
  const ids = orderNos.flatMap((orderNo) => idOfOrder(orderNo) ?? []);
  if (ids.length === 0) return;
  const { pool, clock } = ports;
  const payments = await findNamed(pool, providerCode, ids, clock.databaseNow());
  // If this process dies while it asks, the job asks at once.
  for (const payment of payments) {
    await makeDue(pool, payment, clock.databaseNow());
    await noteContact(pool, payment, { what: 'notice' }, clock.databaseNow());
  }
  await Promise.all(payments.map((payment) => askPayment(ports, payment)));
}

/** Asks the vendor about a payment and carries out the answer. Without an answer nothing changes. */
export async function askPayment(ports: PaymentPorts, payment: Payment): Promise<void> {
  const { providerCode, paymentId } = payment;
  const about = { provider: providerCode, payment: paymentId };
  const provider = ports.providers.get(providerCode);
  let report: PaymentReport | undefined;
  if (provider) report = await askProvider(ports, provider, payment);
  else ports.log.warn(about, 'a payment waits for a removed provider');
  if (report) await applyReport(ports, payment, report);
  if (report?.state === 'paid' && report.refunded < payment.refundedCharged) {
    await askDoneRefunds(ports, payment);
  }
  await giveUp(ports, payment, provider?.horizonHours ?? 0, report);
}

/** The vendor's answer; undefined if there is none, or if a newer one is known, which is carried out by who got it. */
async function askProvider(
  ports: PaymentPorts,
  provider: PaymentProvider,
  payment: Payment,
): Promise<PaymentReport | undefined> {
  const { pool, clock } = ports;
  const askedAt = await readAskedAt(pool, clock.databaseNow());
  const report = await queryVendor(ports, provider, payment);
  await noteContact(pool, payment, contactOf(report), clock.databaseNow());
  if (!report) return undefined;
  const isNewest = await noteReport(pool, payment, report, { askedAt, now: clock.databaseNow() });
  return isNewest ? report : undefined;
}

function contactOf(report: PaymentReport | undefined) {
  if (!report) return { what: 'silent' } as const;
  const detail = 'detail' in report ? sanitize(report.detail) : '';
  return { what: report.state, detail } as const;
}

/** The vendor's report; undefined, with a log entry, if it gave none. An overdue order is closed first. */
async function queryVendor(
  ports: PaymentPorts,
  provider: PaymentProvider,
  payment: Payment,
): Promise<PaymentReport | undefined> {
  const about = { provider: provider.code, payment: payment.paymentId };
  const { close, query } = provider;
  const order = orderOf(payment);
  if (payment.state === 'pending' && payment.isOverdue) {
    try {
      await within(ports, (context) => close(order, context));
    } catch (error) {
      // It may be paid, which the query tells.
      ports.log.warn({ ...about, fault: faultOf(error) }, 'an order was not closed');
    }
  }
  try {
    const report = await within(ports, (context) => query(order, context));
    const isAwaited = payment.state === 'pending' && provider.methods[payment.method]?.app;
    return isAwaited && report.state === 'absent' ? awaitedReport(payment) : report;
  } catch (error) {
    ports.log.warn({ ...about, fault: faultOf(error) }, 'a provider did not report a payment');
    return undefined;
  }
}

/** The vendor gets no order before the payer is there, so that it has none means nothing until the time is over. */
function awaitedReport({ isOverdue }: Payment): PaymentReport {
  return isOverdue
    ? { state: 'ended', because: 'expired', detail: 'the payer did not come' }
    : { state: 'open', detail: 'the payer has not come yet' };
}

/** Past the vendor's horizon nothing more can be learned: an open payment then waits for a person. */
async function giveUp(
  { pool, clock, log }: PaymentPorts,
  payment: Payment,
  horizonHours: number,
  report: PaymentReport | undefined,
): Promise<void> {
  const { state, expiresAt, paidAt } = payment;
  const now = clock.databaseNow() ?? new Date();
  const hours = (now.getTime() - (paidAt ?? expiresAt).getTime()) / hourMs;
  if (state === 'paid') {
    if (hours > disputeHours) await stopAsking(pool, payment, state);
    return;
  }
  if (hours <= horizonHours + 24) return;
  if (state !== 'pending') return stopAsking(pool, payment, state);
  const said = report && 'detail' in report ? sanitize(report.detail) : 'no answer';
  await inChange(pool, platform, 'payment.credit', async (change) => {
    const locked = await lockPayment(change, payment, clock.databaseNow());
    if (locked?.state !== 'pending') return;
    const detail = `its vendor never said how it ended: ${said}`;
    const aside = { state: 'mismatched', detail, paymentRef: null, paidAt: null } as const;
    await setAside(change, locked, aside, clock.databaseNow());
    await stopAutoTopUp(change, locked, 'mismatched');
    log.error({ payment: payment.paymentId, detail }, 'a payment waits for a person');
  });
}
