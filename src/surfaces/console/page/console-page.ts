import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickLanguage } from '../../../foundation/contract/wire/envelope.ts';
import { html } from '../../../foundation/page/html.ts';
import { plainPolicy, replyHeaders } from '../../../foundation/page/page-headers.ts';
import { type Encoding, encodingOf, inSlices } from '../../../foundation/page/shared-body.ts';
import { skinLinks } from '../../../foundation/page/skin/skin.ts';
import { type ConsoleFile, type ConsoleFiles, createConsoleReader } from './console-files.ts';
import { waitingPage } from './console-waiting.ts';

/**
 * Serves the console below `/console`: the same page at every URL, because routing is client-side, and its
 * files under names that contain a content hash. The API is registered elsewhere.
 */
export function registerConsolePage(
  app: FastifyInstance,
  // Without a setting, the page takes its own address for that of the API.
  {
    basePath,
    folder,
    apiUrl = '',
  }: { basePath: string; folder: string; apiUrl?: string | undefined },
): void {
  const read = createConsoleReader(folder);
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const state = read();
    const language = pickLanguage(request.headers['accept-language']);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    if (typeof state === 'string') {
      return reply
        .code(503)
        .header('content-security-policy', plainPolicy)
        .header('retry-after', '2')
        .send(waitingPage(state, language, basePath));
    }
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(consoleHeaders(nonce))
      .send(renderConsole(state, { basePath, apiUrl, nonce, isChinese: language === 'zh' }));
  };
  app.get('/console', sendPage);
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
    const isApi = /^api(\/|$)/.test(request.params['*']);
    return isApi ? reply.callNotFound() : sendPage(request, reply);
  });
  app.get<{ Params: { name: string } }>('/console/assets/:name', (request, reply) => {
    const state = read();
    const file = typeof state === 'string' ? undefined : state.files.get(request.params.name);
    return file ? sendFile(file, request, reply) : reply.callNotFound();
  });
}

function sendFile(file: ConsoleFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = encodingOf(request.headers['accept-encoding']);
  const encodings: readonly Encoding[] = wanted === 'br' ? ['br', 'gzip'] : ['gzip'];
  const encoding = wanted && encodings.find((one) => file[one] !== undefined);
  const bytes = (encoding && file[encoding]) ?? file.plain;
  if (encoding) reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .header('content-length', bytes.length)
    .type(file.type)
    .send(inSlices(bytes));
}

/** Everything loads from this host only; styles created at run time need this page's nonce. */
function consoleHeaders(nonce: string): Record<string, string> {
  return {
    ...replyHeaders,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'x-robots-tag': 'noindex, nofollow',
  };
}

function renderConsole(
  { script, imports, styles }: ConsoleFiles,
  {
    basePath,
    apiUrl,
    nonce,
    isChinese,
  }: { basePath: string; apiUrl: string; nonce: string; isChinese: boolean },
): string {
  const address = (name: string) => `${basePath}/console/assets/${name}`;
  return html`<!doctype html>
<html lang="${isChinese ? 'zh-CN' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="base-path" content="${basePath}" nonce="${nonce}">
<meta name="api-url" content="${apiUrl}">
<title>Countersign</title>
${skinLinks(basePath)}
${styles.map((name) => html`<link rel="stylesheet" href="${address(name)}">\n`)}
${imports.map((name) => html`<link rel="modulepreload" href="${address(name)}">\n`)}
<script type="module" src="${address(script)}"></script>
</head>
<body><div id="root"></div>
<noscript>${isChinese ? '控制台需要启用 JavaScript。' : 'The console needs JavaScript.'}</noscript>
</body>
</html>
`.toString();
}
