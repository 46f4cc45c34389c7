import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  largestPrice,
  largestRate,
  parseMoney,
  parseRate,
  smallestUnit,
} from '../../foundation/money.ts';
import { toStripeAmount } from '../../vendors/adapters/stripe/stripe-checkout-amount.ts';
import { chargedUnit, chargeOf, creditedCharge, goneElsewhere, refundCharge } from './charge.ts';

const setAt = new Date();
const rate = (text: string) => parseRate(text) ?? 0n;
const money = (text: string) => parseMoney(text) ?? 0n;
const chargeIn = (currency: string, at: bigint, total: bigint) =>
  chargeOf({ currency: 'EUR', conversion: { currency, rate: at, setAt } }, total);

describe('a charge', () => {
  // @mutant src/foundation/money.ts
  // - amount * rate + step - 1n) / step
  // + amount * rate) / step
  // @mutant src/money/payments/charge.ts
  // -   return unit > hundredth ? unit : hundredth;
  // +   return unit;
  test.each([
    ['USD', '1.0812', '100', '108.12'],
    ['USD', '1.08123', '100', '108.13'],
    ['USD', '1.0812', '0.01', '0.02'],
    ['JPY', '162.1', '100', '16210'],
    ['JPY', '162.1', '0.01', '2'],
    ['JPY', '162.1001', '100', '16211'],
    // Vendors take no third decimal.
    ['KWD', '0.3321', '100', '33.21'],
    ['KWD', '0.33211', '100', '33.22'],
    ['ISK', '143.5', '1', '144'],
    ['UGX', '4012.5', '1', '4013'],
  ])('in %s at %s of %s is %s: whole units, rounded up', (currency, at, total, charged) => {
    expect(chargeIn(currency, rate(at), money(total))).toEqual({
      ...{ charged: money(charged), chargedCurrency: currency, rate: rate(at), rateSetAt: setAt },
    });
  });

  test('of the largest payment at the largest rate fits a bigint', () => {
    expect(chargeIn('USD', largestRate, 2n * largestPrice).charged).toBeLessThan(2n ** 63n);
  });

  test('in every currency is an amount that Stripe counts', () => {
    for (const currency of Intl.supportedValuesOf('currency')) {
      const { charged } = chargeIn(currency, rate('1.23457'), money('98.76'));
      const said = Number(toStripeAmount(charged, currency));
      expect([currency, Number.isSafeInteger(said)]).toEqual([currency, true]);
      if (/^(BHD|JOD|KWD|OMR|TND)$/.test(currency))
        expect([currency, said % 10]).toEqual([currency, 0]);
      if (/^(ISK|UGX)$/.test(currency)) expect([currency, said % 100]).toEqual([currency, 0]);
    }
  });

  test('without a conversion is the total, in the wallet’s currency', () => {
    const charge = { charged: 777n, chargedCurrency: 'EUR', rate: null, rateSetAt: null };
    expect(chargeOf({ currency: 'EUR', conversion: null }, 777n)).toEqual(charge);
  });
});

/** A payment that was credited, in any two currencies at any rate. */
const payment = fc
  .record({
    wallet: fc.constantFrom('EUR', 'JPY'),
    currency: fc.constantFrom('USD', 'JPY', 'KWD', 'KRW'),
    at: fc.oneof(fc.bigInt(1n, 10n ** 7n), fc.bigInt(10n ** 9n, 5n * 10n ** 12n)),
    units: fc.bigInt(1n, 20_000n),
  })
  .map(({ wallet, currency, at, units }) => {
    const credited = units * smallestUnit(wallet);
    const conversion = { currency, rate: at, setAt };
    const charge = chargeOf({ currency: wallet, conversion }, credited);
    return {
      ...{ ...charge, currency: wallet, credited, creditedCharged: charge.charged },
      ...{ refunded: 0n, refundedCharged: 0n, takenBack: 0n, takenBackCharged: 0n },
      disputedCharged: 0n,
    };
  });

describe('refunds of parts', () => {
  // @mutant src/money/payments/charge.ts
  // -   return goal - payment.refundedCharged - payment.takenBackCharged;
  // +   return convertDown(amount, rate, chargedUnit(chargedCurrency));
  test('are together exactly the whole, and never more on the way', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(payment, shares, (paid, parts) => {
        const one = smallestUnit(paid.currency);
        let now = paid;
        for (const [at, share] of parts.entries()) {
          const left = paid.credited - now.refunded;
          const part = ((left * BigInt(share)) / 10n / one) * one;
          const amount = at === parts.length - 1 ? left : part;
          const charged = refundCharge(now, amount);
          // What is worth less than a unit is refused.
          if (charged <= 0n) continue;
          expect(charged % chargedUnit(paid.chargedCurrency)).toBe(0n);
          const refunded = now.refunded + amount;
          now = { ...now, refunded, refundedCharged: now.refundedCharged + charged };
          const isAll = [refunded === paid.credited, now.refundedCharged === paid.charged];
          expect(isAll[0]).toBe(isAll[1]);
          expect(now.refundedCharged).toBeLessThanOrEqual(paid.charged);
        }
        expect([now.refunded, now.refundedCharged]).toEqual([paid.credited, paid.charged]);
      }),
    );
  });
});

describe('a credit by hand', () => {
  // @mutant src/money/payments/charge.ts
  // - convertDown(credited - unit, rate, 1n) < paid.amount;
  // + credited > 0n;
  test('of what was paid stands for all of it, rounded either way, and its parts for less', () => {
    const up = fc.constantFrom(0n, 1n, 2n);
    fc.assert(
      fc.property(payment, fc.integer({ min: 1, max: 300 }), up, (asked, percent, more) => {
        const [one, unit] = [smallestUnit(asked.currency), chargedUnit(asked.chargedCurrency)];
        const paid = {
          amount: ((asked.charged * BigInt(percent)) / 100n / unit) * unit,
          currency: asked.chargedCurrency,
        };
        const exact = (paid.amount * 10n ** 10n) / (asked.rate ?? 1n);
        const credited = (exact / one + more) * one;
        fc.pre(paid.amount > 0n && credited > 0n);
        const creditedCharged = creditedCharge(asked, credited, paid);
        if (more === 0n) expect(creditedCharged).toBe(paid.amount);
        if (more === 2n) expect(creditedCharged).toBeGreaterThanOrEqual(paid.amount);
        const part = refundCharge({ ...asked, credited, creditedCharged }, credited - one);
        expect(part).toBeLessThan(creditedCharged);
      }),
    );
  });
});

describe('what is gone at the vendor', () => {
  const gone = (of: { refunded?: bigint; disputed?: bigint }) => ({
    ...{ refunded: 0n, disputed: 0n, ...of },
  });

  test('is all of the credit when it is all of the charge, and not before', () => {
    fc.assert(
      fc.property(payment, fc.bigInt(0n, 10n ** 9n), (paid, some) => {
        const unit = chargedUnit(paid.chargedCurrency);
        const books = { amount: paid.charged, currency: paid.chargedCurrency };
        const all = goneElsewhere(paid, { ...books, ...gone({ refunded: paid.charged }) });
        expect([all.takenBack, all.takenBackCharged]).toEqual([paid.credited, paid.charged]);
        const part = (some % (paid.charged / unit)) * unit;
        const less = goneElsewhere(paid, { ...books, ...gone({ disputed: part }) });
        expect(less.takenBack).toBeLessThan(paid.credited);
        expect(less).toMatchObject({ takenBackCharged: part, disputed: less.takenBack });
        expect(less.takenBack % smallestUnit(paid.currency)).toBe(0n);
      }),
    );
  });

  // @mutant src/money/payments/charge.ts
  // - atLeastNothing(gone > left ? left : gone);
  // + atLeastNothing(gone);
  test('is never more than the charge, whatever the books say', () => {
    fc.assert(
      fc.property(payment, fc.bigInt(1n, 10n ** 9n), (paid, more) => {
        const books = { amount: paid.charged, currency: paid.chargedCurrency };
        expect(
          goneElsewhere(paid, { ...books, ...gone({ disputed: paid.charged + more }) }),
        ).toMatchObject({ takenBack: paid.credited, takenBackCharged: paid.charged });
      }),
    );
  });

  test('after refunds of ours is the rest of the credit when it is the rest of the charge', () => {
    fc.assert(
      fc.property(payment, fc.integer({ min: 1, max: 9 }), (paid, share) => {
        const one = smallestUnit(paid.currency);
        const refunded = ((paid.credited * BigInt(share)) / 10n / one) * one;
        const refundedCharged = refundCharge(paid, refunded);
        fc.pre(refundedCharged > 0n);
        const now = { ...paid, refunded, refundedCharged };
        const books = { amount: paid.charged, currency: paid.chargedCurrency };
        const disputed = paid.charged - refundedCharged;
        expect(goneElsewhere(now, { ...books, refunded: refundedCharged, disputed })).toMatchObject(
          {
            ...{ takenBack: paid.credited - refunded, takenBackCharged: disputed },
          },
        );
        expect(
          goneElsewhere(now, { ...books, ...gone({ refunded: refundedCharged }) }),
        ).toMatchObject({ takenBack: 0n, takenBackCharged: 0n });
      }),
    );
  });

  // @mutant src/money/payments/charge.ts
  // -   return atLeastNothing((worth < credited ? worth : credited) - refunded);
  // +   return atLeastNothing(worth - refunded);
  test('is never worth more than the credit, though the charge was rounded up', () => {
    const paid = {
      ...chargeIn('KWD', rate('0.3321'), money('0.01')),
      ...{ currency: 'EUR', credited: money('0.01'), creditedCharged: money('0.01') },
      ...{ refunded: 0n, refundedCharged: 0n, takenBack: 0n, takenBackCharged: 0n },
      disputedCharged: 0n,
    };
    const books = { amount: money('0.01'), currency: 'KWD' };
    // A thousandth less than the charge, which a dinar has and our charges do not.
    const less = goneElsewhere(paid, { ...books, ...gone({ disputed: money('0.009') }) });
    expect(less).toMatchObject({ takenBack: money('0.01'), disputed: money('0.01') });
  });

  test('of a payment that a person credited in another currency is counted by its share', () => {
    const credited = money('100');
    const paid = {
      ...chargeIn('JPY', rate('162.1'), credited),
      ...{ currency: 'EUR', credited, creditedCharged: money('16210') },
      ...{ refunded: 0n, refundedCharged: 0n, takenBack: 0n, takenBackCharged: 0n },
      disputedCharged: 0n,
    };
    const books = { amount: money('110'), currency: 'usd', disputed: 0n };
    const half = goneElsewhere(paid, { ...books, refunded: money('55') });
    expect(half).toMatchObject({ takenBack: money('50'), takenBackCharged: money('8105') });
    const all = goneElsewhere(paid, { ...books, refunded: money('110') });
    expect(all).toMatchObject({ takenBack: credited });
  });
});
