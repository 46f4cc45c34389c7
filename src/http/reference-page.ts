import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorIndexPage, errorPage, errorPageStyle } from '../contract/error-page.ts';
import { errorTable, fail, type Reason, reasons } from '../contract/errors.ts';
import type { OpenApiDocument } from '../contract/openapi.ts';
import { openApiYaml } from '../contract/openapi-yaml.ts';
import { createSharedBody, type SharedBody, shared } from '../page/shared-body.ts';

const compress = promisify(gzip);

/** The documents change only when the process does, so a browser may keep them for a while. */
const cacheControl = 'public, max-age=300';

const lockedDown =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Every link of Scalar to its makers, and everything that it would load from them, is off. */
const scalarConfiguration = {
  url: '/openapi.json',
  pageTitle: 'Countersign API',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const;

/** Serves the OpenAPI document, the reference made from it, and the page of each error. */
export async function registerReferencePage(
  app: FastifyInstance,
  { document }: { document: OpenApiDocument },
): Promise<void> {
  registerDocument(app, document);
  registerErrorPages(app);
  let script: Promise<SharedBody> | undefined;
  await app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply, payload) => {
      if (typeof payload !== 'string') return payload;
      const type = String(reply.getHeader('content-type'));
      if (type.startsWith('text/html')) return guardReference(reply, payload);
      if (!type.startsWith('application/javascript')) return payload;
      script ??= shareScript(payload);
      reply.header('cache-control', cacheControl);
      return shared(await script, request, reply);
    });
    await scope.register(scalar, { routePrefix: '/docs', configuration: scalarConfiguration });
  });
}

/** The script has four megabytes, which take too long to compress while calls wait. */
async function shareScript(script: string): Promise<SharedBody> {
  const plain = Buffer.from(script);
  return { plain, compressed: await compress(plain) };
}

function registerDocument(app: FastifyInstance, document: OpenApiDocument): void {
  const forms = { json: JSON.stringify(document), yaml: openApiYaml(document) };
  for (const [form, text] of Object.entries(forms)) {
    const body = createSharedBody(text);
    app.get(`/openapi.${form}`, (request, reply) =>
      reply
        .header('cache-control', cacheControl)
        .type(`application/${form}; charset=utf-8`)
        .send(shared(body, request, reply)),
    );
  }
}

function registerErrorPages(app: FastifyInstance): void {
  const reasonOf = new Map<string, Reason>(
    reasons.map((reason) => [String(errorTable[reason].code), reason]),
  );
  app.get('/docs/errors', (_request, reply) => sendErrorPage(reply, errorIndexPage()));
  app.get<{ Params: { code: string } }>('/docs/errors/:code', (request, reply) => {
    const reason = reasonOf.get(request.params.code) ?? fail('route_not_found');
    return sendErrorPage(reply, errorPage(reason));
  });
}

function sendErrorPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      `${lockedDown}; img-src data:; style-src ${hashOf(errorPageStyle)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', cacheControl)
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * Scalar starts itself with a script in the page, which is allowed by its hash. It also writes
 * styles while it runs, for which only `unsafe-inline` will do: styles cannot carry data to another
 * host here, because images, fonts and connections are held to this one.
 */
function guardReference(reply: FastifyReply, page: string): string {
  const scripts = [...page.matchAll(/<script[^>]*>([^<]+)<\/script>/g)]
    .map(([, script = '']) => script)
    .filter((script) => script.trim() !== '');
  reply
    .header(
      'content-security-policy',
      `${lockedDown}; script-src 'self' ${scripts.map(hashOf).join(' ')}; ` +
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
        "connect-src 'self'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', cacheControl);
  return page
    .replace('<html>', '<html lang="en">')
    .replace('<head>', '<head><link rel="icon" href="data:,">');
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
