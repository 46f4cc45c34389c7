import { describe, expect, test } from 'vitest';
import { Stripe, type StripeClient } from '../../../../test/reference-clients/stripe.ts';
import {
  hourMs,
  newNumber,
  refundOf,
  usePayments,
} from '../../../../test/vendors/payment-fixture.ts';
import type { PaidReport, SavedOrder } from '../../providers/payment.ts';
import { stripeCheckoutSimulator } from '../../simulators/stripe-checkout.ts';
import { stripeCheckout } from './stripe-checkout.ts';

const { fixture, soon, open, payments, ...use } = usePayments({
  ...{ vendor: stripeCheckout, simulator: stripeCheckoutSimulator },
  changes: { amount: 100_000n, currency: 'USD' },
});

/** Answers everything with one object. */
const answering = (said: object) => open({}, () => ({ text: JSON.stringify(said) }));

/** A payment by card, and what Stripe says of it. */
const paid = async (saves: boolean): Promise<PaidReport> => (await use.paid({ saves })).report;

async function saved(): Promise<SavedOrder> {
  const { ref = '' } = (await paid(true)).saved ?? {};
  const title = 'Automatic top-up of Acme';
  return { orderNo: newNumber(), amount: 50_000n, currency: 'USD', savedRef: ref, title };
}

async function charge(order: SavedOrder): Promise<string> {
  const charged = await payments().charge?.(order, soon());
  if (charged?.kind !== 'started') throw new Error(JSON.stringify(charged));
  return charged.vendorRef;
}

const takenOf = ({ orderNo }: SavedOrder) => use.allOf(orderNo);

describe('a card at Stripe', () => {
  // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
  // -   if (textOf(intent, 'setup_future_usage') !== 'off_session' || !customer || !method) return {};
  test('is saved only if the payer was told so', async () => {
    expect(await paid(false)).not.toHaveProperty('saved');
    expect((await paid(true)).saved).toEqual({
      ref: expect.stringMatching(/^cus_\d+ pm_\d+$/),
      title: 'visa 4242',
    });
  });

  test('is charged without the payer, and the books say so', async () => {
    const order = await saved();
    const vendorRef = await charge(order);
    const report = await payments().query({ ...order, vendorRef }, soon());
    expect(report).toMatchObject({ state: 'paid', amount: 50_000n, currency: 'USD' });
    expect(report).toMatchObject({ paymentRef: vendorRef, refunded: 0n, disputed: 0n });
    expect(takenOf(order)[0]?.said.title).toBe('Automatic top-up of Acme');
    // What is over needs no end.
    await payments().close({ ...order, vendorRef }, soon());
    expect(fixture.running.refused).toEqual([]);
  });

  test('is charged once for an order, however often and however many at once', async () => {
    const order = await saved();
    const refs = await Promise.all([charge(order), charge(order)]);
    expect(await charge(order)).toBe(refs[0]);
    expect(takenOf(order)).toHaveLength(1);
  });

  test.each(['timeout_sent', 'reset'])(
    'whose answer was lost (%s) was charged once, and is found',
    async (wrong) => {
      const order = await saved();
      await fixture.running.misbehave([wrong]);
      await expect(payments().charge?.(order, soon(1_500))).rejects.toThrow();
      await fixture.running.misbehave([]);
      const lost = { ...order, vendorRef: null };
      expect((await payments().query(lost, soon())).state).toBe('paid');
      for (const taken of takenOf(order)) taken.at = new Date(Date.now() - 72 * hourMs);
      expect((await payments().query(lost, soon())).state).toBe('paid');
    },
  );

  test('that was not charged has no payment', async () => {
    const order = await saved();
    await fixture.running.misbehave(['timeout_lost']);
    await expect(payments().charge?.(order, soon(500))).rejects.toThrow();
    await fixture.running.misbehave([]);
    expect(await payments().query({ ...order, vendorRef: null }, soon())).toEqual({
      state: 'absent',
    });
  });

  test('that is declined is a refusal in Stripe’s words', async () => {
    const order = await saved();
    await fixture.running.misbehave(['reject:card_declined']);
    const declined = await payments().charge?.(order, soon());
    await fixture.running.misbehave([]);
    expect(declined).toMatchObject({ kind: 'rejected', detail: expect.stringContaining('402') });
  });

  test('is paid back as any other', async () => {
    const order = { ...(await saved()), vendorRef: null };
    const paymentRef = await charge(order);
    const refund = refundOf({ ...order, vendorRef: paymentRef }, paymentRef, 20_000n);
    expect(await payments().refund(refund, soon())).toMatchObject({ state: 'done' });
    expect(await payments().query(order, soon())).toMatchObject({ refunded: 20_000n });
  });

  test('is not charged once it is forgotten, and may be forgotten again', async () => {
    const order = await saved();
    await payments().forget?.(order.savedRef, soon());
    await payments().forget?.(order.savedRef, soon());
    await payments().forget?.('cus_1 pm_1', soon());
    const customer = await official().customers.retrieve(order.savedRef.split(' ')[0] ?? '');
    expect(customer).toMatchObject({ deleted: true });
    expect(await payments().charge?.(order, soon())).toMatchObject({ kind: 'rejected' });
    expect(takenOf(order)).toEqual([]);
    fixture.running.refused.length = 0;
  });

  // @mutant src/vendors/adapters/stripe/stripe-checkout-saved.ts
  // -   if (status === 200 || status === 404) return;
  // -   throw
  // +   if (status > 0) return;
  // +   throw
  test('is not forgotten while Stripe does not say that its customer is deleted', async () => {
    const forgetting = open({}, ({ method }, pass) =>
      method === 'DELETE' ? { status: 403, text: '{"error":{}}' } : pass(),
    );
    const { savedRef } = await saved();
    await expect(forgetting.forget?.(savedRef, soon())).rejects.toThrow('HTTP 403');
    await payments().forget?.(savedRef, soon());
  });

  test('is not forgotten because Stripe says nothing of it', async () => {
    const refusing = open({}, () => ({ status: 500, text: '{"error":{}}' }));
    await expect(refusing.forget?.('cus_1 pm_1', soon())).rejects.toThrow('HTTP 500');
  });
});

describe('a payment by a saved card', () => {
  const order = {
    ...{ orderNo: newNumber(), amount: 50_000n, currency: 'USD' },
    ...{ savedRef: 'cus_1 pm_1', vendorRef: 'pi_1' },
  };
  const intent = {
    ...{ id: 'pi_1', object: 'payment_intent', livemode: true, customer: 'cus_1' },
    metadata: { order_no: order.orderNo },
  };
  const query = (changes: object) => answering({ ...intent, ...changes }).query(order, soon());

  test.each([
    ['processing', 'open'],
    ['requires_action', 'open'],
    ['requires_payment_method', 'ended'],
    ['canceled', 'ended'],
  ])('that is %s is %s', async (status, state) => {
    expect((await query({ status })).state).toBe(state);
  });

  test('that failed says why', async () => {
    const last_payment_error = { message: 'Your card has expired.' };
    expect(await query({ status: 'requires_payment_method', last_payment_error })).toEqual({
      ...{ state: 'ended', because: 'failed', detail: 'Your card has expired.' },
    });
  });

  // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
  // -     textOf(said, 'customer') === (customerOf(savedRef).customer ?? textOf(said, 'customer'));
  // +     textOf(said, 'customer') !== '';
  test.each<[string, object]>([
    ['another order', { metadata: { order_no: newNumber() } }],
    ['another customer', { customer: 'cus_2' }],
    ['test mode', { livemode: false }],
    ['another id', { id: 'pi_2' }],
    ['a new state', { status: 'new' }],
  ])('of %s is no report', async (_, changes) => {
    await expect(query({ status: 'processing', ...changes })).rejects.toThrow();
  });

  test('is cancelled while it waits for somebody', async () => {
    const asked: string[] = [];
    const client = open({}, ({ url }) => {
      asked.push(new URL(url).pathname);
      return { text: JSON.stringify({ ...intent, status: 'requires_action' }) };
    });
    await client.close(order, soon());
    expect(asked).toEqual(['/v1/payment_intents/pi_1', '/v1/payment_intents/pi_1/cancel']);
  });
});

function official(): StripeClient {
  const { hostname: host, port } = new URL(fixture.running.url);
  const key = String(fixture.running.config.apiKey);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0 });
}

describe('the official client', () => {
  test('saves a card, charges it without the payer and removes it', async () => {
    const { checkout, customers, paymentIntents, paymentMethods } = official();
    const session = await checkout.sessions.create({
      ...{ mode: 'payment', payment_method_types: ['card'], client_reference_id: newNumber() },
      ...{ success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' },
      ...{ expires_at: Math.floor(Date.now() / 1000) + 7_200, customer_creation: 'always' },
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 1_000, product_data: { name: 'Top-up' } },
        },
      ],
      payment_intent_data: { setup_future_usage: 'off_session' },
    });
    fixture.running.decide(fixture.running.taken.at(-1)?.id ?? '', 'paid');
    const { payment_intent } = await checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    const first = await paymentIntents.retrieve(payment_intent?.id ?? '');
    expect(first).toMatchObject({ setup_future_usage: 'off_session', status: 'succeeded' });
    const { customer, payment_method } = first;
    const again = {
      ...{ amount: 700, currency: 'usd', customer, payment_method },
      ...{ confirm: true, off_session: true },
    };
    const { id, status } = await paymentIntents.create(again);
    expect(status).toBe('succeeded');
    const { data } = await paymentIntents.list({ customer });
    expect(data.map((each) => each.id)).toEqual([id, first.id]);
    await expect(
      paymentIntents.create({ ...again, customer: 'cus_another' }),
    ).rejects.toMatchObject({ statusCode: 400 });
    expect((await paymentMethods.detach(payment_method ?? '')).customer).toBeNull();
    await expect(paymentIntents.create(again)).rejects.toMatchObject({ statusCode: 400 });
    await expect(paymentMethods.detach(payment_method ?? '')).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(await customers.retrieve(customer ?? '')).not.toHaveProperty('deleted');
    expect(await customers.del(customer ?? '')).toMatchObject({ id: customer, deleted: true });
    expect(await customers.retrieve(customer ?? '')).toMatchObject({ deleted: true });
    await expect(customers.del(customer ?? '')).rejects.toMatchObject({ statusCode: 404 });
    expect((await paymentIntents.retrieve(first.id)).customer).toBe(customer);
    fixture.running.refused.length = 0;
  });
});
