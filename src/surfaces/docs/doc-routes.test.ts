import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { registerDocs } from './doc-routes.ts';

const publicUrl = 'https://pay.example';
const app = fastify();
registerDocs(app, {
  publicUrl: () => publicUrl,
  apiUrl: () => publicUrl,
  url: (file) => `/assets/${file}`,
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test.each([
  ['/docs/en/start', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/docs/en/start.md', 'text/markdown; charset=utf-8', '# '],
  ['/docs.md', 'text/markdown; charset=utf-8', '# '],
  ['/docs/en/search.json', 'application/json; charset=utf-8', '['],
  ['/docs/en/reference', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Countersign'],
  ['/openapi.json', 'application/json; charset=utf-8', '{"openapi":"3.1'],
  ['/openapi.yaml', 'application/yaml; charset=utf-8', 'openapi: 3.1'],
])('%s is %s, and may be cached for a while', async (url, type, beginning) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, headers['content-type']]).toEqual([200, type]);
  expect(headers['cache-control']).toBe('public, max-age=300');
  expect(body.toLowerCase().startsWith(beginning.toLowerCase())).toBe(true);
  // A page runs only the site's own scripts.
  const policy = headers['content-security-policy'];
  if (type.startsWith('text/html')) {
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  } else expect(policy).toBeUndefined();
});

test('a page without a language in its path uses the browser’s, and sends Vary', async () => {
  const chinese = await get('/docs/start', { 'accept-language': 'zh-CN' });
  expect(chinese.body).toContain('<html lang="zh-CN">');
  expect(chinese.headers.vary).toContain('accept-language');
  const english = await get('/docs/start', { 'accept-language': 'en' });
  expect(english.body).toContain('<html lang="en">');
  const asked = await get('/docs/en/start', { 'accept-language': 'zh-CN' });
  expect(asked.body).toBe(english.body);
});

test.each([
  '/docs/en/nothing',
  '/docs/en/start/',
  '/docs/en/nothing.md',
  '/docs/en/reference.md',
  '/docs/',
])('%s is not found', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});

test('a browser stays in the docs when a page of them does not exist', async () => {
  const missing = await get('/docs/zh/nothing', { accept: 'text/html' });
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(missing.body).toContain('<h1>页面不存在</h1>');
  expect(missing.body).toContain('href="/docs/zh/webhooks"');
  const [main = ''] = /<main.*<\/main>/s.exec(missing.body) ?? [];
  const linked = [...main.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(linked).toHaveLength(4);
  for (const href of linked) expect((await get(href)).statusCode, href).toBe(200);
});
