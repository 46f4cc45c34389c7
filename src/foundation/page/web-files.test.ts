import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readWebFiles } from './web-files.ts';

test('a file is cached forever under the hash of its version, and not at all under another hash', async () => {
  const files = readWebFiles('check', { basePath: '/pay' });
  const app = Fastify();
  files.register(app);
  const path = files.url('check.css').replace('/pay', '');
  expect(files.url('check.css')).toMatch(/^\/pay\/assets\/check\/[\w-]{12}\/check\.css$/);
  const current = await app.inject(path);
  expect(current.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const older = await app.inject('/assets/check/aaaaaaaaaaaa/check.css');
  expect([older.statusCode, older.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(older.body).toBe(current.body);
  expect((await app.inject(path.replace('check.css', 'gone.css'))).statusCode).toBe(404);
  await app.close();
});

test('a script is its source without the types', async () => {
  const files = readWebFiles('check', { basePath: '' });
  const app = Fastify();
  files.register(app);
  const { headers, body } = await app.inject(files.url('check.ts'));
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(body).not.toMatch(/^(interface|type) /m);
  await app.close();
});

test('a made file is served beside those of the folder, in the same version', async () => {
  const files = readWebFiles('skin', { basePath: '', made: { 'a.woff2': Buffer.from([1, 255]) } });
  const app = Fastify();
  files.register(app);
  const made = await app.inject(files.url('a.woff2'));
  expect(made.headers['content-type']).toBe('font/woff2');
  expect([...made.rawPayload]).toEqual([1, 255]);
  const own = await app.inject(files.url('mark.svg'));
  expect([own.statusCode, own.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  await app.close();
});
