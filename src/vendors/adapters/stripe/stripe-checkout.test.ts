import { describe } from 'vitest';
import type { PassingAnswer } from '../../../../test/vendors/altering-relay.ts';
import { describePaymentContract } from '../../../../test/vendors/payment-contract.ts';
import type { Callback } from '../../providers/vendor.ts';
import { stripeCheckoutSimulator } from '../../simulators/stripe-checkout.ts';
import { stripeSignature } from './stripe-api.ts';
import { stripeCheckout } from './stripe-checkout.ts';

const replacing =
  (what: RegExp, by: string) =>
  ({ headers, body }: PassingAnswer): PassingAnswer => ({
    headers,
    body: body.replaceAll(what, by),
  });

/** The simulator's own secret signs, so only the content is wrong. */
function signed(notice: Callback, body: string): Callback {
  const time = String(Math.floor(Date.now() / 1000));
  const signature = stripeSignature('whsec_simulator', time, body);
  return { ...notice, body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } };
}

// Of two decimals, of none, and of three, the last of which Stripe wants to be a zero.
describe.each([
  ['card', 'CNY', 888_000n, 8_880, 'at_once'],
  ['alipay', 'JPY', 8_880_000n, 888, 'later'],
  ['card', 'KWD', 888_000n, 88_800, 'at_once'],
] as const)('Stripe Checkout by %s in %s', (method, currency, amount, said, refundsEnd) => {
  describePaymentContract({
    vendor: stripeCheckout,
    simulator: stripeCheckoutSimulator,
    wrongSecret: { apiKey: 'rk_live_another' },
    otherMerchant: { webhookSecret: 'whsec_another' },
    said: {
      ...{ amount: said, currency: currency.toLowerCase(), method, livemode: true },
      title: 'Top-up of Acme',
    },
    // Stripe says of a closed session what it says of one whose time is over.
    ends: { expired: 'expired', closed: 'expired', failed: 'failed' },
    refundsEnd,
    hasDisputes: method === 'card',
    lies: {
      'another order': replacing(/"client_reference_id":"[^"]*"/g, '"client_reference_id":"X"'),
      'another payment': replacing(/"metadata":{"order_no":"[^"]*"}/g, '"metadata":{}'),
      'test mode': replacing(/"livemode":true/g, '"livemode":false'),
    },
    signed,
    changes: { method, currency, amount },
  });
});
