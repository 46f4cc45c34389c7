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

/** Begins an order of 1.00, asks for it and closes it. Nobody pays it. A vendor that lacks the platform's currency gets one of its own. */
export async function tryPayment(
  vendor: PaymentVendor,
  draft: DraftProvider,
  { tools }: OpenedTrial,
  { currency: usual, publicUrl, timeoutMs }: PaymentTrial,
): Promise<PaymentBegun> {
  const method = Object.keys(vendor.methods)[0] ?? '';
  const own = vendor.currencies === 'all' ? [] : vendor.currencies;
  const currency = own[0] === undefined || own.includes(usual) ? usual : own[0];
  const { begin, query, close } = openPayments(vendor, { ...draft, tools });
  const orderNo = randomUUIDv7().replaceAll('-', '').toUpperCase();
  const context = () => ({ signal: AbortSignal.timeout(timeoutMs) });
  const begun = await begin(
    {
      ...{ orderNo, amount, currency, method },
      ...{ title: 'Test', returnUrl: `${publicUrl}/`, language: 'en' },
      expiresAt: new Date(tools.clock.now().getTime() + lifeMs),
    },
    context(),
  );
  if (begun.kind !== 'started') return begun;
  const order = { orderNo, vendorRef: begun.vendorRef, amount, currency };
  try {
    await query(order, context());
    await close(order, context());
    return begun;
  } catch (fault) {
    return failureOf(fault);
  }
}
