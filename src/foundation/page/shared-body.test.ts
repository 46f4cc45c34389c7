import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createSharedBody, negotiateBody } from './shared-body.ts';

const large = '0123456789'.repeat(50_000);
const app = Fastify();
for (const [path, content] of Object.entries({ '/large': large, '/small': 'small' })) {
  const body = createSharedBody(content);
  app.get(path, (request, reply) => reply.send(negotiateBody(body, request, reply)));
}

test.each([
  [undefined, undefined],
  ['br', undefined],
  ['gzip;q=0', undefined],
  ['gzip', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['deflate,GZIP', 'gzip'],
])('a client that accepts %s gets %s', async (accepted, expected) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const reply = await app.inject({ url: '/large', headers });
  expect(reply.headers['content-encoding']).toBe(expected);
  expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
  expect(reply.headers.vary).toBe('accept-encoding');
});

test('a body arrives whole, large or small', async () => {
  expect((await app.inject('/large')).body).toBe(large);
  expect((await app.inject('/small')).body).toBe('small');
});
