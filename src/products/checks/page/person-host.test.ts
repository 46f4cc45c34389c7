import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../../test/kit/fixture.ts';

const people = 'id.people.example';
const platform = 'pay.example';
let fixture: Fixture;
let path: string;

beforeAll(async () => {
  fixture = await createFixture({
    settings: { publicUrl: `https://${platform}`, personUrl: `https://${people}/check` },
  });
  const person = { name: '张小明', cardNo: '11010519491231002X' };
  const { body } = await fixture.call('face_verify', person);
  expect(body.data.authUrl).toMatch(/^https:\/\/id\.people\.example\/check\/v\/[\w-]+$/);
  // The proxy strips the path of the URL.
  path = new URL(body.data.authUrl).pathname.replace('/check', '');
});
afterAll(() => fixture.close());

function ask(host: string, url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') {
  const headers = { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return fixture.app.server.inject({
    ...{ method, url, headers },
    ...(method === 'POST' ? { payload: '{}' } : {}),
  });
}

describe('on a host of their own, the pages of face checks', () => {
  test('are served with their files and steps, all below their own path', async () => {
    const page = await ask(people, path);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`action="/check${path}/cancel"`);
    const [, style = ''] = /href="\/check(\/assets\/check\/[^"]+\.css)"/.exec(page.body) ?? [];
    expect((await ask(people, style)).statusCode).toBe(200);
    const [, icon = ''] = /rel="icon" href="\/check(\/assets\/skin\/[^"]+)"/.exec(page.body) ?? [];
    expect((await ask(people, icon)).headers['content-type']).toContain('image/svg+xml');
    expect((await ask(people, `${path}/view`)).statusCode).toBe(200);
    expect((await ask(people, `${path}/visit`, 'POST')).statusCode).toBe(200);
    expect((await ask(people.toUpperCase(), path)).statusCode).toBe(200);
  });

  // @mutant src/surfaces/http/server.ts
  // - if (isHidden) return done(new ApiError('route_not_found'));
  test.each([
    ['GET', '/console'],
    ['GET', '/console/api/session'],
    ['POST', '/console/api/session/password'],
    ['GET', '/'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['POST', '/api/v1/balance'],
    ['POST', '/callbacks/some-key'],
  ] as const)('share it with nothing else: %s %s is not found', async (method, url) => {
    expect((await ask(people, url, method)).statusCode).toBe(404);
    expect((await ask(platform, url, method)).statusCode, 'elsewhere').not.toBe(
      url.startsWith('/callbacks') ? 200 : 404,
    );
  });

  test('leave it to health checks, which may ask under any name', async () => {
    expect((await ask(people, '/healthz')).statusCode).toBe(200);
    expect((await ask(people, '/readyz')).statusCode).toBe(200);
  });

  test('redirect old links from any other host, and keep their query', async () => {
    for (const host of [platform, '127.0.0.1:8080']) {
      for (const part of ['', '/return?lang=en-US&by=abcdefghijklmnop', '/ways']) {
        const moved = await ask(host, path + part);
        expect(moved.statusCode).toBe(302);
        expect(moved.headers.location).toBe(`https://${people}/check${path}${part}`);
        expect(moved.headers['cache-control']).toBe('no-store');
      }
    }
    const session = await ask(platform, '/sandbox/face/unknown-session-secret');
    expect(session.headers.location).toBe(
      `https://${people}/check/sandbox/face/unknown-session-secret`,
    );
  });

  test('are not found elsewhere by their scripts, which then reload', async () => {
    expect((await ask(platform, `${path}/view`)).statusCode).toBe(404);
    expect((await ask(platform, `${path}/cancel`, 'POST')).statusCode).toBe(404);
    expect((await ask(platform, '/vendor-script/sandbox')).statusCode).toBe(404);
  });
});
