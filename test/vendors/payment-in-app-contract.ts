import { describe, expect, test } from 'vitest';
import type { PaymentVendor } from '../../src/vendors/providers/payment.ts';
import { serveBytes, unexpectedResponses } from './misbehaving-server.ts';
import type { InAppContract, PaymentFixture } from './payment-fixture.ts';

/** What every vendor with a method inside an app must do. */
export function describeInApp(
  vendor: PaymentVendor,
  inApp: InAppContract,
  use: PaymentFixture,
): void {
  const { fixture, payments, sample, visit, beginInApp, beginBy, query, refOf, allOf } = use;
  const [method = ''] = Object.entries(vendor.methods).find(([, { app }]) => app) ?? [];
  const order = () => sample({ method });

  describe('a method inside an app', () => {
    test('brings the payer back to our page, with our state and a code', async () => {
      const before = fixture.running.taken.length;
      const state = 'b'.repeat(64);
      const back = await visit('first', state);
      expect(back.state).toBe(state);
      expect(back.code).not.toBe('');
      expect(fixture.running.taken).toHaveLength(before);
    });

    test('is paid when the app was handed what we signed, whatever it tells the page', async () => {
      const asked = order();
      const begun = await beginInApp(asked, 'first');
      if (begun.kind !== 'started') throw new Error(begun.detail);
      const open = (payer: 'ok' | 'cancel' | 'fail', changes: object = {}) =>
        inApp.open({ ...begun.handOver, ...changes }, payer, fixture.running.url);
      const ref = refOf(asked, begun.vendorRef);
      const names = Object.keys(begun.handOver);
      for (const name of names) expect(await open('ok', { [name]: 'x' }), name).toContain('fail');
      expect(await open('cancel')).toContain('cancel');
      expect((await query(ref)).state).toBe('open');
      expect(await open('ok')).toContain('ok');
      expect(await query(ref)).toMatchObject({ state: 'paid', amount: asked.amount });
      expect(await open('ok')).toContain('fail');
    });

    test('creates one order, however often its payer comes', async () => {
      const asked = order();
      const first = await beginInApp(asked, 'first');
      const [second, third] = await Promise.all([
        beginInApp(asked, 'first'),
        beginInApp(asked, 'first'),
      ]);
      expect([first.kind, second.kind, third.kind]).toEqual(['started', 'started', 'started']);
      expect(allOf(asked.orderNo)).toHaveLength(1);
    });

    test('is refused to another payer than the one who came first', async () => {
      const asked = order();
      await beginInApp(asked, 'first');
      expect((await beginInApp(asked, 'second')).kind).toBe('other_payer');
      expect(allOf(asked.orderNo)).toHaveLength(1);
    });

    test('is refused with a code that was used before, or that nobody gave out', async () => {
      const before = fixture.running.taken.length;
      const asked = order();
      const { code } = await visit('first');
      expect((await beginBy(code, asked)).kind).toBe('started');
      const expired = { kind: 'rejected', reason: 'expired' };
      expect(await beginBy(code, asked)).toMatchObject(expired);
      expect(await beginBy(code, order())).toMatchObject(expired);
      expect(await beginBy('0'.repeat(32), asked)).toMatchObject(expired);
      expect(await beginBy('&secret=', asked)).toMatchObject(expired);
      expect(fixture.running.taken).toHaveLength(before + 1);
    });

    test('orders nothing if the app does not tell who pays', async () => {
      const before = fixture.running.taken.length;
      const { code } = await visit('first');
      fixture.provider = fixture.open({ ...fixture.running.config, ...inApp.wrongSecret });
      const begun = await beginBy(code, order());
      expect(begun).toMatchObject({ kind: 'unavailable', reason: 'provider_setup' });
      expect(fixture.running.taken).toHaveLength(before);
    });

    test.each(['timeout_sent', 'reset'])(
      'leaves one order if the answer is lost (%s), which its payer finds again',
      async (wrong) => {
        const asked = order();
        await fixture.running.misbehave([wrong]);
        expect(await beginInApp(asked, 'first', 1_500)).toMatchObject({ kind: 'unknown' });
        await fixture.running.misbehave([]);
        expect((await query(refOf(asked, null))).state).toBe('open');
        expect((await beginInApp(asked, 'first')).kind).toBe('started');
        expect(allOf(asked.orderNo)).toHaveLength(1);
      },
    );

    test.each(unexpectedResponses)('with %s is not begun', async (_, bytes) => {
      const { code } = await visit('first');
      const server = await serveBytes(bytes);
      await use.openElsewhere(server.url);
      expect((await beginBy(code, order())).kind).toBe('unknown');
      await server.close();
    });

    test('is offered only with the settings that it needs', () => {
      expect(payments().inApp).toBeDefined();
      const missing = Object.fromEntries(
        Object.keys(inApp.wrongSecret).map((name) => [name, undefined]),
      );
      const bare = fixture.open({ ...fixture.running.config, ...missing });
      expect(bare.payments.inApp).toBeUndefined();
    });
  });
}
