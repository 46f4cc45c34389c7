import { describe, expect, test } from 'vitest';
import { Stripe, type StripeClient } from '../../../../test/reference-clients/stripe.ts';
import {
  hourMs,
  newNumber,
  refundOf,
  usePayments,
} from '../../../../test/vendors/payment-fixture.ts';
import { readDocument } from '../../../../test/vendors/read-codes.ts';
import type { HttpRequest } from '../../../foundation/outbound/http-client.ts';
import type { Callback } from '../../providers/vendor.ts';
import { stripeCheckoutSimulator } from '../../simulators/stripe-checkout.ts';
import { stripeCheckout } from './stripe-checkout.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-checkout-amount.ts';

describe('Stripe Checkout', () => {
  const { fixture, soon, open, payments, sample, begun } = usePayments({
    ...{ vendor: stripeCheckout, simulator: stripeCheckoutSimulator },
    changes: { amount: 100_000n, currency: 'USD' },
  });
  const { clock } = fixture;

  /** Answers in turn, and the last one from then on. */
  function answering(...answers: (object | number)[]) {
    const requests: HttpRequest[] = [];
    const opened = open({}, (request) => {
      const answer = answers[Math.min(requests.push(request), answers.length) - 1];
      if (typeof answer === 'number') return { status: answer, text: '{"error":{}}' };
      return { text: JSON.stringify(answer) };
    });
    return { requests, payments: opened };
  }

  test('knows every code of its document, and no other, with the documented meaning', () => {
    const { send = {} } = readDocument('stripe-checkout');
    const mapped = Object.entries(send).filter(([, [kind]]) => kind !== 'unmapped');
    expect(stripeCheckout.codes).toEqual(Object.fromEntries(mapped));
  });

  // @mutant src/vendors/adapters/stripe/stripe-checkout.ts
  // - if (/^(rk|sk)_live_/.test(apiKey)) return [];
  // + if (/^(rk|sk)_/.test(apiKey)) return [];
  test.each(['rk_test_1', 'sk_test_1', 'pk_live_1'])(
    'takes no payment with the key %s, which costs the payer nothing',
    (apiKey) => {
      expect(() => open({ apiKey })).toThrow('must be a live key');
      expect(() => open({ apiKey: 'sk_live_1' })).not.toThrow();
    },
  );

  describe('an amount', () => {
    test.each([
      ['USD', 123_400n, '1234'],
      ['CNY', 100n, '1'],
      ['JPY', 5_000_000n, '500'],
      ['KWD', 51_240n, '5124'],
      ['ISK', 50_000n, '500'],
      ['UGX', 50_000n, '500'],
    ])('in %s is counted as Stripe counts it', (currency, amount, said) => {
      expect(toStripeAmount(amount, currency)).toBe(said);
      expect(fromStripeAmount(Number(said), currency)).toBe(amount);
    });

    test.each([-1, 1.5, '1', null, undefined, 2 ** 53])('is not %j', (said) => {
      expect(fromStripeAmount(said, 'USD')).toBeUndefined();
    });

    test('with more decimals than Stripe has is rejected, and nothing is sent', async () => {
      const { requests, payments } = answering({});
      const rejected = { kind: 'rejected', detail: expect.stringContaining('decimals') };
      const order = sample({ amount: 5_000_500n, currency: 'JPY' });
      expect(await payments.begin(order, soon())).toMatchObject(rejected);
      const refund = refundOf({ ...order, vendorRef: null }, 'pi_1');
      expect(await payments.refund(refund, soon())).toMatchObject(rejected);
      expect(requests).toEqual([]);
    });

    test('of yen comes back as it was asked for', async () => {
      const { ref, taken } = await begun({ amount: 5_000_000n, currency: 'JPY' });
      expect(taken.said).toMatchObject({ amount: 500, currency: 'jpy' });
      fixture.running.decide(taken.id, 'paid');
      expect(await payments().query(ref, soon())).toMatchObject({ amount: 5_000_000n });
    });

    test('that Stripe refuses is rejected in its words', async () => {
      const order = sample({ amount: 51_240n, currency: 'KWD' });
      expect(await payments().begin(order, soon())).toMatchObject({
        ...{ kind: 'rejected', vendorCode: 'invalid_charge_amount' },
      });
    });
  });

  describe('an order', () => {
    // @mutant src/vendors/adapters/stripe/stripe-checkout.ts
    // -     'adaptive_pricing[enabled]': 'false',
    test('is the same request every time, which leaves amount and currency to nobody', async () => {
      const { requests, payments } = answering(500);
      const order = sample({ method: 'wechat_pay', language: 'zh' });
      await payments.begin(order, soon());
      clock.move(10_000);
      await payments.begin(order, soon());
      const [first, again] = requests;
      expect(again).toEqual({ ...first, signal: again?.signal });
      expect(first?.headers).toMatchObject({ 'idempotency-key': `order-${order.orderNo}` });
      expect(Object.fromEntries(new URLSearchParams(String(first?.body)))).toMatchObject({
        'adaptive_pricing[enabled]': 'false',
        'payment_method_options[wechat_pay][client]': 'web',
        client_reference_id: order.orderNo,
        locale: 'zh',
      });
    });

    test('that exists with other content is unknown, not refused', async () => {
      const { order } = await begun();
      const other = await payments().begin({ ...order, title: 'Something else' }, soon());
      expect(other).toMatchObject({ kind: 'unknown', vendorCode: 'idempotency_error' });
    });

    test('of 29 minutes or of 25 hours is refused by Stripe', async () => {
      for (const ms of [29 * 60_000, 25 * hourMs]) {
        const order = sample({ expiresAt: new Date(Date.now() + ms) });
        expect(await payments().begin(order, soon())).toMatchObject({ kind: 'rejected' });
      }
    });

    test('whose answer was lost is found among more orders than a page lists', async () => {
      const { order, taken } = await begun();
      for (let i = 0; i < 100; i++) await begun();
      fixture.running.decide(taken.id, 'paid');
      const lost = { ...order, vendorRef: null };
      expect((await payments().query(lost, soon())).state).toBe('paid');
    });

    test('of long ago is found by its payment', async () => {
      const { order, taken } = await begun();
      fixture.running.decide(taken.id, 'paid');
      taken.at = new Date(Date.now() - 72 * hourMs);
      const lost = { ...order, vendorRef: null };
      expect((await payments().query(lost, soon())).state).toBe('paid');
    });

    // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
    // -   throw new UnexpectedResponse(`more than ${mostPages} pages of ${path}`);
    test('is not absent from a list that was not read to its end', async () => {
      const page = { object: 'list', data: [{ id: 'cs_live_1' }], has_more: true };
      const { requests, payments } = answering(page);
      const lost = { ...sample(), vendorRef: null };
      await expect(payments.query(lost, soon())).rejects.toThrow('more than 50 pages');
      expect(requests).toHaveLength(50);
    });
  });

  describe('a session', () => {
    const order = { orderNo: newNumber(), vendorRef: 'cs_live_1', amount: 1n, currency: 'USD' };
    const metadata = { order_no: order.orderNo };
    const charge = {
      ...{ payment_intent: 'pi_1', livemode: true, currency: 'usd', created: 1_800_000_000 },
      ...{ amount_refunded: 0, disputed: false },
      balance_transaction: { fee: 30, currency: 'usd' },
    };
    const intent = {
      ...{ id: 'pi_1', livemode: true, metadata, currency: 'usd', amount_received: 1_000 },
      ...{ status: 'succeeded', latest_charge: charge },
    };
    const session = {
      ...{ id: 'cs_live_1', object: 'checkout.session', mode: 'payment', livemode: true },
      ...{ client_reference_id: order.orderNo, status: 'complete', payment_status: 'paid' },
      payment_intent: intent,
    };
    const read = (changes: object, ...more: object[]) =>
      answering({ ...session, ...changes }, ...more).payments.query(order, soon());
    const withCharge = (changes: object) => ({
      payment_intent: { ...intent, latest_charge: { ...charge, ...changes } },
    });

    test('that is paid says what came in, when, and what Stripe keeps', async () => {
      expect(await read({})).toEqual({
        ...{ state: 'paid', amount: 100_000n, currency: 'USD', paymentRef: 'pi_1' },
        ...{ paidAt: new Date(1_800_000_000_000), refunded: 0n, disputed: 0n, fee: 3_000n },
      });
    });

    test('whose fee is in another currency says no fee', async () => {
      const said = await read(withCharge({ balance_transaction: { fee: 30, currency: 'eur' } }));
      expect(said).not.toHaveProperty('fee');
      expect(await read(withCharge({ balance_transaction: null }))).not.toHaveProperty('fee');
    });

    // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
    // -   if (!isOver) return { state: 'open', detail };
    test.each([
      ['expired', null, 'ended'],
      ['expired', 'canceled', 'ended'],
      ['expired', 'processing', 'open'],
      ['expired', 'requires_action', 'open'],
      ['complete', 'processing', 'open'],
      ['complete', 'requires_payment_method', 'ended'],
      ['open', 'succeeded', 'open'],
    ])('that is %s, with a payment that is %s, is %s', async (status, progress, state) => {
      const payment_intent = progress && { ...intent, status: progress };
      const report = await read({ status, payment_status: 'unpaid', payment_intent });
      expect(report.state).toBe(state);
    });

    test.each<[string, object]>([
      ['over without its money', { status: 'expired', payment_status: 'unpaid' }],
      ['complete without a payment', { payment_status: 'unpaid', payment_intent: null }],
      ['free', { payment_status: 'no_payment_required' }],
      ['paid, but the payment is not', { payment_intent: { ...intent, status: 'processing' } }],
      ['paid by an unknown payment', { payment_intent: 'pi_1' }],
      ['in a new state', { status: 'new' }],
      ['another one', { id: 'cs_live_2' }],
      ['a subscription', { mode: 'subscription' }],
      ['open in test mode', { status: 'open', payment_status: 'unpaid', livemode: false }],
      ['paid by a payment of test mode', { payment_intent: { ...intent, livemode: false } }],
      ['paid without an amount', { payment_intent: { ...intent, amount_received: null } }],
      ['paid in two currencies', withCharge({ currency: 'eur' })],
      ['paid by another charge', withCharge({ payment_intent: 'pi_2' })],
      ['paid at no time', withCharge({ created: null })],
    ])('that is %s is no report', async (_, changes) => {
      await expect(read(changes)).rejects.toThrow();
    });

    const listOf = (...data: object[]) => ({ object: 'list', data, has_more: false });

    // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
    // -     const isPaidBack = refundStateOf(each) !== 'failed';
    // +     const isPaidBack = true;
    test('sums the refunds that did not fail', async () => {
      const refund = { object: 'refund', payment_intent: 'pi_1', amount: 100 };
      const states = ['succeeded', 'pending', 'requires_action', 'failed', 'canceled'];
      const list = listOf(...states.map((status) => ({ ...refund, status })));
      const refundedOf = (...more: object[]) =>
        read(withCharge({ amount_refunded: 300 }), listOf(...more));
      const changed = withCharge({ amount_refunded: 300 });
      expect(await read(changed, list)).toMatchObject({ refunded: 30_000n });
      await expect(refundedOf({ ...refund, status: 'new' })).rejects.toThrow(
        'a refund that is new',
      );
      const foreign = { ...refund, payment_intent: 'pi_2', status: 'succeeded' };
      await expect(refundedOf(foreign)).rejects.toThrow('another payment');
    });

    // @mutant src/vendors/adapters/stripe/stripe-checkout-books.ts
    // -     if (balance >= 0) continue;
    test.each([
      ['an inquiry', [], 'usd', 0n],
      ['a dispute', [{ amount: -1_015 }], 'usd', 40_000n],
      ['a dispute that was won', [{ amount: -1_015 }, { amount: 1_015 }], 'usd', 0n],
      ['a dispute in another currency', [{ amount: -1_015 }], 'eur', 100_000n],
    ])('counts what %s takes', async (_, balance_transactions, currency, disputed) => {
      const dispute = { payment_intent: 'pi_1', amount: 400, currency, balance_transactions };
      const report = await read(withCharge({ disputed: true }), listOf(dispute));
      expect(report).toMatchObject({ disputed });
    });

    test('with a dispute that cannot be read is no report', async () => {
      const dispute = { payment_intent: 'pi_1', amount: 400, currency: 'usd' };
      for (const changes of [
        {},
        { balance_transactions: [{}] },
        { balance_transactions: [], payment_intent: 'pi_2' },
      ]) {
        const said = read(withCharge({ disputed: true }), listOf({ ...dispute, ...changes }));
        await expect(said).rejects.toThrow();
      }
    });
  });

  describe('a refund', () => {
    // @mutant src/vendors/adapters/stripe/stripe-checkout.ts
    // -   if (found) return found;
    // -   const fields = {
    // +   const fields = {
    test('that Stripe has is not asked for again, however long ago it was', async () => {
      const order = { orderNo: newNumber(), vendorRef: 'cs_live_1', amount: 9n, currency: 'USD' };
      const refund = { ...refundOf(order, 'pi_1'), refund: 10_000n };
      const said = {
        ...{ id: 're_1', object: 'refund', amount: 100, currency: 'usd', status: 'succeeded' },
        ...{ payment_intent: 'pi_1', metadata: { refund_no: refund.refundNo } },
      };
      const { requests, payments } = answering({ object: 'list', data: [said], has_more: false });
      expect(await payments.refund(refund, soon())).toEqual({
        ...{ state: 'done', refundRef: 're_1', amount: 10_000n, currency: 'USD' },
      });
      expect(requests.map(({ method }) => method)).toEqual(['GET']);
    });

    test('is not one that Stripe answers about another', async () => {
      const order = { orderNo: newNumber(), vendorRef: 'cs_live_1', amount: 9n, currency: 'USD' };
      const said = { id: 're_1', object: 'refund', amount: 100, currency: 'usd' };
      for (const metadata of [{ refund_no: newNumber() }, {}, null]) {
        const other = { ...said, status: 'succeeded', payment_intent: 'pi_1', metadata };
        const { payments } = answering({ object: 'list', data: [], has_more: false }, other);
        const refund = { ...refundOf(order, 'pi_1'), refund: 10_000n };
        expect(await payments.refund(refund, soon())).toMatchObject({
          ...{ kind: 'unknown', detail: 'not this refund' },
        });
      }
    });

    test('that had an id is never absent', async () => {
      const order = { orderNo: newNumber(), vendorRef: 'cs_live_1', amount: 9n, currency: 'USD' };
      const { payments } = answering({ object: 'list', data: [], has_more: false });
      const refund = { ...refundOf(order, 'pi_1'), refundRef: 're_1' };
      await expect(payments.queryRefund(refund, soon())).rejects.toThrow('re_1 is not listed');
    });
  });

  describe('closing', () => {
    test('fails if Stripe refuses and the order is still open', async () => {
      const { order } = await begun();
      const { id = '' } = fixture.running.taken.at(-1) ?? {};
      const session = {
        ...{ id: `cs_live_${id}`, object: 'checkout.session', mode: 'payment', livemode: true },
        ...{ client_reference_id: order.orderNo, status: 'open', payment_status: 'unpaid' },
      };
      const ref = { ...order, vendorRef: session.id };
      const refusing = answering(session, 400, session);
      await expect(refusing.payments.close(ref, soon())).rejects.toThrow('HTTP 400');
      // Paid in between: that is for `query` to say.
      const paid = answering(session, 400, { ...session, status: 'complete' });
      await paid.payments.close(ref, soon());
      expect(paid.requests).toHaveLength(3);
    });
  });

  describe('an event', () => {
    const { webhooks } = new Stripe('rk_live_x', {});

    function read(event: object, from = payments()) {
      const payload = JSON.stringify({ livemode: true, ...event });
      const secret = String(fixture.running.config.webhookSecret);
      const timestamp = Math.floor(clock.nowMs() / 1000);
      const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
      const callback: Callback = {
        ...{ method: 'POST', url: 'https://x.test/', address: '', body: payload },
        headers: { 'stripe-signature': signature },
      };
      return from.readCallback(callback);
    }

    const orderNo = newNumber();
    const session = { metadata: { order_no: orderNo } };

    test.each([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
      'charge.refunded',
    ])('of the type %s, signed by the official package, names its order', async (type) => {
      const reading = await read({ type, data: { object: session } });
      expect(reading).toMatchObject({ kind: 'orders', orderNos: [orderNo] });
    });

    test.each([
      ['charge.dispute.created', 'paid', 'disputed'],
      ['refund.failed', 'paid', 'refunded'],
    ] as const)('of the type %s names the order of its payment', async (type, first, then) => {
      const { order, taken } = await begun();
      for (const state of [first, then]) fixture.running.decide(taken.id, state);
      const object = { id: 'x', metadata: {}, payment_intent: `pi_${taken.id}` };
      expect(await read({ type, data: { object } })).toMatchObject({ orderNos: [order.orderNo] });
    });

    test('of a payment that is not ours names none, and one that cannot be asked for fails', async () => {
      const event = {
        type: 'charge.dispute.created',
        data: { object: { id: 'du_1', payment_intent: 'pi_1' } },
      };
      expect(await read(event)).toMatchObject({ kind: 'orders', orderNos: [] });
      await expect(read(event, answering(500).payments)).rejects.toThrow('HTTP 500');
    });

    // @mutant src/vendors/adapters/stripe/stripe-checkout.ts
    // -   if (fieldOf(event, 'livemode') !== true) {
    // +   if (fieldOf(event, 'livemode') === 0) {
    test('of test mode is refused, and one of another type or of other software names none', async () => {
      const data = { object: session };
      const type = 'checkout.session.completed';
      expect(await read({ type, data, livemode: false })).toMatchObject({ kind: 'refused' });
      const other = await read({ type: 'checkout.session.created', data });
      expect(other).toMatchObject({ kind: 'orders', orderNos: [] });
      const foreign = { object: { metadata: { order_no: 'cart 7' } } };
      expect(await read({ type, data: foreign })).toMatchObject({ orderNos: [] });
    });
  });

  describe('the official client', () => {
    function official(apiKey = String(fixture.running.config.apiKey)): StripeClient {
      const { hostname: host, port } = new URL(fixture.running.url);
      return new Stripe(apiKey, { host, port, protocol: 'http', maxNetworkRetries: 0 });
    }
    const params = (changes: object = {}) => ({
      ...{ mode: 'payment', payment_method_types: ['card'], client_reference_id: newNumber() },
      ...{ success_url: 'https://shop.example/ok', cancel_url: 'https://shop.example/no' },
      expires_at: Math.floor(Date.now() / 1000) + 7_200,
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: 1_000, product_data: { name: 'Top-up' } },
        },
      ],
      payment_intent_data: { metadata: { order_no: 'X1' } },
      ...changes,
    });

    test('pays, is charged a fee, refunds, is disputed and finds all of it', async () => {
      const { checkout, refunds, disputes, paymentIntents } = official();
      const { id, url, status } = await checkout.sessions.create(params());
      expect([status, url]).toEqual(['open', expect.stringContaining(fixture.running.url)]);
      const taken = fixture.running.taken.at(-1)?.id ?? '';
      fixture.running.decide(taken, 'paid');
      const expand = ['payment_intent.latest_charge.balance_transaction'];
      const session = await checkout.sessions.retrieve(id, { expand });
      expect(session).toMatchObject({ status: 'complete', payment_status: 'paid' });
      expect(session.payment_intent?.latest_charge.balance_transaction.fee).toBe(29);
      const payment_intent = session.payment_intent?.id ?? '';
      const refund = await refunds.create({ payment_intent, amount: 400 });
      expect(refund).toMatchObject({ status: 'succeeded', amount: 400 });
      const { data } = await refunds.list({ payment_intent });
      expect(data.map((each) => each.id)).toEqual([refund.id]);
      await expect(refunds.create({ payment_intent, amount: 601 })).rejects.toMatchObject({
        statusCode: 400,
      });
      fixture.running.decide(taken, 'disputed');
      const listed = await disputes.list({ payment_intent });
      expect(listed.data).toMatchObject([{ status: 'needs_response' }]);
      expect(await paymentIntents.retrieve(payment_intent)).toMatchObject({ status: 'succeeded' });
      const query = 'metadata["order_no"]:"X1"';
      expect((await paymentIntents.search({ query })).data).toMatchObject([{ id: payment_intent }]);
    });

    test.each([
      ['JPY', 21_410_000n, 2_141, 1],
      ['KWD', 332_100n, 33_210, 10],
    ] as const)(
      'reads a charge in %s as it was asked for, and pays back whole units',
      async (...of) => {
        const [currency, amount, said, unit] = of;
        const { started, taken } = await begun({ amount, currency });
        fixture.running.decide(taken.id, 'paid');
        const { checkout, refunds } = official();
        const session = await checkout.sessions.retrieve(String(started.vendorRef), {
          expand: ['payment_intent'],
        });
        expect(session).toMatchObject({ amount_total: said, currency: currency.toLowerCase() });
        const payment_intent = session.payment_intent?.id ?? '';
        const half = refunds.create({ payment_intent, amount: unit / 2 });
        await expect(half).rejects.toMatchObject({ statusCode: 400 });
        const refund = await refunds.create({ payment_intent, amount: unit });
        expect(refund).toMatchObject({ status: 'succeeded', amount: unit });
      },
    );

    test('creates a session once for a key, and ends it once', async () => {
      const { sessions } = official().checkout;
      const options = { idempotencyKey: newNumber() };
      const fields = params();
      const { id } = await sessions.create(fields, options);
      expect((await sessions.create(fields, options)).id).toBe(id);
      const other = params({ client_reference_id: 'another' });
      await expect(sessions.create(other, options)).rejects.toMatchObject({
        type: 'StripeIdempotencyError',
      });
      expect((await sessions.expire(id)).status).toBe('expired');
      await expect(sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
      const { data, has_more } = await sessions.list({ limit: 1 });
      expect([data[0]?.id, has_more]).toEqual([id, true]);
    });

    test('is refused with a wrong key, and sees no session of the other mode', async () => {
      const { id } = await official().checkout.sessions.create(params());
      const wrong = official('rk_live_another').checkout.sessions;
      await expect(wrong.create(params())).rejects.toMatchObject({ statusCode: 401 });
      const testing = official('rk_test_simulator').checkout.sessions;
      await expect(testing.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
    });

    test('accepts the events of the simulator', async () => {
      const { taken } = await begun();
      fixture.running.decide(taken.id, 'paid');
      await expect.poll(() => fixture.caught.about(taken.id).length).toBe(1);
      const { body, headers } = fixture.caught.about(taken.id)[0] as Callback;
      const secret = String(fixture.running.config.webhookSecret);
      const signature = headers['stripe-signature'] ?? '';
      const { webhooks } = official();
      const { type } = webhooks.constructEvent(body, signature, secret);
      expect(type).toBe('checkout.session.completed');
      expect(() => webhooks.constructEvent(body, signature, 'whsec_another')).toThrow();
    });
  });

  describe('the simulator’s page', () => {
    const choose = (url: string, outcome: string, refund = '') =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ outcome, refund }),
        redirect: 'manual',
      });

    test('lets a tester pay, and brings him back', async () => {
      const { order, ref, started } = await begun();
      const page = await (await fetch(started.show)).text();
      for (const choice of ['paid', 'mispaid', 'failed', 'leave'])
        expect(page).toContain(`value="${choice}"`);
      const answer = await choose(started.show, 'paid');
      expect([answer.status, answer.headers.get('location')]).toEqual([303, order.returnUrl]);
      expect((await payments().query(ref, soon())).state).toBe('paid');
    });

    test('lets him leave, and pay later', async () => {
      const { ref, started } = await begun();
      expect((await choose(started.show, 'leave')).status).toBe(303);
      expect((await payments().query(ref, soon())).state).toBe('open');
      expect((await choose(started.show, 'disputed')).status).toBe(400);
      await choose(started.show, 'mispaid');
      expect(await payments().query(ref, soon())).toMatchObject({ amount: 50_000n });
    });

    test('lets him carry out a refund, and dispute', async () => {
      const { ref, started } = await begun({ method: 'alipay' });
      await choose(started.show, 'paid');
      const report = await payments().query(ref, soon());
      if (report.state !== 'paid') throw new Error(report.state);
      const refund = refundOf(ref, report.paymentRef, 10_000n);
      expect((await payments().refund(refund, soon())) as object).toMatchObject({
        state: 'pending',
      });
      await choose(started.show, 'done', fixture.running.taken.at(-1)?.id);
      expect((await payments().queryRefund(refund, soon())).state).toBe('done');
      await choose(started.show, 'disputed');
      expect(await payments().query(ref, soon())).toMatchObject({ disputed: 100_000n });
    });

    test('lets nobody pay after the time of the order', async () => {
      const { taken, started } = await begun();
      Object.assign(taken.said, { expiresAt: Math.floor(Date.now() / 1000) - 1 });
      expect(await (await fetch(started.show)).text()).not.toContain('value="paid"');
      expect((await choose(started.show, 'paid')).status).toBe(400);
    });
  });
});
