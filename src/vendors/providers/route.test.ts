import { describe, expect, test } from 'vitest';
import { orderOf, pickRoute, type Route, type RouteStop } from './route.ts';

const route = (region: string | null, code: string, product: Route['product'] = 'sms_code') => ({
  product,
  region,
  providers: [{ code }],
});

test.each<[string, Route['product'], string | null, string | undefined]>([
  ['of its region before that of all', 'sms_code', 'CN', 'own in CN'],
  ['of all where its region has none', 'sms_code', 'US', 'own'],
  ['of all for a number of no country', 'sms_code', null, 'own'],
  ['of its own product', 'sms_notice', 'CN', 'notices'],
  ['or none', 'face_verify', null, undefined],
])('a call takes the first matching route: %s', (_, product, region, code) => {
  const routes = [
    route('CN', 'own in CN'),
    route(null, 'own'),
    route('US', 'all in US'),
    route(null, 'all'),
    route(null, 'notices', 'sms_notice'),
    route('CN', 'faces in CN', 'face_verify'),
  ];
  expect(pickRoute(routes, product, region)?.providers[0]?.code).toBe(code);
});

describe('the order of providers:', () => {
  const order = (providers: RouteStop[], random: number) =>
    orderOf({ product: 'sms_code', region: null, providers }, () => random).join(' ');
  const stops = (text: string) =>
    text.split(' ').map((stop): RouteStop => {
      const [code = '', weight] = stop.split(':');
      return weight === undefined ? { code } : { code, weight: Number(weight) };
    });

  test.each([
    ['a b c', 0, 'a b c'],
    ['a b c', 0.99, 'a b c'],
    ['a:0 b:0', 0.5, 'a b'],
    ['a:5', 0.5, 'a'],
    ['a:70 b:30', 0, 'a b'],
    ['a:70 b:30', 0.699, 'a b'],
    ['a:70 b:30', 0.7, 'b a'],
    ['a:70 b:30', 0.999, 'b a'],
    ['a:1 b:2 c:1', 0.25, 'b a c'],
    ['a:1 b:2 c:1', 0.75, 'c a b'],
    ['a:0 b:1 c:1', 0, 'b a c'],
    ['a b:1 c:1', 0, 'b a c'],
    ['a:1 b c:1', 0.5, 'c a b'],
  ])('%s with the draw %d are %s', (given, random, expected) => {
    expect(order(stops(given), random)).toBe(expected);
  });
});
