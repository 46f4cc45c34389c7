import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerHomePage } from './home-page.ts';

test.each([
  [undefined, 'https://platform.example/c3/api/v1/sms_code'],
  ['https://api.example.com', 'https://api.example.com/api/v1/sms_code'],
])('the home page shows callers the address of the API: %s', async (apiUrl, shown) => {
  const app = Fastify();
  registerHomePage(app, { publicUrl: () => 'https://platform.example/c3', apiUrl });
  for (const language of ['en', 'zh']) {
    const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } });
    expect(body).toContain(`curl</i> ${shown} `);
    expect(body).toContain('href="/c3/docs"');
  }
  await app.close();
});
