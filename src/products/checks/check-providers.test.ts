import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import type { FaceProvider } from '../../vendors/providers/provider.ts';
import {
  canStartWith,
  collectorOf,
  findCheckProviders,
  needsConsent,
  providersToName,
} from './check-providers.ts';
import type { LinkedCheck } from './queries.ts';

const provider = (code: string, more: object = {}) =>
  ({ code, devices: ['mobile', 'desktop'], browserData: null, ...more }) as unknown as FaceProvider;
const known = [
  provider('first'),
  provider('second', { devices: ['mobile'] }),
  provider('third'),
  provider('off', { isOff: true }),
];

/** The current route, as the database would return it. */
const route = [{ product: 'face_verify', accountId: null, region: null }];
const ports = (...codes: string[]) => ({
  pool: {
    query: async () => ({
      rows: route.map((each) => ({ ...each, providers: codes.map((code) => ({ code })) })),
    }),
  } as unknown as Pool,
  providers: new Map(known.map((each) => [each.code, each])),
});
const check = (columns: Partial<LinkedCheck> = {}) =>
  ({
    ...{ accountId: 1, mode: 'live', status: 0, providerCode: 'second' },
    namedProviders: ['second', 'third'],
    ...columns,
  }) as LinkedCheck;

const codes = (providers: readonly FaceProvider[]) => providers.map(({ code }) => code);

test('the provider of the call is asked first, then the other enabled ones of the route', async () => {
  const found = await findCheckProviders(
    ports('first', 'off', 'gone', 'second', 'third'),
    check(),
    'mobile',
  );
  expect(codes(found.serving)).toEqual(['second', 'first', 'third']);
  expect(codes(found.able)).toEqual(['second', 'first', 'third']);
  expect(codes(found.agreed)).toEqual(['second', 'third']);
});

test('a provider whose sessions do not work on the device is not asked', async () => {
  const found = await findCheckProviders(ports('first', 'second'), check(), 'desktop');
  expect(codes(found.serving)).toEqual(['second', 'first']);
  expect(codes(found.able)).toEqual(['first']);
  expect(codes(found.agreed)).toEqual([]);
});

test('a test check stays with its own provider whatever the route is, and an ended one has none', async () => {
  const test = await findCheckProviders(ports('first'), check({ mode: 'test' }), 'mobile');
  expect(codes(test.serving)).toEqual(['second']);
  const ended = await findCheckProviders(ports('first'), check({ status: 1 }), 'mobile');
  expect(codes(ended.serving)).toEqual([]);
});

test('a consent names the providers that work on the device, or else those that work on another', () => {
  const [first, second] = known as [FaceProvider, FaceProvider];
  const serving = [first, second];
  expect(providersToName({ serving, able: [first], agreed: [] })).toEqual([first]);
  expect(providersToName({ serving, able: [], agreed: [] })).toEqual(serving);
});

test('a person is asked for consent, and again if none of the agreed providers can check them', () => {
  const [first] = known as [FaceProvider];
  const [consentedAt, serving] = [new Date(), [first]];
  const all = { serving, able: [first], agreed: [first] };
  expect(needsConsent({ consentedAt: null }, all)).toBe(true);
  expect(needsConsent({ consentedAt }, all)).toBe(false);
  expect(needsConsent({ consentedAt }, { ...all, agreed: [] })).toBe(true);
  expect(needsConsent({ consentedAt }, { ...all, able: [], agreed: [] })).toBe(false);
});

test('data that a script collected goes only to providers with the same script and call', () => {
  const data = { script: 'https://a.example/a.js', call: 'collect' };
  const wanting = provider('wanting', { browserData: data });
  const plain = provider('plain');
  expect(collectorOf([plain, wanting])).toBe(wanting);
  expect(collectorOf([plain])).toBeUndefined();
  expect(canStartWith(plain, null)).toBe(true);
  expect(canStartWith(plain, data)).toBe(true);
  expect(canStartWith(wanting, { ...data })).toBe(true);
  for (const other of [null, { ...data, script: 'b.js' }, { ...data, call: 'other' }]) {
    expect(canStartWith(wanting, other)).toBe(false);
  }
});
