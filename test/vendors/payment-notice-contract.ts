import { describe, expect, test } from 'vitest';
import type { PaymentOrder } from '../../src/vendors/providers/payment.ts';
import type { Callback, CallbackReading } from '../../src/vendors/providers/vendor.ts';
import { hourMs, type PaymentContract, type PaymentFixture } from './payment-fixture.ts';

/** What every payment vendor must do with notices. */
export function describeNotices(contract: PaymentContract, use: PaymentFixture): void {
  const { fixture, payments, begun, paid, takenOf } = use;
  describe('a notice', () => {
    const read = async (callback: Callback): Promise<CallbackReading> =>
      payments().readCallback(callback);
    const namesIn = (reading: CallbackReading) =>
      reading.kind === 'orders' ? reading.orderNos : [];

    /** The vendor may encrypt its notices, so only reading them tells what each is about. */
    async function noticesOf(orderNo: string): Promise<Callback[]> {
      const found: Callback[] = [];
      for (const callback of fixture.caught.callbacks) {
        if (namesIn(await read(callback)).includes(orderNo)) found.push(callback);
      }
      return found;
    }

    async function firstNotice(changes: Partial<PaymentOrder> = {}) {
      const all = await paid(changes);
      const { orderNo } = all.order;
      await expect.poll(async () => (await noticesOf(orderNo)).length).toBeGreaterThan(0);
      const [notice] = (await noticesOf(orderNo)) as [Callback];
      return { ...all, notice };
    }

    test('names the order that has news, and no more', async () => {
      const { order, notice } = await firstNotice();
      const reading = await read(notice);
      expect(reading).toMatchObject({ kind: 'orders', orderNos: [order.orderNo] });
      if (reading.kind === 'orders') expect(reading.answer.status).toBeLessThan(300);
    });

    test('comes again with the same content, and is read again', async () => {
      await fixture.running.misbehave(['duplicate_receipts']);
      const { order } = await begun();
      fixture.running.decide(takenOf(order.orderNo).id, 'paid');
      await expect.poll(async () => (await noticesOf(order.orderNo)).length).toBe(3);
    });

    test('of somebody else is refused', async () => {
      await fixture.running.misbehave(['forged_receipt', 'no_receipt']);
      const { order } = await paid();
      const refusals = async () => {
        const readings = await Promise.all(fixture.caught.callbacks.map(read));
        return readings.filter((each) => each.kind === 'refused' && each.because === 'signature');
      };
      await expect.poll(async () => (await refusals()).length).toBeGreaterThan(0);
      expect(await noticesOf(order.orderNo)).toEqual([]);
    });

    test('of another merchant is refused', async () => {
      const { notice } = await firstNotice();
      fixture.provider = fixture.open({ ...fixture.running.config, ...contract.otherMerchant });
      expect((await read(notice)).kind).toBe('refused');
    });

    test('that was changed on its way is refused', async () => {
      const { notice } = await firstNotice();
      const body = notice.body.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      expect(body).not.toBe(notice.body);
      expect((await read({ ...notice, body })).kind).toBe('refused');
    });

    if (!contract.hasAgelessNotices)
      test('of a day ago is refused', async () => {
        const { notice } = await firstNotice();
        fixture.clock.move(24 * hourMs);
        expect(await read(notice)).toMatchObject({ kind: 'refused', because: 'signature' });
      });

    const junk = ['', '{"a":', '{"hello":"world"}', '[1,null]', 'null', '7', 'a=b&a=%ZZ', '<x/>'];
    test.each(junk)('that is %j names no order, and throws nothing', async (body) => {
      const { notice } = await firstNotice();
      const forms = [
        { ...notice, body },
        { ...notice, body, headers: {} },
      ];
      if (contract.signed) forms.push(contract.signed(notice, body));
      for (const form of forms) {
        const reading = await read(form);
        if (reading.kind === 'orders') expect(reading.orderNos).toEqual([]);
        else expect(reading.kind).toBe('refused');
      }
    });
  });
}
