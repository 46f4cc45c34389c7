import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerHomePage } from './home-page.ts';

test.each([
  [undefined, '<code>/api/v1</code>'],
  ['https://api.example.com', '<code>https://api.example.com/api/v1</code>'],
])('the front page shows callers the address of the API: %s', async (apiUrl, shown) => {
  const app = Fastify();
  registerHomePage(app, { basePath: '/c3', apiUrl });
  for (const language of ['en', 'zh']) {
    const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } });
    expect(body).toContain(shown);
    expect(body).toContain('href="/c3/docs"');
  }
  await app.close();
});
