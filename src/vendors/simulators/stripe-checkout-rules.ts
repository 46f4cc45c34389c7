import type { Desk, Taken } from './simulator.ts';
import { leftOf } from './stripe-checkout-objects.ts';

interface Fault {
  message: string;
  code?: string;
}

const knownFields =
  /^(mode|client_reference_id|success_url|cancel_url|expires_at|locale|submit_type|adaptive_pricing\[enabled\]|expand\[\d*\]|(payment_intent_data\[)?metadata\]?\[[^\]]{1,40}\]|payment_intent_data\[(description|setup_future_usage)\]|customer_creation|payment_method_types\[\d+\]|payment_method_options\[wechat_pay\]\[client\]|line_items\[0\]\[(quantity|price_data)\](\[(currency|unit_amount|product_data)\])?(\[name\])?)$/;
const chargeFields =
  /^(amount|currency|customer|payment_method|payment_method_types\[0\]|confirm|off_session|description|metadata\[[^\]]{1,40}\])$/;
const refundFields = /^(payment_intent|charge|amount|reason|metadata\[[^\]]{1,40}\])$/;
const methods = ['card', 'alipay', 'wechat_pay'];
/** Amounts of these must end in as many zeros, docs.stripe.com/currencies. */
const zeros: Readonly<Record<string, number>> = {
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
  ...{ isk: 100, ugx: 100 },
};
const minutesMs = 60_000;

/** What Stripe refuses in a new session. */
export function findOrderFault(form: URLSearchParams, now: Date): Fault | undefined {
  const field = (name: string) => form.get(name) ?? '';
  const unknown = [...form.keys()].find((name) => !knownFields.test(name));
  if (unknown)
    return { message: `Received unknown parameter: ${unknown}`, code: 'parameter_unknown' };
  if (field('mode') !== 'payment') return { message: 'Only mode=payment is simulated' };
  const method = field('payment_method_types[0]');
  if (!methods.includes(method)) return { message: `Invalid payment_method_types: ${method}` };
  const client = field('payment_method_options[wechat_pay][client]');
  if (method === 'wechat_pay' && client !== 'web') {
    return {
      message: 'Missing required param: payment_method_options[wechat_pay][client]',
      code: 'parameter_missing',
    };
  }
  if (![field('success_url'), field('cancel_url')].every((url) => /^https?:\/\/./.test(url)))
    return { message: 'Not a valid URL', code: 'url_invalid' };
  const leftMs = Number(field('expires_at')) * 1000 - now.getTime();
  if (!(leftMs >= 30 * minutesMs && leftMs <= 24 * 60 * minutesMs))
    return { message: 'expires_at must be between 30 minutes and 24 hours from now' };
  return findItemFault(field);
}

/** What Stripe refuses in a new payment by a saved method, which is that of an earlier payment. */
export function findChargeFault(
  form: URLSearchParams,
  saved: Taken | undefined,
): Fault | undefined {
  const field = (name: string) => form.get(name) ?? '';
  const unknown = [...form.keys()].find((name) => !chargeFields.test(name));
  if (unknown)
    return { message: `Received unknown parameter: ${unknown}`, code: 'parameter_unknown' };
  if (field('confirm') !== 'true' || field('off_session') !== 'true')
    return { message: 'Only confirm=true with off_session=true is simulated' };
  if (!saved)
    return {
      message: `No such PaymentMethod: ${field('payment_method')}`,
      code: 'resource_missing',
    };
  if (field('customer') !== `cus_${saved.id}`)
    return { message: 'The PaymentMethod does not belong to the Customer' };
  if (!/^[a-z]{3}$/.test(field('currency'))) return { message: 'Invalid currency' };
  const amount = field('amount');
  if (!/^[1-9][0-9]{0,7}$/.test(amount))
    return { message: `Invalid integer: ${amount}`, code: 'parameter_invalid_integer' };
  return findZerosFault(amount, field('currency'));
}

function findZerosFault(amount: string | number, currency: string): Fault | undefined {
  if (Number(amount) % (zeros[currency] ?? 1) === 0) return undefined;
  return { message: 'Invalid amount', code: 'invalid_charge_amount' };
}

function findItemFault(field: (name: string) => string): Fault | undefined {
  const item = (name: string) => field(`line_items[0][price_data]${name}`);
  if (field('line_items[0][quantity]') !== '1') return { message: 'Invalid quantity' };
  if (!/^[a-z]{3}$/.test(item('[currency]'))) return { message: 'Invalid currency' };
  const amount = item('[unit_amount]');
  if (!/^[1-9][0-9]{0,7}$/.test(amount))
    return { message: `Invalid integer: ${amount}`, code: 'parameter_invalid_integer' };
  const fault = findZerosFault(amount, item('[currency]'));
  if (fault) return fault;
  const title = item('[product_data][name]');
  if (title === '' || title.length > 250) return { message: 'Invalid product name' };
  if (field('client_reference_id').length > 200) return { message: 'client_reference_id too long' };
  return undefined;
}

/** What Stripe refuses in a new refund. */
export function findRefundFault(
  form: URLSearchParams,
  payment: Taken,
  desk: Desk,
): Fault | undefined {
  const unknown = [...form.keys()].find((name) => !refundFields.test(name));
  if (unknown)
    return { message: `Received unknown parameter: ${unknown}`, code: 'parameter_unknown' };
  const reasons = ['', 'duplicate', 'fraudulent', 'requested_by_customer'];
  if (!reasons.includes(form.get('reason') ?? '')) return { message: 'Invalid reason' };
  if ([...form.values()].some((value) => value.length > 500))
    return { message: 'Metadata values can have up to 500 characters' };
  const left = leftOf(payment, desk);
  if (left === 0)
    return { message: 'The charge has already been refunded.', code: 'charge_already_refunded' };
  const amount = Number(form.get('amount') ?? left);
  if (!Number.isSafeInteger(amount) || amount < 1)
    return { message: 'Invalid integer', code: 'parameter_invalid_integer' };
  const fault = findZerosFault(amount, String(payment.said.currency));
  if (fault) return fault;
  if (payment.state === 'disputed')
    return { message: 'The charge is disputed.', code: 'charge_disputed' };
  if (amount > left) {
    return { message: `Refund amount (${amount}) is greater than unrefunded amount (${left})` };
  }
  return undefined;
}
