import { expect, test } from 'vitest';
import { toEvent } from '../../foundation/events/event-body.ts';
import type { Payment } from './payment.ts';
import { topUpBody } from './show-payment.ts';

test('the event of a payment says what was charged', () => {
  const payment = {
    ...{ paymentId: 'p', reference: '', amount: 3_000_000n, fee: 0n, currency: 'CNY' },
    ...{ charged: 3_000_000n, chargedCurrency: 'CNY', rate: null, rateSetAt: null },
    ...{ providerCode: 'wechat-pay', method: 'qr' },
  } as Payment;
  const eventOf = (body: object) =>
    toEvent({
      ...{ eventId: 'e', type: 'topup.succeeded', mode: 'live', sequence: 1, madeAt: new Date(0) },
      body: { ...body },
    });
  expect(eventOf(topUpBody(payment)).data).toMatchObject({
    amount: '300.0000',
    charged: '300.0000',
  });
  // One that was stored before payments had a charge of their own can still be sent.
  const { charged: _, ...older } = topUpBody(payment);
  expect(eventOf(older).data).toMatchObject({ amount: '300.0000', charged: null });
});
