import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { ApiError } from '../contract/errors/errors.ts';
import { acceptBodies, isForm } from './accept-bodies.ts';

const app = Fastify();
acceptBodies(app);
app.setErrorHandler((error: ApiError, _request, reply) => reply.code(400).send(error.reason));
app.post('/', async (request) => ({ body: request.body, isForm: isForm(request) }));
afterAll(() => app.close());

async function send(type: string, payload: string) {
  const headers = { 'content-type': type };
  return (await app.inject({ method: 'POST', url: '/', headers, payload })).body;
}

test('a page posts JSON by its script, and the same fields as a form without it', async () => {
  expect(JSON.parse(await send('application/json', '{"a":["b"]}'))).toEqual({
    ...{ body: { a: ['b'] }, isForm: false },
  });
  const form = await send('application/x-www-form-urlencoded; charset=utf-8', 'a=b&c=%E5%93%88');
  expect(JSON.parse(form)).toEqual({ body: { a: 'b', c: '哈' }, isForm: true });
});

test('rejects a body that is not JSON', async () => {
  expect(await send('application/json', '{')).toBe('body_malformed');
});
