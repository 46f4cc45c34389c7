import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import { pickLanguage } from '../../../foundation/contract/wire/envelope.ts';
import { html } from '../../../foundation/page/html.ts';
import { plainPolicy, replyHeaders } from '../../../foundation/page/page-headers.ts';
import { readCookie } from '../../../foundation/page/read-cookie.ts';
import { type Encoding, encodingOf, inSlices } from '../../../foundation/page/shared-body.ts';
import { skinLinks } from '../../../foundation/page/skin/skin.ts';
import { cookieNames } from '../session/session-cookies.ts';
import { type ConsoleFile, type ConsoleFiles, createConsoleReader } from './console-files.ts';
import { waitingPage } from './console-waiting.ts';
import { type FirstShape, firstPaint } from './first-paint.ts';

interface ConsolePage {
  basePath: string;
  /** Where the build is. */
  folder: string;
  /** Without this setting, the page takes its own address for that of the API. */
  apiUrl?: string | undefined;
  /** Which installation of this host it is, when there are several. */
  cell?: number | undefined;
}

/**
 * Serves the console below `/console`: the same page at every URL, because routing is client-side, and its
 * files under names that contain a content hash. The API is registered elsewhere.
 */
export function registerConsolePage(app: FastifyInstance, options: ConsolePage): void {
  const { basePath, folder } = options;
  const read = createConsoleReader(folder);
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const state = read();
    const look = readLook(request);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    if (typeof state === 'string') {
      return reply
        .code(503)
        .header('content-security-policy', plainPolicy)
        .header('retry-after', '2')
        .send(waitingPage(state, look.language, basePath));
    }
    const nonce = randomBytes(16).toString('base64');
    return reply.headers(consoleHeaders(nonce)).send(
      renderConsole(state, {
        ...{ basePath, apiUrl: options.apiUrl ?? '', nonce, look },
        shape: firstShapeOf(request, cookieNames(options.cell).session),
      }),
    );
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

interface Look {
  language: Language;
  theme: 'light' | 'dark' | undefined;
}

/**
 * The language and theme that this browser chose; the console keeps them in cookies, so that the page has them from
 * its first byte. Without a choice the browser's language and the system's theme apply.
 */
function readLook({ headers }: FastifyRequest): Look {
  const language = readCookie(headers.cookie, 'countersign-language');
  const theme = readCookie(headers.cookie, 'countersign-theme');
  return {
    language:
      language === 'en' || language === 'zh' ? language : pickLanguage(headers['accept-language']),
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
}

const beforeSignIn = /^\/console\/(sign-in|welcome|enter|enter-cell)\/?$/;

/** Only the shape of the page: whether the session still counts is for the API to say. */
function firstShapeOf({ url, headers }: FastifyRequest, sessionCookie: string): FirstShape {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (beforeSignIn.test(pathname) || !readCookie(headers.cookie, sessionCookie)) return 'card';
  return searchParams.get('mode') === 'test' ? 'test' : 'live';
}

interface Rendered {
  basePath: string;
  apiUrl: string;
  nonce: string;
  look: Look;
  shape: FirstShape;
}

function renderConsole(
  { script, imports, styles }: ConsoleFiles,
  { basePath, apiUrl, nonce, look: { language, theme }, shape }: Rendered,
): string {
  const address = (name: string) => `${basePath}/console/assets/${name}`;
  const isChinese = language === 'zh';
  return html`<!doctype html>
<html lang="${isChinese ? 'zh-CN' : 'en-US'}"${theme && html` data-theme="${theme}"`}>
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
<noscript><style nonce="${nonce}">#first-paint { display: none; }</style></noscript>
</head>
<body><div id="root"></div>
${firstPaint(shape, language)}
<noscript><p class="lonely">${isChinese ? '控制台需要启用 JavaScript。' : 'The console needs JavaScript.'}</p></noscript>
</body>
</html>
`.toString();
}
