import { createHmac } from 'node:crypto';
import type { CallbackRequest, Desk, Taken } from './simulator.ts';
import {
  chargeOf,
  disputesOf,
  intentOf,
  refundObjectOf,
  sessionOf,
} from './stripe-checkout-objects.ts';

/** The event that says what became of a payment or a refund. */
export function eventOf(taken: Taken, desk: Desk, secret: string): CallbackRequest {
  const [type, object] = newsOf(taken, desk);
  const time = Math.floor(desk.now().getTime() / 1000);
  const { livemode } = taken.said;
  const body = JSON.stringify({
    id: `evt_${taken.id}${taken.state}`,
    object: 'event',
    created: time,
    data: { object },
    livemode,
    type,
  });
  const signature = createHmac('sha256', secret).update(`${time}.${body}`, 'utf8').digest('hex');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${time},v1=${signature}`,
  };
  return { method: 'POST', headers, body };
}

function newsOf(taken: Taken, desk: Desk): [type: string, object: object] {
  const { kind, state } = taken;
  if (kind === 'refund') {
    return [state === 'failed' ? 'refund.failed' : 'refund.updated', refundObjectOf(taken, desk)];
  }
  const [dispute] = disputesOf(taken, desk);
  if (dispute && state === 'disputed') return ['charge.dispute.funds_withdrawn', dispute];
  if (dispute && state === 'paid') return ['charge.dispute.funds_reinstated', dispute];
  if (state === 'refunded') return ['charge.refunded', chargeOf(taken, desk, false)];
  if (taken.said.savedBy) return ['payment_intent.succeeded', intentOf(taken, desk, []) ?? {}];
  const session = sessionOf(taken, desk);
  if (state === 'failed') return ['checkout.session.async_payment_failed', session];
  const isOver = state === 'closed' || state === 'expired';
  return [isOver ? 'checkout.session.expired' : 'checkout.session.completed', session];
}
