import { describe, expect, test } from 'vitest';
import { FakeTill } from '../../../test/kit/fake-till.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { PaymentProvider } from '../../vendors/providers/payment.ts';
import { feeOf, type PaymentOffer } from './payment-offer.ts';
import { chooseOffer, offersOf } from './payment-offers.ts';

const till = new FakeTill();
const provider = (code: string, more: Partial<PaymentProvider> = {}) => ({
  ...till.provider(code),
  ...more,
});
const two = {
  card: { title: { en: 'Card', zh: '银行卡' }, shows: 'page' },
  scan: { title: { en: 'QR code', zh: '扫码' }, shows: 'qr' },
} as const;

function portsOf(currency: string, ...providers: PaymentProvider[]) {
  return {
    pool: { query: async () => ({ rows: [] }) } as never,
    providers: new Map(providers.map((each) => [each.code, each])),
    settings: { currency, providerTimeoutMs: 1 },
  };
}
const owner = (mode: Mode = 'live') => ({ accountId: 1, mode });
const codesOf = (offers: PaymentOffer[]) =>
  offers.map(({ providerCode, method }) => `${providerCode} ${method}`);

describe('the offers', () => {
  test('are each method of each provider that is on and takes the currency, by code', async () => {
    const ports = portsOf(
      'CNY',
      ...[provider('b', { methods: two }), provider('a', { methods: two })],
      ...[provider('off', { isOff: true }), provider('yen', { currencies: ['JPY'] })],
    );
    const offers = await offersOf(ports, owner());
    expect(codesOf(offers)).toEqual(['a card', 'a scan', 'b card', 'b scan']);
    expect(offers[1]).toEqual({
      ...{ providerCode: 'a', method: 'scan', title: { en: 'QR code', zh: '扫码' }, shows: 'qr' },
      ...{ currency: 'CNY', minimum: 100n, maximum: 999_999_999_900n },
      ...{ feePercent: 0n, feeFixed: 0n, conversion: null },
    });
  });

  test('are not those methods of a provider that lack the currency', async () => {
    const methods = { card: two.card, scan: { ...two.scan, currencies: ['EUR'] } };
    const ports = portsOf('CNY', provider('a', { methods }));
    expect(codesOf(await offersOf(ports, owner()))).toEqual(['a card']);
  });

  test('of a test wallet are those of the sandbox alone, and of a live wallet never', async () => {
    const ports = portsOf('CNY', provider('a', { methods: two }), provider('sandbox'));
    const [inTest, live] = [await offersOf(ports, owner('test')), await offersOf(ports, owner())];
    expect(new Set(inTest.map(({ providerCode }) => providerCode))).toEqual(new Set(['sandbox']));
    expect(codesOf(live)).toEqual(['a card', 'a scan']);
  });
});

describe('a choice', () => {
  const ports = portsOf(
    'JPY',
    provider('a', { methods: { card: two.card } }),
    provider('b', { methods: two }),
  );
  const choose = (amount: bigint, provider?: string, method?: string) =>
    chooseOffer(ports, owner(), { provider, method, amount });
  const refusalOf = async (...wanted: Parameters<typeof choose>) => {
    const error = await choose(...wanted).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    const { reason, details = [] } = error as ApiError;
    return [reason, ...details.map(({ field, problem }) => `${field} ${problem.en}`)];
  };

  test('is the first offer that fits what was named', async () => {
    const chosen = async (provider?: string, method?: string) =>
      codesOf([await choose(10_000n, provider, method)]);
    expect(await chosen()).toEqual(['a card']);
    expect(await chosen(undefined, 'scan')).toEqual(['b scan']);
    expect(await chosen('b')).toEqual(['b card']);
    expect(await refusalOf(10_000n, 'a', 'scan')).toEqual(['payment_method_unavailable']);
  });

  test.each([
    [15_000n, 'amount must be a multiple of 1, the smallest unit of the currency'],
    [0n, 'amount must be at least 1'],
    [-10_000n, 'amount must be at least 1'],
    [1_000_000_000_000n, 'amount must be at most 99999999'],
  ])('refuses %s, and says which amounts the offer takes', async (amount, problem) => {
    expect(await refusalOf(amount)).toEqual(['invalid_request', problem]);
  });
});

test.each([
  ['CNY', 0n, 0n, 1_000_000n, 0n],
  ['CNY', 0n, 3_000n, 1_000_000n, 3_000n],
  // 0.6 % of 100.00, and of 0.01, which is rounded up to a cent.
  ['CNY', 6_000n, 0n, 1_000_000n, 6_000n],
  ['CNY', 6_000n, 0n, 100n, 100n],
  ['CNY', 29_000n, 3_000n, 333_300n, 12_700n],
  ['JPY', 36_000n, 0n, 1_000_000n, 40_000n],
])('the fee in %s at %s and %s of %s is %s', (currency, feePercent, feeFixed, amount, fee) => {
  const offer = { currency, feePercent, feeFixed };
  expect(feeOf(offer, amount)).toBe(fee);
});
