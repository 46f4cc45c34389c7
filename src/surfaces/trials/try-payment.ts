import { randomUUIDv7 } from 'node:crypto';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import { failureOf, openPayments } from '../../vendors/providers/open-provider.ts';
import type { PaymentBegun, PaymentVendor } from '../../vendors/providers/payment.ts';
import type { OpenedTrial } from './open-trial.ts';

interface PaymentTrial {
  currency: string;
  publicUrl: string;
  timeoutMs: number;
}

const amount = 10_000n;
/** Stripe takes no order that ends within half an hour. */
const lifeMs = 40 * 60_000;

/** Nobody gave it out: a vendor that would tell who pays inside an app says that it is not valid. */
const nobodysCode = '0'.repeat(32);

/**
 * Begins an order of 1.00, asks for it and closes it. Nobody pays it. A vendor that lacks the platform's currency gets one of its own.
 * Inside an app none can be begun without a payer, so only the settings for it are tried.
 */
export async function tryPayment(
  vendor: PaymentVendor,
  draft: DraftProvider,
  { tools }: OpenedTrial,
  { currency: usual, publicUrl, timeoutMs }: PaymentTrial,
): Promise<PaymentBegun> {
  const method = Object.keys(vendor.methods)[0] ?? '';
  const own = vendor.currencies === 'all' ? [] : vendor.currencies;
  const currency = own[0] === undefined || own.includes(usual) ? usual : own[0];
  const { begin, query, close, inApp } = openPayments(vendor, { ...draft, tools });
  const orderNo = randomUUIDv7().replaceAll('-', '').toUpperCase();
  const context = () => ({ signal: AbortSignal.timeout(timeoutMs) });
  const expiresAt = new Date(tools.clock.now().getTime() + lifeMs);
  const asked = { orderNo, amount, currency, title: 'Test', expiresAt };
  const begun = await begin(
    { ...asked, method, returnUrl: `${publicUrl}/`, language: 'en' },
    context(),
  );
  if (begun.kind !== 'started') return begun;
  const order = { orderNo, vendorRef: begun.vendorRef, amount, currency };
  try {
    await query(order, context());
    await close(order, context());
    const visit = await inApp?.begin(asked, nobodysCode, context());
    const isFault = visit?.kind === 'unavailable' || visit?.kind === 'unknown';
    return isFault ? visit : begun;
  } catch (fault) {
    return failureOf(fault);
  }
}
