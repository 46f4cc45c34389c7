import { expect, test } from 'vitest';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { withRateFields } from './with-rate-fields.ts';

const rateLimiter = createRateLimiter();
const reply = { status: 201, body: '{}', headers: { 'idempotency-replayed': 'true' } };

test('a key with a rate limit is told what remains, besides the reply’s other headers', () => {
  rateLimiter.take(7, 5, 0);
  rateLimiter.take(7, 5, 0);
  expect(withRateFields({ rateLimiter }, { keyId: 7, perSecond: 5 }, reply)).toEqual({
    ...reply,
    headers: {
      'idempotency-replayed': 'true',
      'ratelimit-policy': '"key";q=5;w=1',
      ratelimit: '"key";r=3;t=1',
    },
  });
});

test('a key without a rate limit gets no such headers', () => {
  expect(withRateFields({ rateLimiter }, { keyId: 7, perSecond: null }, reply)).toBe(reply);
});
