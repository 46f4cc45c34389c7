import { randomUUIDv7 } from 'node:crypto';
import type { Act } from '../../foundation/audit/acts.ts';
import { type Change, inChange, noteChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { type Money, paidText } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import { findAccount } from '../../people/accounts/queries.ts';
import { failureOf } from '../../vendors/providers/open-provider.ts';
import type { PaymentBegun } from '../../vendors/providers/payment.ts';
import { platform } from './apply-report.ts';
import { noteNotStarted, noteStarted } from './note-begun.ts';
import { orderNoOf, orderOf, type Payment, payPath } from './payment.ts';
import { costOf, type PaymentOffer } from './payment-offer.ts';
import { chooseOffer } from './payment-offers.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import {
  countPayable,
  endUnpaid,
  insertPayment,
  lockPayment,
  noteBegun,
} from './payment-queries.ts';
import { notedOf } from './show-payment.ts';

/** Stripe takes no shorter life than half an hour. */
export const lifeMs = 60 * 60_000;
const longestTitle = 60;
/** Each is an order at the vendor, which is asked about again and again. */
const mostPayable = 100;

export interface WantedPayment {
  /** Makes the change in the name of who pays. */
  change(action: Act, work: (change: Change) => Promise<Payment>): Promise<Payment>;
  amount: Money;
  provider?: string | undefined;
  method?: string | undefined;
  /** What the payer was shown that he pays: he is not asked for anything else. */
  shown?: { amount: Money; currency: string } | undefined;
  reference: string;
  /** Of the page to which the payer returns; it may name the payment. */
  returnUrl(paymentId: string): string;
  language: Language;
  /** Whether the vendor shall save the method, for automatic top-ups. */
  saves?: boolean;
  /** Of the Idempotency-Key and body; null without a key. */
  claimHash: Buffer | null;
}

/**
 * Begins a payment. It is stored before the vendor is asked, outside every transaction. If the vendor's answer is
 * lost, the payment stays pending and the jobs ask what became of it.
 */
export async function beginPayment(
  ports: PaymentPorts,
  owner: Owner,
  wanted: WantedPayment,
): Promise<Payment> {
  const offer = await chooseOffer(ports, owner, wanted);
  requireShown(offer, wanted);
  await requireSpace(ports, owner, wanted.claimHash);
  const payment = await storePayment(ports, owner, offer, wanted);
  // The same request has begun it before.
  if (payment.show !== null) return payment;
  // A repeat whose first answer was lost asks the provider of then, whatever the default is now.
  const { providerCode, expiresAt, returnUrl, language, saves } = payment;
  const provider = ports.providers.get(providerCode) ?? fail('payment_method_unavailable');
  if (provider.methods[payment.method]?.app) return awaitPayer(ports, payment);
  const order = { ...orderOf(payment), method: payment.method, title: payment.title };
  const begun = await within(ports, (context) =>
    provider.begin({ ...order, returnUrl, expiresAt, language, saves }, context),
  ).catch((fault): PaymentBegun => failureOf(fault));
  if (begun.kind === 'started') {
    await noteStarted(ports, payment, begun);
    const { show, vendorRef } = begun;
    const ends = begun.expiresAt < expiresAt ? begun.expiresAt : expiresAt;
    return { ...payment, show, vendorRef, expiresAt: ends };
  }
  await noteNotStarted(ports, payment, begun, 'a payment was not started');
  if (begun.kind !== 'unknown') await failBegun(ports, payment, begun.detail);
  return fail('payment_not_started');
}

/** The vendor gets the order when the payer is on the page inside the app. */
async function awaitPayer({ pool, personUrl }: PaymentPorts, payment: Payment): Promise<Payment> {
  const { paymentId, expiresAt } = payment;
  const show = `${personUrl()}${payPath}${orderNoOf(paymentId)}`;
  await noteBegun(pool, payment, { vendorRef: null, show, expiresAt });
  return { ...payment, show };
}

function requireShown(offer: PaymentOffer, { amount, shown }: WantedPayment): void {
  const { charged, chargedCurrency: currency } = costOf(offer, amount);
  if (!shown || (shown.amount === charged && shown.currency === currency)) return;
  refuse('payment_total_changed', { total: paidText(charged, currency), currency });
}

async function storePayment(
  { pool, clock }: PaymentPorts,
  owner: Owner,
  offer: PaymentOffer,
  { amount, reference, returnUrl, language, claimHash, saves = false, ...wanted }: WantedPayment,
): Promise<Payment> {
  const { providerCode, method, currency } = offer;
  const title = await titleOf({ pool }, owner.accountId, language);
  const paymentId = randomUUIDv7();
  const cost = costOf(offer, amount);
  const stored = {
    ...{ ...owner, paymentId, providerCode, method, amount, ...cost, currency, title, language },
    ...{ reference, claimHash, returnUrl: returnUrl(paymentId), lifeMs },
    ...{ saves, savedRef: null },
  };
  return wanted.change('payment.begin', async (change) => {
    const payment = await insertPayment(change, stored, clock.databaseNow());
    const { accountId } = owner;
    // A repeat changes nothing.
    if (payment.paymentId !== paymentId) return payment;
    await noteChange(change, {
      ...{ accountId, action: 'payment.begin', subject: 'payments', before: null },
      ...{ key: { payment_id: paymentId }, after: { mode: owner.mode, ...notedOf(payment) } },
    });
    return payment;
  });
}

/** Requests at the same time may exceed the limit by their number, which harms nobody. */
async function requireSpace(
  { pool, clock }: PaymentPorts,
  owner: Owner,
  claimHash: Buffer | null,
): Promise<void> {
  const { count, isBegun, waitMs } = await countPayable(
    pool,
    owner,
    claimHash,
    clock.databaseNow(),
  );
  if (count < mostPayable || isBegun) return;
  const policy = { name: 'payments', quota: mostPayable, windowSeconds: lifeMs / 1000 };
  throw refusal('too_many_payments', waitMs, policy);
}

/** The caller gets an error and knows no ID, so no event is written. */
function failBegun({ pool, clock }: PaymentPorts, payment: Payment, detail: string): Promise<void> {
  return inChange(pool, platform, 'payment.credit', async (change) => {
    const locked = await lockPayment(change, payment, clock.databaseNow());
    if (locked?.state !== 'pending') return;
    const failed = { state: 'failed', detail: sanitize(detail) } as const;
    await endUnpaid(change, locked, failed, clock.databaseNow());
  });
}

/** What the payer reads at the vendor. */
export async function titleOf(
  { pool }: { pool: Queryable },
  accountId: number,
  language: Language,
): Promise<string> {
  const { name = '' } = (await findAccount(pool, accountId)) ?? {};
  const title = language === 'zh' ? `${name} 充值` : `Top-up of ${name}`;
  return sanitize(title, longestTitle);
}
