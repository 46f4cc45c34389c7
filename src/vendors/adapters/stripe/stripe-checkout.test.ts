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

describe.each([
  ['card', 'at_once'],
  ['alipay', 'later'],
] as const)('Stripe Checkout by %s', (method, refundsEnd) => {
  describePaymentContract({
    vendor: stripeCheckout,
    simulator: stripeCheckoutSimulator,
    wrongSecret: { apiKey: 'rk_live_another' },
    otherMerchant: { webhookSecret: 'whsec_another' },
    said: { amount: 8880, currency: 'cny', method, title: 'Top-up of Acme', livemode: true },
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
    changes: { method },
  });
});
