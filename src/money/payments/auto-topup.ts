import { randomUUIDv7 } from 'node:crypto';
import { type Change, inChange, noteChange } from '../../foundation/audit/change-queries.ts';
import { type Detail, fail } from '../../foundation/contract/errors/errors.ts';
import { problem } from '../../foundation/contract/text/problems.ts';
import { type Money, paidText, smallestUnit } from '../../foundation/money.ts';
import { failureOf } from '../../vendors/providers/open-provider.ts';
import type { PaymentCharged } from '../../vendors/providers/payment.ts';
import { platform } from './apply-report.ts';
import { askPayment } from './ask-payment.ts';
import {
  type AutoTopUp,
  type AutoTopUpTerms,
  type DueWallet,
  findAutoTopUp,
  setAutoTopUp,
  stopAutoTopUp,
  takeLowWallet,
} from './auto-topup-queries.ts';
import { lifeMs, titleOf } from './begin-payment.ts';
import { noteNotStarted, noteStarted } from './note-begun.ts';
import { orderOf, type Payment } from './payment.ts';
import { costOf } from './payment-offer.ts';
import { findAmountProblem, offersOf } from './payment-offers.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import { endUnpaid, insertPayment, lockPayment, recordTopUp } from './payment-queries.ts';
import { notedOf, topUpBody } from './show-payment.ts';

const never = new AbortController().signal;
const atOnce = 10;

/** Automatic top-ups are for live wallets: a test wallet has no cards, and is filled by the operator. */
const mode = 'live';

const timeOf = ({ clock, settings }: Pick<PaymentPorts, 'clock' | 'settings'>) => ({
  timeZone: settings.timeZone,
  now: clock.databaseNow(),
});

export function readAutoTopUp(
  ports: PaymentPorts,
  accountId: number,
): Promise<AutoTopUp | undefined> {
  return findAutoTopUp(ports.pool, accountId, timeOf(ports));
}

/** Sets what a customer wants, if it can be paid so. */
export async function changeAutoTopUp(
  change: Change,
  { settings }: Pick<PaymentPorts, 'settings'>,
  accountId: number,
  terms: AutoTopUpTerms,
): Promise<void> {
  const { currency } = settings;
  const unit = smallestUnit(currency);
  const { threshold, amount, monthlyCap } = terms;
  const details: Detail[] = [];
  const least = (field: string, value: Money, limit: Money) => {
    const asked = problem('too_little', { limit: paidText(limit, currency) });
    if (value < limit) details.push({ field, problem: asked });
  };
  least('threshold', threshold, 1n);
  least('amount', amount, unit);
  least('monthlyCap', monthlyCap, amount);
  if (amount % unit !== 0n) {
    details.push({
      field: 'amount',
      problem: problem('not_multiple', { unit: paidText(unit, currency) }),
    });
  }
  if (details.length > 0) fail('invalid_request', { details });
  await setAutoTopUp(change, accountId, terms);
}

/** Begins a payment for each wallet that is below its threshold. */
export async function topUpLowWallets(
  ports: PaymentPorts,
  signal: AbortSignal = never,
): Promise<void> {
  while (!signal.aborted) {
    const payments: Payment[] = [];
    let isMore = true;
    while (isMore && payments.length < atOnce) {
      const begun = await beginForWallet(ports);
      isMore = begun !== undefined;
      if (begun?.payment) payments.push(begun.payment);
    }
    await Promise.all(payments.map((payment) => chargePayment(ports, payment)));
    if (!isMore) return;
  }
}

/**
 * Stores the payment of one wallet, in the transaction that takes the wallet; undefined if there is none to take.
 * What is not begun, because the month's cap is reached or the method is not offered now, is looked at again later.
 */
function beginForWallet(ports: PaymentPorts): Promise<{ payment?: Payment } | undefined> {
  return inChange(ports.pool, platform, 'payment.automatic', async (change) => {
    const taken = await takeLowWallet(change, timeOf(ports));
    if (!taken) return undefined;
    const { wallet } = taken;
    if (!wallet) return {};
    const { accountId, amount, providerCode, savedRef } = wallet;
    const offer = await offerFor(ports, wallet);
    if (!offer) return {};
    const cost = costOf(offer, amount);
    if (wallet.spent + amount + cost.fee > wallet.monthlyCap) return {};
    const paymentId = randomUUIDv7();
    const { method, currency } = offer;
    const payment = await insertPayment(
      change,
      {
        ...{ accountId, paymentId, mode, providerCode, method, amount, currency, savedRef },
        ...cost,
        ...{ reference: 'automatic', returnUrl: '', language: 'en', claimHash: null, lifeMs },
        ...{ title: await titleOf({ pool: change }, accountId, 'en'), saves: false },
      },
      ports.clock.databaseNow(),
    );
    await noteChange(change, {
      ...{ accountId, action: 'payment.automatic', subject: 'payments', before: null },
      ...{ key: { payment_id: paymentId }, after: notedOf(payment) },
    });
    return { payment };
  });
}

async function offerFor(ports: PaymentPorts, { accountId, amount, providerCode }: DueWallet) {
  const offers = await offersOf(ports, { accountId, mode });
  return offers.find(
    (each) =>
      each.providerCode === providerCode &&
      each.saves &&
      findAmountProblem(each, amount) === undefined,
  );
}

/**
 * Charges the saved method. Its answer credits nothing: the vendor's books do. If the answer is lost, the jobs ask
 * what became of the payment.
 */
async function chargePayment(ports: PaymentPorts, payment: Payment): Promise<void> {
  const { providerCode, title, savedRef } = payment;
  const charge = ports.providers.get(providerCode)?.charge;
  if (!charge || savedRef === null) return;
  // A server that slept since it stored the payment is too late: the payment counts as absent, and the next may be under way.
  const current = await lockPayment(ports.pool, payment, ports.clock.databaseNow());
  if (current?.state !== 'pending' || current.isSettled) return;
  const { orderNo, amount, currency } = orderOf(payment);
  const charged = await within(ports, (context) =>
    charge({ orderNo, amount, currency, savedRef, title }, context),
  ).catch((fault): PaymentCharged => failureOf(fault));
  if (charged.kind === 'started') {
    const { vendorRef } = charged;
    await noteStarted(ports, payment, { vendorRef, show: null, expiresAt: payment.expiresAt });
    return askPayment(ports, { ...payment, vendorRef });
  }
  const detail = await noteNotStarted(ports, payment, charged, 'a saved method was not charged');
  if (charged.kind !== 'unknown') {
    await endUncharged(ports, payment, detail, charged.kind === 'rejected');
  }
}

/** A vendor that refuses will refuse again, so the automatic top-up ends; one that is not there is asked later. */
function endUncharged(
  { pool, clock }: PaymentPorts,
  payment: Payment,
  detail: string,
  isRefused: boolean,
): Promise<void> {
  return inChange(pool, platform, 'payment.automatic', async (change) => {
    const now = clock.databaseNow();
    const locked = await lockPayment(change, payment, now);
    if (locked?.state !== 'pending') return;
    await endUnpaid(change, locked, { state: 'failed', detail }, now);
    await recordTopUp(change, locked, 'topup.failed', { ...topUpBody(locked), state: 'failed' });
    if (isRefused) await stopAutoTopUp(change, locked, 'declined');
  });
}
