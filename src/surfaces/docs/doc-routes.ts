import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickLanguage } from '../../foundation/contract/wire/envelope.ts';
import { basePathOf } from '../../foundation/page/base-path.ts';
import { pagePolicy } from '../../foundation/page/page-headers.ts';
import { negotiateBody } from '../../foundation/page/shared-body.ts';
import { readWebFiles } from '../../foundation/page/web-files.ts';
import type { DocAddresses } from './doc-page.ts';
import { createDocSite, type DocForm, type DocPorts, readDocAddress } from './doc-site.ts';

/** The pages change only with a new process, so browsers may cache them for a while. */
const cacheControl = 'public, max-age=300';

const types: Readonly<Record<DocForm, string>> = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  search: 'application/json; charset=utf-8',
  llms: 'text/plain; charset=utf-8',
  openApiJson: 'application/json; charset=utf-8',
  openApiYaml: 'application/yaml; charset=utf-8',
};

/** Documents for programs, in English only. */
const documents = {
  '/llms.txt': 'llms',
  '/openapi.json': 'openApiJson',
  '/openapi.yaml': 'openApiYaml',
} as const satisfies Record<string, DocForm>;

export function openDocs(app: FastifyInstance, addresses: DocAddresses): void {
  const files = readWebFiles('docs', { basePath: basePathOf(addresses.publicUrl()) });
  files.register(app);
  registerDocs(app, { ...addresses, url: files.url });
}

/**
 * Serves the guides, the reference and the error pages below `/docs`, as HTML or, with `.md` at the end of
 * the URL, as Markdown. A URL without a language gets the browser's.
 */
export function registerDocs(app: FastifyInstance, ports: DocPorts): void {
  const site = createDocSite(ports);
  const send = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    // The server redirects a URL with a trailing slash.
    if (address.endsWith('/')) return reply.callNotFound();
    const preferred = pickLanguage(request.headers['accept-language']);
    const { form, language, path } = readDocAddress(address, preferred);
    const body = site.bodyOf(form, language, path);
    if (!body) {
      const isBrowser = request.headers.accept?.includes('text/html');
      return isBrowser ? sendMissing(reply, site.missing(language)) : reply.callNotFound();
    }
    const bytes = negotiateBody(body, request, reply);
    if (form === 'html') reply.header('content-security-policy', pagePolicy);
    return reply
      .header('cache-control', cacheControl)
      .header('vary', 'accept-language, accept-encoding')
      .type(types[form])
      .send(bytes);
  };
  app.get('/docs', (request, reply) => send(request, reply, ''));
  app.get('/docs.md', (request, reply) => send(request, reply, '.md'));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    send(request, reply, `/${request.params['*']}`),
  );
  for (const [address, form] of Object.entries(documents)) {
    app.get(address, (request, reply) => {
      const body = site.bodyOf(form, 'en', '');
      if (!body) return reply.callNotFound();
      const bytes = negotiateBody(body, request, reply);
      return reply.header('cache-control', cacheControl).type(types[form]).send(bytes);
    });
  }
}

/** Browsers get this page for a missing URL; programs get the error envelope. */
function sendMissing(reply: FastifyReply, page: string) {
  return reply
    .code(404)
    .header('content-security-policy', pagePolicy)
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language')
    .type(types.html)
    .send(page);
}
