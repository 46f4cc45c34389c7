import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerHomePage, sendMissingPage } from './home-page.ts';

test.each([
  [undefined, 'https://platform.example/c3/api/v1/sms_code'],
  ['https://api.example.com', 'https://api.example.com/api/v1/sms_code'],
])('the home page shows callers the address of the API: %s', async (apiUrl, shown) => {
  const app = Fastify();
  registerHomePage(app, { publicUrl: () => 'https://platform.example/c3', apiUrl });
  for (const language of ['en', 'zh']) {
    const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } });
    expect(body).toContain(`curl</i> ${shown} `);
    expect(body).toContain(`href="/c3/docs/${language}"`);
    expect(body).toMatch(/<button [^>]*data-copied="[^"]+" hidden>/);
  }
  await app.close();
});

test('a reader can choose another language than the browser’s', async () => {
  const app = Fastify();
  registerHomePage(app, { publicUrl: () => 'https://platform.example/c3' });
  const get = async (url: string) => (await app.inject({ url })).body;
  expect(await get('/')).toContain('href="/c3/?lang=zh" lang="zh-CN"');
  const chosen = await get('/?lang=zh');
  expect(chosen).toContain('<html lang="zh-CN">');
  expect(chosen).toContain('href="/c3/docs/zh/start"');
  expect(chosen).toContain('href="/c3/?lang=en"');
  expect(await get('/?lang=xx')).toContain('<html lang="en-US">');
  await app.close();
});

test('the page for a missing URL can be read in the other language, and leads to the same places', async () => {
  const app = Fastify();
  const publicUrl = 'https://platform.example/c3';
  app.setNotFoundHandler((request, reply) => sendMissingPage(request, reply, publicUrl));
  const get = async (url: string) => (await app.inject({ url })).body;
  expect(await get('/nothing')).toContain('href="?lang=zh" lang="zh-CN"');
  const chosen = await get('/nothing?lang=zh');
  expect(chosen).toContain('<html lang="zh-CN">');
  for (const path of ['/docs/zh', '/docs/zh/reference', '/console']) {
    expect(chosen).toContain(`href="/c3${path}"`);
  }
  await app.close();
});
