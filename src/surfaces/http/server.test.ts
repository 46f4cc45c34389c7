import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { consoleRoutes } from '../console/console-routes.ts';
import { isStep } from '../console/kit/rights.ts';

let plain: Fixture;
let secure: Fixture;
beforeAll(async () => {
  plain = await createFixture();
  const oidc = { oidcIssuer: 'http://127.0.0.1:9', oidcClientId: 'countersign' };
  secure = await createFixture({ settings: { publicUrl: 'https://pay.example.com', ...oidc } });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

const ask = ({ app }: Fixture, method: string, url: string) =>
  app.server.inject({ method: method as 'GET', url });

// @mutant src/surfaces/http/server.ts
// - !(isExact && one.isWildcard)
// + one
test('a method that `allow` names is answered, and no other one', async () => {
  const paths = [
    ...consoleRoutes.map(
      ({ path, right }) => `/console/api${isStep(right) ? '' : '/platform'}${path}`,
    ),
    ...['/console/api/session/oidc/start', '/console/api/openapi.json', '/api/v1/sms_code'],
    ...['/healthz', '/docs', '/console/calls'],
  ];
  const wrong: string[] = [];
  for (const path of paths) {
    const refused = await ask(secure, 'PUT', path);
    expect([path, refused.statusCode]).toEqual([path, 405]);
    const allowed = String(refused.headers.allow).split(', ');
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const { statusCode } = await ask(secure, method, path);
      const isAnswered = statusCode !== 404 && statusCode !== 405;
      if (isAnswered !== allowed.includes(method)) wrong.push(`${method} ${path} ${statusCode}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('an open read of the console answers HEAD as it answers GET, without the body', async () => {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => ask(plain, method, '/console/api/session')),
  );
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  expect(head?.headers['content-type']).toBe(get?.headers['content-type']);
});

// @mutant src/surfaces/http/server.ts
// - publicUrl().startsWith('https:') ? secureHeaders : replyHeaders
// + replyHeaders
test('browsers are kept on HTTPS where the platform has it, and only there', async () => {
  for (const path of ['/', '/console', '/docs', '/v/none', '/console/api/session', '/nothing']) {
    const { headers } = await ask(secure, 'GET', path);
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    const reply = await ask(plain, 'GET', path);
    expect(reply.headers['strict-transport-security']).toBeUndefined();
  }
});

test('a browser gets a page for a URL that does not exist, and a program the envelope', async () => {
  const visit = (url: string, accept: string, method: 'GET' | 'POST' = 'GET') =>
    plain.app.server.inject({ method, url, headers: { accept } });
  const page = await visit('/nothing', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.statusCode, page.headers['content-type']]).toEqual([
    404,
    'text/html; charset=utf-8',
  ]);
  expect(page.body).toContain('<h1>Page not found</h1>');
  const [style] = /\/assets\/skin\/[^"]+\/plain\.css/.exec(page.body) ?? [''];
  expect((await visit(style, 'text/css')).statusCode).toBe(200);
  for (const reply of [
    await visit('/nothing', '*/*'),
    await visit('/api/v1/nothing', 'text/html'),
    await visit('/nothing', 'text/html', 'POST'),
  ]) {
    expect([reply.statusCode, reply.json().reason]).toEqual([404, 'route_not_found']);
  }
});
