import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendPage } from './send-page.ts';

test('a page is compressed for clients that accept it, and caches keep the forms apart', async () => {
  const app = Fastify();
  app.get('/', (request, reply) => sendPage(request, reply, { 'x-robots-tag': 'none' }, '<p>哈'));
  const [packed, plain] = await Promise.all(
    ['gzip', 'identity'].map((accepted) =>
      app.inject({ url: '/', headers: { 'accept-encoding': accepted } }),
    ),
  );
  expect(packed?.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed?.rawPayload ?? '').toString()).toBe('<p>哈');
  expect([plain?.headers['content-encoding'], plain?.body]).toEqual([undefined, '<p>哈']);
  for (const reply of [packed, plain]) {
    expect(reply?.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'none',
      vary: 'accept-language, user-agent, accept-encoding',
    });
  }
  await app.close();
});
