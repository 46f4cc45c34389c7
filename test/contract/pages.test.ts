import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixture, type Fixture, type ReplyBody } from '../kit/fixture.ts';
import { converse } from '../kit/raw-connection.ts';
import { expectError } from './expect-reply.ts';

let fixture: Fixture;
let link: string;

beforeAll(async () => {
  fixture = await createFixture();
  const { body } = await fixture.call('face_verify', { name: 'Li', cardNo: '1' });
  link = new URL(body.data.authUrl).pathname;
});
afterAll(() => fixture.close());

/** Over a socket, as a browser would, but without following redirects. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${fixture.url}${path}`, { headers, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: (isJson ? JSON.parse(text) : {}) as ReplyBody,
  };
}

describe('every reply', () => {
  const paths: readonly [string, number][] = [
    ['/', 200],
    ['/docs', 200],
    ['/docs/', 308],
    ['/docs/reference', 200],
    ['/docs/en/start', 200],
    ['/docs/zh/start.md', 200],
    ['/docs/en/search.json', 200],
    ['/docs/en/nothing', 404],
    ['/llms.txt', 200],
    ['/assets/docs/x/docs.css', 200],
    ['/docs/errors', 200],
    ['/docs/errors/40001', 200],
    ['/docs/errors/1', 404],
    ['/docs/en/reference', 200],
    ['/openapi.json', 200],
    ['/openapi.yaml', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/v1/sms_code', 405],
    ['/nowhere', 404],
    ['/%zz', 404],
    [`/${'x'.repeat(500)}`, 404],
    ['/assets/check/x/check.css', 200],
    ['/assets/theme-2/1f4fbf.css', 200],
    ['/v/0123456789abcdef', 404],
    ['/sandbox/face/x', 404],
    [`/pay/${'0'.repeat(32)}`, 404],
    ['LINK', 200],
    ['LINK/view', 200],
  ];

  test.each(paths)(
    'to %s (%s) cannot be sniffed or framed, and sends no referrer',
    async (path, status) => {
      const reply = await ask(path.replace('LINK', link));
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        // A page with forms sends its origin to its own host, and to no other.
        'referrer-policy': /^(LINK$|\/v\/|\/sandbox\/|\/pay\/)/.test(path)
          ? 'same-origin'
          : 'no-referrer',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
      });
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'/);
      expect(policy).toMatch(/frame-ancestors 'none'/);
      if (status >= 400 && !path.startsWith('/v/') && !path.startsWith('/sandbox/')) {
        expect(reply.headers['cache-control']).toBe('no-store');
      }
    },
  );

  test.each(paths.filter(([, status]) => status < 400))(
    'to HEAD of %s equals that to GET without its body',
    async (asked) => {
      const url = `${fixture.url}${asked.replace('LINK', link)}`;
      const answer = async (method: string) => {
        const response = await fetch(url, { method, redirect: 'manual' });
        const headers = Object.fromEntries(response.headers);
        // Headers of the moment or of the connection, which a client closes after a HEAD.
        for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
        return { status: response.status, headers, text: await response.text() };
      };
      expect(await answer('HEAD')).toEqual({ ...(await answer('GET')), text: '' });
    },
  );

  test('to HEAD of a stream or a missing page is an error, at once', async () => {
    const status = async (path: string) =>
      (await fetch(`${fixture.url}${path}`, { method: 'HEAD' })).status;
    expect(await status(`${link}/events`)).toBe(405);
    expect(await status('/console/api/platform/calls/live')).toBe(405);
    expect(await status('/docs/en/nothing')).toBe(404);
  });

  test('to a call, to junk and of an event stream has these headers too', async () => {
    const wanted = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
    expect((await fixture.call('balance', {})).headers).toMatchObject(wanted);
    expect((await converse(fixture.url, 'junk\r\n\r\n')).replies[0]?.headers).toMatchObject(wanted);
    const abort = new AbortController();
    const events = await fetch(`${fixture.url}${link}/events`, { signal: abort.signal });
    expect(Object.fromEntries(events.headers)).toMatchObject(wanted);
    abort.abort();
  });
});

describe('a missing file', () => {
  test.each([
    '/assets',
    '/assets/check',
    '/assets/check/x/nothing.css',
    '/assets/check/x/..%2f..%2fsrc%2fmain.ts',
    '/assets/sandbox-face/x/nothing.ts',
    '/assets/nothing/x/y.css',
    '/assets/theme-2/nothing.css',
    '/favicon.ico',
  ])('is 404 in the envelope: %s', async (path) => {
    expectError(await ask(path), 'route_not_found');
  });
});

describe('a missing docs page', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each([
    ['/docs/nothing', 'en', 'Page not found'],
    ['/docs/nothing', 'zh', '页面不存在'],
    ['/docs/zh/errors/1', 'en', '页面不存在'],
    ['/docs/en/nothing.md', 'en', 'Page not found'],
  ])('is a page of the docs for a browser, with links: %s in %s', async (path, language, words) => {
    const reply = await ask(path, { ...browser, 'accept-language': language });
    expect(reply.status).toBe(404);
    expect(reply.headers).toMatchObject({
      ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    });
    expect(reply.text).toContain(words);
    const hrefs = [...reply.text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href as string);
    const shown = words === 'Page not found' ? 'en' : 'zh';
    expect(hrefs).toEqual(
      expect.arrayContaining([`/docs/${shown}`, `/docs/${shown}/errors`, '/console']),
    );
    for (const href of hrefs.filter((one) => one !== '/console')) {
      expect((await ask(href, browser)).status, href).toBe(200);
    }
  });

  test('is an envelope for a program', async () => {
    expectError(await ask('/docs/nothing'), 'route_not_found');
    expectError(await ask('/docs/nothing', { accept: 'application/json' }), 'route_not_found');
  });
});

describe('a trailing slash', () => {
  test.each([
    '/docs/',
    '/docs/errors/',
    '/docs/errors/40001/',
    '/healthz/',
    'LINK/',
    'LINK/?lang=zh',
  ])('still leads to the page: %s', async (path) => {
    const asked = `${fixture.url}${path.replace('LINK', link)}`;
    const response = await fetch(asked);
    expect([response.status, response.redirected]).toEqual([200, true]);
    expect(response.url).toBe(asked.replace(/\/(?=\?|$)/, ''));
  });

  test('on a missing page stays 404', async () => {
    const response = await fetch(`${fixture.url}/nowhere/`);
    expect(response.status).toBe(404);
    expectError(await ask('//evil.example/'), 'route_not_found');
  });
});

describe('the front page', () => {
  test.each([
    [undefined, 'en-US', 'API reference'],
    ['zh-CN,zh;q=0.9', 'zh-CN', 'API 参考'],
  ])('says what this is and where to go, for %s in %s', async (accepted, lang, words) => {
    const reply = await ask('/', accepted ? { 'accept-language': accepted } : {});
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = reply.headers['content-security-policy'];
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/script-src 'self';/);
    expect(reply.headers.vary).toBe('accept-language');
    expect(reply.text).toContain(`<html lang="${lang}">`);
    expect(reply.text).toContain(words);
    for (const [script] of reply.text.matchAll(/<script[^>]*>/g)) {
      expect(script).toMatch(/ src="\/assets\//);
    }
  });

  test('has no dead links', async () => {
    const { text } = await ask('/');
    const hrefs = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href as string);
    expect(hrefs).toEqual(
      expect.arrayContaining([
        '/docs/en',
        '/docs/en/reference',
        '/docs/en/errors',
        '/openapi.json',
        '/readyz',
      ]),
    );
    for (const href of hrefs) expect((await ask(href)).status, href).toBe(200);
  });
});

describe('an ambiguous request', () => {
  const body = '2\r\n{}\r\n0\r\n\r\n';
  const post = (headers: string, version = 'HTTP/1.1') =>
    `POST /api/v1/balance ${version}\r\nx-api-key: ${fixture.apiKey}\r\n` +
    `content-type: application/json\r\n${headers}\r\n\r\n${body}`;

  test.each([
    ['two hosts', 'host: x\r\nhost: y\r\ntransfer-encoding: chunked', 'HTTP/1.1'],
    ['two hosts that agree', 'Host: x\r\nhOST: x\r\ntransfer-encoding: chunked', 'HTTP/1.1'],
    ['no host', 'transfer-encoding: chunked', 'HTTP/1.1'],
    ['another coding', 'host: x\r\ntransfer-encoding: gzip, chunked', 'HTTP/1.1'],
    ['a coding that is none', 'host: x\r\ntransfer-encoding: xchunked', 'HTTP/1.1'],
    ['a coding after the last', 'host: x\r\ntransfer-encoding: chunked, gzip', 'HTTP/1.1'],
    ['no coding at all', 'host: x\r\ntransfer-encoding:', 'HTTP/1.1'],
    ['a coding before its time', 'host: x\r\ntransfer-encoding: chunked', 'HTTP/1.0'],
    ['a version after its time', 'host: x\r\ntransfer-encoding: chunked', 'HTTP/2.0'],
  ])('is 400 and closes the connection: %s', async (_, headers, version) => {
    const { replies, closedBy } = await converse(fixture.url, post(headers, version));
    expectError(replies[0] ?? expect.fail('there is no reply'), 'http_malformed');
    expect([replies.length, closedBy]).toEqual([1, 'end']);
  });

  test('is told from an ordinary one, which is answered', async () => {
    const bytes = post('Host: x\r\nTransfer-Encoding: Chunked\r\nConnection: close');
    expect((await converse(fixture.url, bytes)).replies.map(({ status }) => status)).toEqual([201]);
  });
});

test('an invalid host breaks no page', async () => {
  for (const host of ['', 'a b', '/@', '[::', '\u00ff']) {
    for (const path of ['/', '/docs', '/docs/', '/openapi.json', link]) {
      const bytes = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      const { replies } = await converse(fixture.url, Buffer.from(bytes, 'latin1'));
      expect(replies[0]?.status, `${path} ${host}`).toBeLessThan(400);
    }
  }
});
