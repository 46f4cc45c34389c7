import type { ListedPayment, PaymentList } from '../../providers/payment.ts';
import { fieldOf, textOf, UnexpectedResponse } from '../../providers/read-answer.ts';
import type { Call } from './stripe-api.ts';
import { list, readAmount } from './stripe-checkout-books.ts';

const dayMs = 24 * 3_600_000;

/** All charges of the account: Stripe lists one as soon as it is made. */
export function createList(call: Call): PaymentList {
  return {
    timeZone: 'UTC',
    readyHours: 1,
    async day(day, { signal }) {
      const from = Date.parse(`${day}T00:00:00Z`);
      const fields = {
        'created[gte]': String(from / 1_000),
        'created[lt]': String((from + dayMs) / 1_000),
      };
      const listed: ListedPayment[] = [];
      for await (const charge of list('/v1/charges', fields, call, signal)) {
        if (textOf(charge, 'status') === 'succeeded') listed.push(readCharge(charge));
      }
      return listed;
    },
  };
}

/** A charge copies the metadata of its PaymentIntent, which has our order number. */
function readCharge(charge: unknown): ListedPayment {
  const currency = textOf(charge, 'currency').toUpperCase();
  const created = fieldOf(charge, 'created');
  const paymentRef = textOf(charge, 'payment_intent') || textOf(charge, 'id');
  if (textOf(charge, 'object') !== 'charge' || typeof created !== 'number' || !paymentRef) {
    throw new UnexpectedResponse('not a charge');
  }
  return {
    orderNo: textOf(charge, 'metadata', 'order_no'),
    amount: readAmount(fieldOf(charge, 'amount_captured'), currency),
    ...{ currency, paymentRef, paidAt: new Date(created * 1_000) },
  };
}
