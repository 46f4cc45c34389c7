import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerConsolePage } from './console-page.ts';

const sessionCookie = '__Host-countersign';
let folder: string;
let app: FastifyInstance;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-console-'));
  app = Fastify();
  registerConsolePage(app, { basePath: '/pay', folder });
});

afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const script = `export const text = '${'console '.repeat(20_000)}';`;

/** The output of the build, with the pointer that is written last. */
function putBuild(): void {
  const assets = join(folder, 'abc', 'assets');
  mkdirSync(assets, { recursive: true });
  const manifest = {
    'main.tsx': {
      file: 'assets/main-1.js',
      isEntry: true,
      imports: ['_a.js'],
      css: ['assets/m.css'],
    },
    '_a.js': { file: 'assets/a-2.js', css: ['assets/a.css'] },
    'calls.tsx': { file: 'assets/calls-3.js' },
  };
  writeFileSync(join(folder, 'abc', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(assets, 'main-1.js'), script);
  writeFileSync(join(assets, 'main-1.js.gz'), gzipSync(script));
  writeFileSync(join(assets, 'main-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'current'), 'abc');
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('without a console', () => {
  test('its address says in both languages that it is being built, and reloads', async () => {
    const english = await get('/console');
    expect(english.statusCode).toBe(503);
    expect(english.body).toContain('Building the console…');
    expect(english.body).toContain('http-equiv="refresh"');
    expect(english.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    const chinese = await get('/console/12/calls', { 'accept-language': 'zh-CN' });
    expect(chinese.body).toContain('正在构建控制台');
    putBuild();
    expect((await get('/console')).statusCode).toBe(200);
  });

  test('a failed build is reported, with where to look', async () => {
    writeFileSync(join(folder, 'failed.log'), 'no space left');
    const { body } = await get('/console');
    expect(body).toContain('Console build failed');
    expect(body).toContain('.cache/console/failed.log');
    expect(body).not.toContain('no space left');
  });
});

test('a broken build is not reported as under way', async () => {
  putBuild();
  writeFileSync(join(folder, 'abc', 'manifest.json'), '{');
  expect((await get('/console')).statusCode).toBe(500);
});

describe('the built console', () => {
  beforeEach(putBuild);

  test('is one page at every path, with its files below the public path', async () => {
    for (const url of ['/console', '/console/', '/console/12/calls/x?mode=test']) {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('src="/pay/console/assets/main-1.js"');
      expect(body).toContain('<link rel="modulepreload" href="/pay/console/assets/a-2.js">');
      for (const style of ['m.css', 'a.css']) {
        expect(body).toContain(`<link rel="stylesheet" href="/pay/console/assets/${style}">`);
      }
      expect(body).not.toContain('calls-3.js');
    }
  });

  test('carries the address of the API for its examples', async () => {
    expect((await get('/console')).body).toContain('<meta name="api-url" content="">');
    const elsewhere = Fastify();
    const apiUrl = 'https://api.example.com';
    registerConsolePage(elsewhere, { basePath: '/c3', apiUrl, folder });
    const { body } = await elsewhere.inject({ url: '/console' });
    expect(body).toContain(`<meta name="api-url" content="${apiUrl}">`);
    await elsewhere.close();
  });

  test('has the chosen language and theme from its first byte, else those of the browser', async () => {
    const opening = async (cookie: string) =>
      /<html[^>]*>/.exec((await get('/console', { cookie, 'accept-language': 'zh-CN' })).body)?.[0];
    expect(await opening('countersign-language=en; countersign-theme=dark')).toBe(
      '<html lang="en-US" data-theme="dark">',
    );
    expect(await opening('')).toBe('<html lang="zh-CN">');
    const strange = 'countersign-language="><script>; countersign-theme=x" onload="y';
    expect(await opening(strange)).toBe('<html lang="zh-CN">');
  });

  test('shows the frame to those with a session, and a card to those without one', async () => {
    const shapeOf = async (url: string, cookie = `${sessionCookie}=x`) =>
      /id="first-paint" class="([^"]*)"/.exec((await get(url, { cookie })).body)?.[1];
    expect(await shapeOf('/console/platform/calls?mode=live')).toBe('shell');
    expect(await shapeOf('/console')).toBe('shell');
    expect(await shapeOf('/console/12/calls?mode=test')).toBe('shell shell-test');
    expect(await shapeOf('/console/12/calls', '')).toBe('entry-page');
    expect(await shapeOf('/console/sign-in?next=/12/calls')).toBe('entry-page');
    expect(await shapeOf('/console//12')).toBe('shell');
  });

  test('says in words, not in bones, that it needs scripts', async () => {
    const { body, headers } = await get('/console', { 'accept-language': 'zh-CN' });
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(body).toContain(`<noscript><style nonce="${nonce}">#first-paint { display: none; }`);
    expect(body).toContain('<p class="lonely">控制台需要启用 JavaScript。</p>');
    expect(body).not.toContain('style="');
  });

  test('runs no inline script, and allows styles by a nonce per page', async () => {
    const policies = await Promise.all([get('/console'), get('/console')]);
    const [first, second] = policies.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("default-src 'none'");
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] as string;
      expect(body).toContain(`nonce="${nonce}"`);
      return nonce;
    });
    expect(first).not.toBe(second);
  });

  test('serves each file in the smallest encoding the browser accepts, cached forever', async () => {
    const url = '/console/assets/main-1.js';
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    expect(brotli.headers['cache-control']).toContain('immutable');
    expect(brotli.headers.vary).toBe('accept-encoding');
    expect((await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    const plain = await get(url, { 'accept-encoding': 'br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(script);
  });

  test('has no page for missing files and API routes', async () => {
    const missing = ['/console/assets/gone.js', '/console/api', '/console/api/12/nothing'];
    for (const url of missing) expect((await get(url)).statusCode).toBe(404);
  });
});
