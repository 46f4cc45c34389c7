import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { Callback } from '../../vendors/providers/vendor.ts';
import { registerCallbackRoutes } from './callback-routes.ts';
import type { CallbackPorts } from './take-callback.ts';

const app = Fastify();
const heard: Callback[] = [];
const provider = {
  code: 'mine',
  readCallback(callback: Callback) {
    heard.push(callback);
    const answer = { status: 202, contentType: 'text/xml', body: '<ok/>' };
    return { kind: 'sessions', sessionRefs: [], answer };
  },
};
registerCallbackRoutes(app, {
  providers: { findByCallback: () => provider },
  askAboutSessions: async () => {},
  publicUrl: () => 'https://pay.example.com/base',
} as unknown as CallbackPorts & { publicUrl(): string });

const faults: unknown[] = [];
app.setErrorHandler((fault, _request, reply) => {
  faults.push(fault);
  return reply.code(413).send();
});

afterEach(() => {
  heard.length = 0;
});

test.each([
  ['GET', undefined, ''],
  ['POST', 'application/json', '{"a": 1}'],
  ['POST', 'application/x-www-form-urlencoded', 'a=%31&b'],
  ['POST', 'text/xml; charset=utf-8', '<a>张</a>'],
  ['POST', 'text/plain', '{'],
] as const)('a %s of %s reaches its adapter unchanged', async (method, type, payload) => {
  const reply = await app.inject({
    ...{ method, payload, remoteAddress: '192.0.2.7' },
    url: '/callbacks/the-key?reference=a%2Fb&x=1',
    headers: { ...(type && { 'content-type': type }), 'X-Sign': 'S' },
  });
  expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
    202,
    expect.stringContaining('text/xml'),
    '<ok/>',
  ]);
  expect(heard).toMatchObject([
    {
      method,
      url: 'https://pay.example.com/base/callbacks/the-key?reference=a%2Fb&x=1',
      headers: { 'x-sign': 'S' },
      body: payload,
      address: '192.0.2.7',
    },
  ]);
});

test('one that is too large is told the limit of callbacks, not that of calls', async () => {
  const post = (length: number) =>
    app.inject({ method: 'POST', url: '/callbacks/the-key', payload: 'x'.repeat(length) });
  expect((await post(1024 * 1024)).statusCode).toBe(202);
  heard.length = 0;
  await post(1024 * 1024 + 1);
  expect(faults).toMatchObject([{ reason: 'callback_too_large' }]);
  expect(heard).toEqual([]);
});

test.each(['PUT', 'DELETE', 'PATCH'] as const)('a %s reaches no adapter', async (method) => {
  const reply = await app.inject({ method, url: '/callbacks/the-key' });
  expect([reply.statusCode, heard]).toEqual([404, []]);
});
