import { describe, expect, test } from 'vitest';
import { openAlteringRelay } from './altering-relay.ts';
import { serveBytes, unexpectedResponses } from './misbehaving-server.ts';
import {
  type Because,
  hourMs,
  type PaymentContract,
  type PaymentFixture,
  refundOf,
  shownRefund,
  usePayments,
} from './payment-fixture.ts';
import { describeInApp } from './payment-in-app-contract.ts';
import { describeNotices } from './payment-notice-contract.ts';
import { describeRefunds } from './payment-refund-contract.ts';

/** What every payment vendor must do, each against its simulator. */
export function describePaymentContract(contract: PaymentContract): void {
  const use = usePayments(contract);
  describeOrders(contract, use);
  describeFailingVendor(use);
  describeBooks(contract, use);
  describeClosing(use);
  describeRefunds(contract, use);
  describeNotices(contract, use);
  if (contract.inApp) describeInApp(contract.vendor, contract.inApp, use);
}

function describeOrders({ vendor, said, wrongSecret }: PaymentContract, use: PaymentFixture): void {
  const { fixture, sample, begin, begun, allOf } = use;
  describe('an order', () => {
    test.each(Object.entries(vendor.methods))('by %s is begun', async (method, { shows }) => {
      const { order, started } = await begun({ method });
      expect(new URL(started.show).protocol).toMatch(shows === 'page' ? /^https?:$/ : /^[a-z]+:$/);
      expect(started.expiresAt.getTime()).toBeGreaterThan(fixture.clock.nowMs());
      expect(started.expiresAt.getTime()).toBeLessThanOrEqual(order.expiresAt.getTime());
      expect(fixture.running.refused).toEqual([]);
    });

    test('says what the platform asked for', async () => {
      expect((await begun()).taken.said).toMatchObject(said);
    });

    test.each(['中'.repeat(60), 'Émile’s “top-up” & <more> 100 %', '😀'.repeat(30)])(
      'may have the title %s',
      async (title) => {
        expect((await begun({ title })).started.kind).toBe('started');
      },
    );

    test('is created once, however often it is begun', async () => {
      const { order, started } = await begun();
      const again = await begin(order);
      expect(again.kind).toBe('started');
      if (again.kind === 'started') expect(again.vendorRef).toBe(started.vendorRef);
      expect(allOf(order.orderNo)).toHaveLength(1);
    });

    test('is created once, even if it is begun twice at once', async () => {
      const order = sample();
      await Promise.all([begin(order), begin(order)]);
      expect(allOf(order.orderNo)).toHaveLength(1);
    });

    test('is refused for a wrong secret', async () => {
      const before = fixture.running.taken.length;
      fixture.provider = fixture.open({ ...fixture.running.config, ...wrongSecret });
      expect((await begin(sample())).kind).not.toBe('started');
      expect([fixture.running.taken.length, fixture.running.refused.length]).toEqual([before, 1]);
    });

    const failures = Object.entries(vendor.codes).filter(([, [kind]]) => kind !== 'done');
    test.each(failures)('that is answered %s ends as the table says', async (code, meaning) => {
      await fixture.running.misbehave([`reject:${code}`]);
      const [kind, reason] = meaning;
      expect(await begin(sample())).toMatchObject({ kind, reason, vendorCode: code });
    });

    test('with an answer that nobody knows is unknown', async () => {
      await fixture.running.misbehave(['unknown_code']);
      expect(await begin(sample())).toMatchObject({ kind: 'unknown', reason: 'not_understood' });
    });
  });
}

function describeFailingVendor(use: PaymentFixture): void {
  const { fixture, soon, payments, sample, begin, paid, query, refOf, takenOf, openElsewhere } =
    use;
  describe('a vendor that fails', () => {
    test('before anything was sent did nothing', async () => {
      // No request before: a connection that is kept would be lost, not refused.
      const ref = refOf(sample(), 'order');
      const refund = refundOf(ref, 'payment');
      await fixture.running.misbehave(['down']);
      const unreachable = { kind: 'unavailable', reason: 'provider_unreachable' };
      expect(await begin(sample())).toMatchObject(unreachable);
      expect(await payments().refund(refund, soon())).toMatchObject(unreachable);
      await expect(query(ref)).rejects.toThrow();
      await expect(payments().close(ref, soon())).rejects.toThrow();
      await expect(payments().queryRefund(refund, soon())).rejects.toThrow();
    });

    test.each(['timeout_sent', 'reset'])(
      'after it took the order (%s) leaves one order, which is found and can be paid',
      async (wrong) => {
        const order = sample();
        await fixture.running.misbehave([wrong]);
        // Long enough for a busy machine to have sent it.
        expect(await begin(order, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
        await fixture.running.misbehave([]);
        const ref = refOf(order, null);
        expect((await query(ref)).state).toBe('open');
        expect((await begin(order)).kind).toBe('started');
        fixture.running.decide(takenOf(order.orderNo).id, 'paid');
        expect(await query(ref)).toMatchObject({ state: 'paid', amount: order.amount });
      },
    );

    test('before it took the order has none, and takes it when it is begun again', async () => {
      const order = sample();
      await fixture.running.misbehave(['timeout_lost']);
      expect(await begin(order, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
      await fixture.running.misbehave([]);
      expect(await query(refOf(order, null))).toEqual({ state: 'absent' });
      expect((await begin(order)).kind).toBe('started');
    });

    test.each(unexpectedResponses)('with %s decides nothing', async (_, bytes) => {
      const { ref, report } = await paid();
      const refund = refundOf(ref, report.paymentRef);
      const server = await serveBytes(bytes);
      await openElsewhere(server.url);
      expect((await begin(sample())).kind).toBe('unknown');
      expect(await payments().refund(refund, soon())).toMatchObject({ kind: 'unknown' });
      await expect(query(ref)).rejects.toThrow();
      await expect(query({ ...ref, vendorRef: null })).rejects.toThrow();
      await expect(payments().close(ref, soon())).rejects.toThrow();
      await expect(payments().queryRefund(refund, soon())).rejects.toThrow();
      await server.close();
    });
  });
}

function describeBooks(contract: PaymentContract, use: PaymentFixture): void {
  const { fixture, sample, begun, paid, query, refOf, openElsewhere } = use;
  describe('what the vendor’s books say of an order', () => {
    test('is open while nobody has paid', async () => {
      expect((await query((await begun()).ref)).state).toBe('open');
    });

    test.each(Object.keys(contract.vendor.methods))(
      'is paid when it was paid by %s',
      async (method) => {
        const { order, ref, report } = await paid({ method });
        const { amount, currency } = order;
        expect(report).toMatchObject({ amount, currency, refunded: 0n, disputed: 0n });
        expect(report.paymentRef).not.toBe('');
        expect(Math.abs(report.paidAt.getTime() - Date.now())).toBeLessThan(hourMs);
        expect(report.fee ?? 0n).toBeLessThan(amount);
        expect(await query({ ...ref, vendorRef: null })).toEqual(report);
      },
    );

    test('is what was paid, even if we asked for something else', async () => {
      const { ref, taken } = await begun();
      fixture.running.decide(taken.id, 'mispaid');
      const report = await query(ref);
      if (report.state !== 'paid') throw new Error(JSON.stringify(report));
      expect(report.amount).toBeGreaterThan(0n);
      expect(report.amount).not.toBe(ref.amount);
    });

    test.each(Object.entries(contract.ends))('is ended when it is %s', async (state, because) => {
      const { ref, taken } = await begun();
      fixture.running.decide(taken.id, state as Because);
      expect(await query(ref)).toMatchObject({ state: 'ended', because });
      const lost = { ...ref, vendorRef: null };
      expect(await query(lost)).toMatchObject({ state: 'ended', because });
    });

    test('is that it is absent if the vendor never had it', async () => {
      await paid();
      expect(await query(refOf(sample(), null))).toEqual({ state: 'absent' });
    });

    test('is never that of another order', async () => {
      const { ref } = await paid();
      const own = { ...refOf(sample(), null), vendorRef: ref.vendorRef };
      const report = await query(own).catch(() => 'failed' as const);
      if (report !== 'failed') expect(report.state).toBe('absent');
    });

    test.each(Object.entries(contract.lies))('cannot be an answer of %s', async (_, lie) => {
      const { ref } = await paid();
      const honest = await openAlteringRelay(fixture.running.url, (answer) => answer);
      await openElsewhere(honest.url);
      expect((await query(ref)).state).toBe('paid');
      await honest.close();
      const relay = await openAlteringRelay(fixture.running.url, lie);
      await openElsewhere(relay.url);
      await expect(query(ref)).rejects.toThrow();
      await expect(query({ ...ref, vendorRef: null })).rejects.toThrow();
      await relay.close();
    });

    test('includes what was refunded at the vendor’s own console', async () => {
      const { order, ref, taken } = await paid();
      fixture.running.decide(taken.id, 'refunded');
      expect(await query(ref)).toMatchObject({
        ...{ state: 'paid', amount: order.amount },
        refunded: shownRefund(contract, order.amount, order),
      });
    });

    if (contract.hasDisputes)
      test('includes what the payer’s bank holds back, until the dispute is won', async () => {
        const { order, ref, taken } = await paid();
        fixture.running.decide(taken.id, 'disputed');
        expect(await query(ref)).toMatchObject({ state: 'paid', disputed: order.amount });
        fixture.running.decide(taken.id, 'paid');
        expect(await query(ref)).toMatchObject({ state: 'paid', disputed: 0n });
      });
  });
}

function describeClosing(use: PaymentFixture): void {
  const { fixture, soon, payments, sample, begun, paid, query, refOf } = use;
  describe('a closed order', () => {
    test.each(['named', 'not named'])('that is %s by the vendor cannot be paid', async (how) => {
      const { ref, taken } = await begun();
      await payments().close(how === 'named' ? ref : { ...ref, vendorRef: null }, soon());
      fixture.running.decide(taken.id, 'paid');
      expect((await query(ref)).state).toBe('ended');
    });

    test('was not closed if it was paid first', async () => {
      const { ref, report } = await paid();
      await payments().close(ref, soon());
      expect(await query(ref)).toEqual(report);
    });

    test('may be closed again, or never have been begun', async () => {
      const { ref } = await begun();
      await payments().close(ref, soon());
      await payments().close(ref, soon());
      await payments().close(refOf(sample(), null), soon());
    });
  });
}
