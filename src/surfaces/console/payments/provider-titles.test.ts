import { expect, test } from 'vitest';
import { FakeTill } from '../../../../test/kit/fake-till.ts';
import { providerTitles } from './provider-titles.ts';

test('providers have the name of their vendor, and their code where they share it', () => {
  const till = new FakeTill();
  const named = (codes: string[]) => {
    const payment = new Map(codes.map((code) => [code, till.provider(code)]));
    return providerTitles({ registry: { payment }, language: 'en' });
  };
  expect(named(['shop'])).toEqual({ shop: 'Till' });
  expect(named(['shop', 'bar'])).toEqual({ bar: 'Till (bar)', shop: 'Till (shop)' });
});
