import { inChange } from '../../foundation/audit/change-queries.ts';
import { faultOf } from '../../foundation/db/faults.ts';
import { formatMoney } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import type {
  PaymentProvider,
  RefundOrder,
  RefundReport,
} from '../../vendors/providers/payment.ts';
import type { Failure } from '../../vendors/providers/provider.ts';
import { moveForPayment } from '../ledger/queries.ts';
import { platform } from './apply-report.ts';
import { orderNoOf, orderOf, type Payment } from './payment.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import {
  addRefunded,
  findAnyPayment,
  lockPayment,
  makeDue,
  recordTopUp,
} from './payment-queries.ts';
import { endRefund, listRefunds, noteRefund, type Refund, readRefund } from './refund-queries.ts';
import { topUpBody } from './show-payment.ts';

/** Asks the vendor to carry out a refund, or what became of it, and carries out the answer. */
export async function askRefund(ports: PaymentPorts, refund: Refund): Promise<void> {
  const { pool, log } = ports;
  const payment = await findAnyPayment(pool, refund.paymentId);
  const provider = payment && ports.providers.get(payment.providerCode);
  const about = { payment: refund.paymentId, refund: refund.refundId };
  if (!provider) return log.warn(about, 'a refund waits for a removed provider');
  const order: RefundOrder = {
    ...orderOf(payment),
    ...{ refundNo: orderNoOf(refund.refundId), refund: refund.charged },
    ...{ paymentRef: payment.paymentRef ?? '', refundRef: refund.refundRef },
    reason: refund.reason,
  };
  let report: RefundReport | Failure;
  try {
    report = await askVendor(ports, provider, order, refund);
  } catch (error) {
    return log.warn({ ...about, fault: faultOf(error) }, 'a provider did not report a refund');
  }
  await applyRefund(ports, payment, refund, report);
}

/**
 * Asks what became of the refunds that were done, because the vendor's books say that less was paid back: a refund
 * can fail weeks later, when the payer's bank does not take it.
 */
export async function askDoneRefunds(ports: PaymentPorts, payment: Payment): Promise<void> {
  for (const refund of await listRefunds(ports.pool, payment)) {
    if (refund.state === 'done') await askRefund(ports, refund);
  }
}

/**
 * A refund that was asked for before may be done, and its vendor might refuse it as a repeat: so what became of it is
 * asked first. The refund's number makes a repeated request one refund.
 */
async function askVendor(
  ports: PaymentPorts,
  provider: PaymentProvider,
  order: RefundOrder,
  { state, asked }: Refund,
): Promise<RefundReport | Failure> {
  if (asked > 1 || state === 'done') {
    const report = await within(ports, (context) => provider.queryRefund(order, context));
    if (report.state !== 'absent' || state === 'done') return report;
  }
  return within(ports, (context) => provider.refund(order, context));
}

async function applyRefund(
  ports: PaymentPorts,
  payment: Payment,
  refund: Refund,
  report: RefundReport | Failure,
): Promise<void> {
  const { pool, log } = ports;
  const about = { payment: refund.paymentId, refund: refund.refundId };
  if ('kind' in report) {
    const detail = sanitize(report.detail) || report.reason;
    if (report.kind === 'rejected') return endRefundOf(ports, refund, 'failed', detail, null);
    log.warn({ ...about, outcome: report.kind, detail }, 'a refund was not carried out yet');
    return noteRefund(pool, refund, { refundRef: null, detail });
  }
  if (report.state === 'absent') {
    return noteRefund(pool, refund, { refundRef: null, detail: 'no such refund' });
  }
  const refundRef = sanitize(report.refundRef);
  if (report.state === 'pending') return noteRefund(pool, refund, { refundRef, detail: 'pending' });
  if (report.state === 'failed') {
    return endRefundOf(ports, refund, 'failed', sanitize(report.detail), refundRef);
  }
  const isAsked = report.amount === refund.charged;
  if (!isAsked || report.currency.toUpperCase() !== payment.chargedCurrency) {
    const detail = `the vendor says ${formatMoney(report.amount)} ${sanitize(report.currency, 10)}`;
    log.error({ ...about, detail }, 'a refund waits for a person');
    return noteRefund(pool, refund, { refundRef, detail });
  }
  return endRefundOf(ports, refund, 'done', '', refundRef);
}

/** Ends a refund, and once more if it fails after it was done. What was not paid back returns to the wallet. */
function endRefundOf(
  { pool, clock }: PaymentPorts,
  refund: Refund,
  state: 'done' | 'failed',
  detail: string,
  refundRef: string | null,
): Promise<void> {
  return inChange(pool, platform, 'payment.refund', async (change) => {
    const now = clock.databaseNow();
    const payment = await lockPayment(change, refund, now);
    const { state: known, amount, charged } = await readRefund(change, refund);
    const isNews = known === 'pending' || (known === 'done' && state === 'failed');
    if (!payment || !isNews) return;
    await endRefund(change, refund, { state, detail, refundRef }, now);
    if (state === 'failed') {
      const { accountId, mode, paymentId } = payment;
      await addRefunded(change, payment, { amount: -amount, charged: -charged });
      // A dispute may be why the vendor refused, and leaves the wallet now that the refund is off.
      await makeDue(change, payment, now);
      await moveForPayment(change, {
        ...{ accountId, mode, orderNo: orderNoOf(paymentId), kind: 'adjust', amount },
        ...{ what: `refund ${orderNoOf(refund.refundId)} returned`, reason: 'refund failed' },
      });
      return;
    }
    const body = { ...topUpBody(payment), refunded: formatMoney(amount), because: 'refund' };
    await recordTopUp(change, payment, 'topup.refunded', body);
  });
}
