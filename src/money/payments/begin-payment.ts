import { randomUUIDv7 } from 'node:crypto';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import type { Owner } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Money } from '../../foundation/money.ts';
import { sanitize } from '../../foundation/redact.ts';
import { findAccount } from '../../people/accounts/queries.ts';
import { failureOf } from '../../vendors/providers/open-provider.ts';
import type { PaymentBegun } from '../../vendors/providers/payment.ts';
import { platform } from './apply-report.ts';
import { orderOf, type Payment } from './payment.ts';
import { feeOf } from './payment-offer.ts';
import { chooseOffer } from './payment-offers.ts';
import { type PaymentPorts, within } from './payment-ports.ts';
import {
  countPayable,
  endUnpaid,
  insertPayment,
  lockPayment,
  noteBegun,
} from './payment-queries.ts';

/** Stripe takes no shorter life than half an hour. */
const lifeMs = 60 * 60_000;
const longestTitle = 60;
/** Each is an order at the vendor, which is asked about again and again. */
const mostPayable = 100;

export interface WantedPayment {
  amount: Money;
  provider?: string | undefined;
  method?: string | undefined;
  reference: string;
  returnUrl: string;
  language: Language;
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
  { amount, provider: wanted, method: wantedMethod, ...asked }: WantedPayment,
): Promise<Payment> {
  const { pool, clock, providers } = ports;
  const offer = await chooseOffer(ports, owner, { provider: wanted, method: wantedMethod, amount });
  const { providerCode, method, currency } = offer;
  await requireSpace(ports, owner, asked.claimHash);
  const title = await titleOf(ports, owner.accountId, asked.language);
  const payment = await insertPayment(
    pool,
    {
      ...{ ...owner, ...asked, amount, fee: feeOf(offer, amount), currency, title, method, lifeMs },
      ...{ paymentId: randomUUIDv7(), providerCode },
    },
    clock.databaseNow(),
  );
  // The same request has begun it before.
  if (payment.show !== null) return payment;
  // A repeat whose first answer was lost asks the provider of then, whatever the default is now.
  const provider = providers.get(payment.providerCode) ?? fail('payment_method_unavailable');
  const { expiresAt, returnUrl, language } = payment;
  const order = { ...orderOf(payment), method: payment.method, title: payment.title };
  const begun = await within(ports, (context) =>
    provider.begin({ ...order, returnUrl, expiresAt, language }, context),
  ).catch((fault): PaymentBegun => failureOf(fault));
  if (begun.kind === 'started') {
    await noteBegun(pool, payment, begun);
    const { show, vendorRef } = begun;
    const ends = begun.expiresAt < expiresAt ? begun.expiresAt : expiresAt;
    return { ...payment, show, vendorRef, expiresAt: ends };
  }
  const about = { provider: provider.code, payment: payment.paymentId, ...begun };
  ports.log.warn({ ...about, detail: sanitize(begun.detail) }, 'a payment was not started');
  if (begun.kind !== 'unknown') await failBegun(ports, payment, begun.detail);
  return fail('payment_not_started');
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
async function titleOf(
  { pool }: Pick<PaymentPorts, 'pool'>,
  accountId: number,
  language: Language,
): Promise<string> {
  const { name = '' } = (await findAccount(pool, accountId)) ?? {};
  const title = language === 'zh' ? `${name} 充值` : `Top-up of ${name}`;
  return sanitize(title, longestTitle);
}
