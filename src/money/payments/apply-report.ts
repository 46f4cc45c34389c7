import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange } from '../../foundation/audit/change-queries.ts';
import { Refused } from '../../foundation/contract/refusals/refused.ts';
import { formatMoney, type Money } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import { findClosure } from '../../people/accounts/closure-queries.ts';
import type { PaidReport, PaymentReport } from '../../vendors/providers/payment.ts';
import { moveForPayment } from '../ledger/queries.ts';
import { stopAutoTopUp } from './auto-topup-queries.ts';
import { type GoneElsewhere, goneElsewhere } from './charge.ts';
import { lateDetail, orderNoOf, type Payment, totalOf } from './payment.ts';
import type { PaymentPorts } from './payment-ports.ts';
import {
  endUnpaid,
  isRefUsed,
  lockPayment,
  markPaid,
  recordTopUp,
  setAside,
  setDisputed,
  setTakenBack,
} from './payment-queries.ts';
import { keepSavedMethod, noteSavedMethod } from './saved-method-queries.ts';
import { topUpBody } from './show-payment.ts';

export const platform = { kind: 'platform', name: 'payments' } as const;

type Deciding = Pick<PaymentPorts, 'pool' | 'clock' | 'log'>;

/**
 * Carries out what a vendor's books say of a payment. The payment is locked, so whatever arrives, however often and
 * in whatever order, it is credited once.
 */
export async function applyReport(
  ports: Deciding,
  payment: Payment,
  report: PaymentReport,
): Promise<void> {
  if (report.state === 'open') return;
  const action: Act = payment.state === 'paid' ? 'payment.take-back' : 'payment.credit';
  try {
    await decideLocked(ports, payment, action, (change, locked) =>
      carryOut(ports, change, locked, report),
    );
  } catch (error) {
    // The wallet has no space for it: the money is there, so a person decides.
    if (!(error instanceof Refused) || report.state !== 'paid') throw error;
    const detail = `it cannot be credited: ${error.message}`;
    await decideLocked(ports, payment, action, async (change, locked) => {
      if (locked.state !== 'paid') await putAside(ports, change, locked, report, detail);
      await noteMethod(ports, change, locked, report);
    });
  }
}

function decideLocked(
  { pool, clock }: Deciding,
  payment: Payment,
  action: Act,
  decide: (change: Change, locked: Payment) => Promise<void>,
): Promise<void> {
  return inChange(pool, platform, action, async (change) => {
    const locked = await lockPayment(change, payment, clock.databaseNow());
    if (locked) await decide(change, locked);
  });
}

async function carryOut(
  ports: Deciding,
  change: Change,
  payment: Payment,
  report: Exclude<PaymentReport, { state: 'open' }>,
): Promise<void> {
  if (report.state === 'paid') return carryOutPaid(ports, change, payment, report);
  const { state } = payment;
  if (state !== 'pending') return;
  if (report.state === 'absent') {
    // The order may still be on its way to the vendor.
    if (payment.isSettled) await endPending(ports, change, payment, 'failed', 'no such order');
    return;
  }
  const { because, detail } = report;
  const ended = because === 'failed' ? 'failed' : 'expired';
  await stopAutoTopUp(change, payment, 'declined');
  await endPending(ports, change, payment, ended, sanitize(detail));
}

async function carryOutPaid(
  ports: Deciding,
  change: Change,
  payment: Payment,
  report: PaidReport,
): Promise<void> {
  const { state } = payment;
  if (state !== 'mismatched' && state !== 'ignored') {
    const paid = state === 'paid' ? payment : await credit(ports, change, payment, report);
    if (paid) await takeBack(ports, change, paid, report);
  }
  // After the credit, which decides whether the method is used.
  await noteMethod(ports, change, payment, report);
}

/** The vendor has the method whatever became of the payment, so it is noted to be removed one day. */
async function noteMethod(
  { clock }: Deciding,
  change: Change,
  payment: Payment,
  { saved }: PaidReport,
): Promise<void> {
  if (payment.saves && saved) await noteSavedMethod(change, payment, saved, clock.databaseNow());
}

async function endPending(
  { clock }: Deciding,
  change: Change,
  payment: Payment,
  state: 'failed' | 'expired',
  detail: string,
): Promise<void> {
  await endUnpaid(change, payment, { state, detail }, clock.databaseNow());
  await recordTopUp(change, payment, 'topup.failed', { ...topUpBody(payment), state });
}

/** Credits what was paid if it is what was asked for. Returns the paid payment, or undefined if it was put aside. */
async function credit(
  ports: Deciding,
  change: Change,
  payment: Payment,
  report: PaidReport,
): Promise<Payment | undefined> {
  const difference = await findDifference(change, payment, report);
  if (difference) {
    await putAside(ports, change, payment, report, difference);
    return undefined;
  }
  const wasOver = payment.state !== 'pending';
  const paid = {
    credited: totalOf(payment),
    creditedCharged: payment.charged,
    fee: payment.fee,
    paymentRef: sanitize(report.paymentRef),
    paidAt: report.paidAt,
    detail: wasOver ? lateDetail(payment.state) : '',
  };
  await markPaid(change, payment, paid, ports.clock.databaseNow());
  await creditWallet(change, payment, paid);
  const now = ports.clock.databaseNow();
  if (payment.saves && report.saved) await keepSavedMethod(change, payment, report.saved, now);
  const body = { ...topUpBody(payment), isLate: wasOver };
  await recordTopUp(change, payment, 'topup.succeeded', body);
  return { ...payment, ...paid, state: 'paid' };
}

/** What the wallet gets, and the fee as an entry of its own. */
export async function creditWallet(
  change: Change,
  { accountId, mode, paymentId }: Payment,
  { credited, fee }: { credited: Money; fee: Money },
): Promise<void> {
  const owner = { accountId, mode, orderNo: orderNoOf(paymentId) };
  const reason = '';
  await moveForPayment(change, { ...owner, what: '', kind: 'top_up', amount: credited, reason });
  if (fee === 0n) return;
  const taken = { kind: 'adjust', amount: -fee, reason: 'payment fee' } as const;
  await moveForPayment(change, { ...owner, what: 'fee', ...taken });
}

async function findDifference(
  change: Change,
  payment: Payment,
  { amount, currency, paymentRef }: PaidReport,
): Promise<string | undefined> {
  const { charged, chargedCurrency } = payment;
  if (currency.toUpperCase() !== chargedCurrency || amount !== charged) {
    const [asked, paid] = [charged, amount].map(formatMoney);
    return `asked for ${asked} ${chargedCurrency}, paid ${paid} ${sanitize(currency, 10)}`;
  }
  if (await isRefUsed(change, payment, sanitize(paymentRef))) {
    return `the vendor's payment ${sanitize(paymentRef)} paid for another order`;
  }
  const isClosed = (await findClosure(change, payment.accountId)) !== undefined;
  return isClosed ? 'the account is closed' : undefined;
}

async function putAside(
  { clock, log }: Deciding,
  change: Change,
  payment: Payment,
  { paymentRef, paidAt }: PaidReport,
  detail: string,
): Promise<void> {
  const aside = { state: 'mismatched', detail, paymentRef: sanitize(paymentRef), paidAt } as const;
  await setAside(change, payment, aside, clock.databaseNow());
  await stopAutoTopUp(change, payment, 'mismatched');
  log.error({ payment: payment.paymentId, detail }, 'a payment waits for a person');
}

/**
 * Follows what the vendor's books say was paid back without us, by the operator there or by the payer's bank. Such
 * money is gone, so it leaves the wallet even if it was spent; what comes back later is credited again.
 */
async function takeBack(
  { clock, log }: Deciding,
  change: Change,
  payment: Payment,
  report: PaidReport,
): Promise<void> {
  const { accountId, mode, paymentId, corrections } = payment;
  const gone = goneElsewhere(payment, report);
  const isNews = (name: keyof GoneElsewhere) => gone[name] !== payment[name];
  if (isNews('disputed') || isNews('disputedCharged'))
    await setDisputed(change, payment, gone, clock.databaseNow());
  if (!isNews('takenBack') && !isNews('takenBackCharged')) return;
  await setTakenBack(change, payment, gone, clock.databaseNow());
  const more = gone.takenBack - payment.takenBack;
  if (more === 0n) return;
  await moveForPayment(change, {
    ...{ accountId, mode, orderNo: orderNoOf(paymentId), kind: 'adjust', amount: -more },
    ...{ what: `taken back ${corrections + 1}`, reason: 'payment taken back', isForced: true },
  });
  log.warn({ payment: paymentId, amount: formatMoney(gone.takenBack) }, 'a payment was taken back');
  if (more < 0n) return;
  await stopAutoTopUp(change, payment, 'taken_back');
  const body = { ...topUpBody(payment), refunded: formatMoney(more), because: 'taken_back' };
  await recordTopUp(change, payment, 'topup.refunded', body);
}
