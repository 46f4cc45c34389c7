import { describe, expect, test } from 'vitest';
import type { RefundOrder } from '../../src/vendors/providers/payment.ts';
import {
  type PaymentContract,
  type PaymentFixture,
  refundOf,
  shownRefund,
} from './payment-fixture.ts';

/** What every payment vendor must do with refunds. */
export function describeRefunds(contract: PaymentContract, use: PaymentFixture): void {
  const { fixture, soon, payments, paid, query, allOf, takenOf } = use;
  describe('a refund', () => {
    const refund = async (order: RefundOrder, ms?: number) => payments().refund(order, soon(ms));

    /** Accepted and, where the vendor takes its time, carried out. */
    async function refunded(order: RefundOrder) {
      const accepted = await refund(order);
      if (!('refundRef' in accepted)) throw new Error(JSON.stringify(accepted));
      expect(accepted.state).toBe(contract.refundsEnd === 'later' ? 'pending' : 'done');
      if (accepted.state === 'pending') {
        fixture.running.decide(takenOf(order.refundNo).id, 'done');
      }
      return { ...order, refundRef: accepted.refundRef };
    }

    const booked = async (order: RefundOrder) => payments().queryRefund(order, soon());

    test('pays back in parts, until nothing is left', async () => {
      const { order, ref, report } = await paid();
      const part = order.amount / 4n;
      for (const [amount, sum] of [
        [part, part],
        [order.amount - part, order.amount],
      ] as const) {
        const done = await refunded(refundOf(ref, report.paymentRef, amount));
        expect(await booked(done)).toMatchObject({
          ...{ state: 'done', refundRef: done.refundRef, amount, currency: order.currency },
        });
        expect(await query(ref)).toMatchObject({
          ...{ amount: order.amount, refunded: shownRefund(contract, sum, order) },
        });
      }
      const more = await refund(refundOf(ref, report.paymentRef, part));
      if ('kind' in more) expect(more.kind).toBe('rejected');
      else expect(more.state).toBe('failed');
      expect(await query(ref)).toMatchObject({
        refunded: shownRefund(contract, order.amount, order),
      });
    });

    test('pays once, however often it is asked for', async () => {
      const { ref, report } = await paid();
      const part = refundOf(ref, report.paymentRef, ref.amount / 2n);
      const done = await refunded(part);
      expect(await refund(part)).toMatchObject({ state: 'done', refundRef: done.refundRef });
      expect(await refund(done)).toMatchObject({ state: 'done', refundRef: done.refundRef });
      expect(allOf(part.refundNo)).toHaveLength(1);
      expect(await query(ref)).toMatchObject({ refunded: shownRefund(contract, part.refund, ref) });
    });

    test('pays once, even if it is asked for twice at once', async () => {
      const { ref, report } = await paid();
      const part = refundOf(ref, report.paymentRef, ref.amount / 2n);
      await Promise.all([refund(part), refund(part)]);
      expect(allOf(part.refundNo)).toHaveLength(1);
      expect(await query(ref)).toMatchObject({ refunded: shownRefund(contract, part.refund, ref) });
    });

    test('of more than was paid fails, and pays nothing', async () => {
      const { ref, report } = await paid();
      const more = await refund(refundOf(ref, report.paymentRef, ref.amount * 2n));
      if ('kind' in more) expect(more.kind).toBe('rejected');
      else expect(more.state).toBe('failed');
      expect(await query(ref)).toMatchObject({ refunded: 0n });
    });

    test.each(['timeout_sent', 'reset'])(
      'whose answer was lost (%s) is found, and pays once',
      async (wrong) => {
        const { ref, report } = await paid();
        const order = refundOf(ref, report.paymentRef);
        await fixture.running.misbehave([wrong]);
        expect(await refund(order, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
        await fixture.running.misbehave([]);
        expect(['pending', 'done']).toContain((await booked(order)).state);
        expect(await refund(order)).toMatchObject({ state: (await booked(order)).state });
        expect(allOf(order.refundNo)).toHaveLength(1);
      },
    );

    test('that the vendor never got is absent, and can be asked for again', async () => {
      const { ref, report } = await paid();
      const order = refundOf(ref, report.paymentRef);
      await fixture.running.misbehave(['timeout_lost']);
      expect(await refund(order, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
      await fixture.running.misbehave([]);
      expect(await booked(order)).toEqual({ state: 'absent' });
      await refunded(order);
      expect((await booked(order)).state).toBe('done');
    });

    test('is refused for a wrong secret', async () => {
      const { ref, report } = await paid();
      fixture.provider = fixture.open({ ...fixture.running.config, ...contract.wrongSecret });
      const order = refundOf(ref, report.paymentRef);
      expect(await refund(order)).toMatchObject({ kind: expect.stringMatching(/rej|unav|unk/) });
      expect(allOf(order.refundNo)).toEqual([]);
    });

    test('with an answer that nobody knows is unknown', async () => {
      const { ref, report } = await paid();
      await fixture.running.misbehave(['unknown_code']);
      expect(await refund(refundOf(ref, report.paymentRef))).toMatchObject({ kind: 'unknown' });
    });

    if (contract.refundsEnd === 'later')
      test('that fails later is failed, and nothing was paid back', async () => {
        const { ref, report } = await paid();
        const order = refundOf(ref, report.paymentRef);
        expect(await refund(order)).toMatchObject({ state: 'pending' });
        fixture.running.decide(takenOf(order.refundNo).id, 'failed');
        expect((await booked(order)).state).toBe('failed');
        expect(await query(ref)).toMatchObject({ refunded: 0n });
      });
  });
}
