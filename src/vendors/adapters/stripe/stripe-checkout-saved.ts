import type { OrderRef, PaymentCharged, SavedOrder } from '../../providers/payment.ts';
import { textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { CodeMeaning } from '../../providers/vendor.ts';
import { type Call, failureOf } from './stripe-api.ts';
import { tooFine, toStripeAmount } from './stripe-checkout-amount.ts';
import { intentsPath, readSavedRef, type StripeBooks } from './stripe-checkout-books.ts';

/** Payments by a saved card, which Stripe takes without the payer. */

type Codes = Readonly<Record<string, CodeMeaning>>;

/**
 * A declined card is an error 402, and leaves a payment without money that nobody can complete. The order number is
 * the idempotency key.
 */
export async function createCharge(
  order: SavedOrder,
  call: Call,
  codes: Codes,
  signal: AbortSignal,
): Promise<PaymentCharged> {
  const { orderNo, currency, savedRef, title } = order;
  const amount = toStripeAmount(order.amount, currency);
  if (amount === undefined) return tooFine(currency);
  const { customer, method } = readSavedRef(savedRef);
  const fields = {
    ...{ amount, currency: currency.toLowerCase(), customer, payment_method: method },
    ...{ 'payment_method_types[0]': 'card', confirm: 'true', off_session: 'true' },
    ...{ description: title, 'metadata[order_no]': orderNo },
  };
  const { status, said } = await call(intentsPath, signal, fields, `order-${orderNo}`);
  if (status !== 200) return failureOf(codes, status, said);
  const vendorRef = textOf(said, 'id');
  if (!vendorRef) throw new UnexpectedResponse('a payment without an id');
  return { kind: 'started', vendorRef };
}

/** Only a payment that has not ended can be cancelled; what became of another is asked afterwards. */
export async function cancelCharge(
  order: OrderRef,
  call: Call,
  books: StripeBooks,
  signal: AbortSignal,
): Promise<void> {
  const intent = await books.findIntent(order, signal);
  if (!textOf(intent, 'status').startsWith('requires_')) return;
  const path = `${intentsPath}/${encodeURIComponent(textOf(intent, 'id'))}/cancel`;
  const { status } = await call(path, signal, {});
  if (status !== 200) throw new UnexpectedResponse(`HTTP ${status} to a cancellation`);
}

/**
 * Detaches the card, then deletes the customer whom Stripe made for it: it has the payer's name and email, and nothing else
 * belongs to it. Payments stay.
 */
export async function forget(savedRef: string, call: Call, signal: AbortSignal): Promise<void> {
  const { customer, method } = readSavedRef(savedRef);
  await detach(method, call, signal);
  const { status, said } = await call(
    `/v1/customers/${encodeURIComponent(customer)}`,
    signal,
    'delete',
  );
  // Stripe does not find one that was deleted before.
  if (status === 200 || status === 404) return;
  throw new UnexpectedResponse(`HTTP ${status} ${textOf(said, 'error', 'message')}`);
}

/** One that Stripe does not have, or that belongs to no customer any more, needs nothing. */
async function detach(method: string, call: Call, signal: AbortSignal): Promise<void> {
  const path = `/v1/payment_methods/${encodeURIComponent(method)}`;
  const { status, said } = await call(`${path}/detach`, signal, {});
  if (status === 200 || status === 404) return;
  const found = await call(path, signal);
  if (found.status === 200 && textOf(found.said, 'customer') === '') return;
  throw new UnexpectedResponse(`HTTP ${status} ${textOf(said, 'error', 'message')}`);
}
