import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { attemptSpan, isSampled, requestSpan } from './span.ts';

const id = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';
const request = { id, headers: {}, method: 'POST', path: '/api/v1/balance', status: 201, ms: 5 };
const around = { scheme: 'https', endMs: 105 };

test('only a reply from 500 on is an error of ours', () => {
  const of = (status: number) => requestSpan({ ...request, status }, around);
  expect([201, 308, 404, 500, 504].map((status) => of(status).isError)).toEqual([
    ...[false, false, false, true, true],
  ]);
  expect(of(504).attributes['error.type']).toBe('504');
  expect(of(404).attributes['error.type']).toBeUndefined();
  expect([of(201).startMs, of(201).endMs]).toEqual([100, 105]);
});

test('an unusual method has no name of its own', () => {
  const { name, attributes } = requestSpan({ ...request, method: 'PROPFIND' }, around);
  expect([name, attributes['http.request.method']]).toEqual(['HTTP /api/v1/balance', '_OTHER']);
});

test('an attempt that is not done is an error, with its reason', () => {
  const attempted = { callId: id, providerCode: 'twilio', seconds: 0.5, endedMs: 900 };
  const span = attemptSpan({ ...attempted, outcome: 'unknown', reason: 'no_answer' });
  expect(span).toMatchObject({
    ...{ isError: true, startMs: 400, endMs: 900, parentId: '9f0b6d2c8e5b1a47' },
    attributes: { 'error.type': 'no_answer', 'countersign.outcome': 'unknown' },
  });
  expect(attemptSpan({ ...attempted, outcome: 'done' }).isError).toBe(false);
});

test('the sample has its share of the requests', () => {
  const ids = Array.from({ length: 4_000 }, () => randomUUIDv7());
  const count = (percent: number) => ids.filter((one) => isSampled(undefined, one, percent)).length;
  expect([count(0), count(100)]).toEqual([0, 4_000]);
  expect(count(25)).toBeGreaterThan(800);
  expect(count(25)).toBeLessThan(1_200);
});
