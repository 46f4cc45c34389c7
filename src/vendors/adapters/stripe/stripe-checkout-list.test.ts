import { describe, expect, test } from 'vitest';
import { Stripe } from '../../../../test/reference-clients/stripe.ts';
import { newNumber, usePayments } from '../../../../test/vendors/payment-fixture.ts';
import { stripeCheckoutSimulator } from '../../simulators/stripe-checkout.ts';
import { stripeCheckout } from './stripe-checkout.ts';

const { fixture, soon, open, begun } = usePayments({
  ...{ vendor: stripeCheckout, simulator: stripeCheckoutSimulator },
  changes: { amount: 100_000n, currency: 'JPY' },
});
const list = (day: string) => open().list?.day(day, soon());

/** Decides what became of the last session, at a time. */
function decide(at: Date, state: 'paid' | 'failed' = 'paid'): string {
  const { running } = fixture;
  const taken = running.taken.at(-1);
  running.decide(taken?.id ?? '', state);
  if (taken) taken.decidedAt = at;
  return `pi_${taken?.id}`;
}

describe('the list of Stripe', () => {
  test('has every payment of a day, also those of other shops, and none that failed', async () => {
    const { orderNo } = (await begun()).order;
    const own = decide(new Date('2026-10-04T00:00:00Z'));
    await begun();
    decide(new Date('2026-10-05T00:00:00Z'));
    await begun();
    decide(new Date('2026-10-04T12:00:00Z'), 'failed');
    const { running } = fixture;
    const { hostname: host, port } = new URL(running.url);
    const key = String(running.config.apiKey);
    const client = new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0 });
    await client.checkout.sessions.create({
      ...{ mode: 'payment', payment_method_types: ['card'], client_reference_id: newNumber() },
      ...{ success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' },
      expires_at: Math.floor(Date.now() / 1000) + 7_200,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 1_000, product_data: { name: 'A hat' } },
        },
      ],
    });
    const other = decide(new Date('2026-10-04T23:59:59Z'));
    const listed = await list('2026-10-04');
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({
      ...{ orderNo, paymentRef: own, amount: 100_000n, currency: 'JPY' },
      paidAt: new Date('2026-10-04T00:00:00Z'),
    });
    expect(listed).toContainEqual({
      ...{ orderNo: '', paymentRef: other, amount: 100_000n, currency: 'USD' },
      paidAt: new Date('2026-10-04T23:59:59Z'),
    });
    expect(running.refused).toEqual([]);
  });

  test.each([
    ['is no list', { object: 'list' }],
    ['has something else', { data: [{ object: 'refund', status: 'succeeded' }], has_more: false }],
  ])('that %s is an error, and no empty list', async (_, said) => {
    const saying = open({}, () => ({ text: JSON.stringify(said) }));
    await expect(saying.list?.day('2026-10-04', soon())).rejects.toThrow();
  });
});
