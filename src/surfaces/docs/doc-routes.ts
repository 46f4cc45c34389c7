import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { pickLanguage } from '../../foundation/contract/wire/envelope.ts';
import { basePathOf } from '../../foundation/page/base-path.ts';
import { pagePolicy } from '../../foundation/page/page-headers.ts';
import { plainPolicy } from '../../foundation/page/plain-page.ts';
import { shared } from '../../foundation/page/shared-body.ts';
import { createDocSite, type DocForm, type DocPorts, readDocAddress } from './doc-site.ts';
import { missingPage } from './missing-page.ts';

/** The pages change only when the process does, so a browser may keep them for a while. */
const cacheControl = 'public, max-age=300';

const types: Readonly<Record<DocForm, string>> = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  search: 'application/json; charset=utf-8',
  llms: 'text/plain; charset=utf-8',
  openApiJson: 'application/json; charset=utf-8',
  openApiYaml: 'application/yaml; charset=utf-8',
};

/** The documents for machines, which have one language. */
const documents = {
  '/llms.txt': 'llms',
  '/openapi.json': 'openApiJson',
  '/openapi.yaml': 'openApiYaml',
} as const satisfies Record<string, DocForm>;

/**
 * Serves the guides, the reference and the page of each error below `/docs`: as HTML and, with `.md` behind the
 * address, as they were written. Without a language in the address, that of the browser is taken.
 */
export function registerDocs(app: FastifyInstance, ports: DocPorts): void {
  const site = createDocSite(ports);
  const send = (request: FastifyRequest, reply: FastifyReply, address: string) => {
    // With a slash too many, it is the server that knows where to lead.
    if (address.endsWith('/')) return reply.callNotFound();
    const preferred = pickLanguage(request.headers['accept-language']);
    const { form, language, path } = readDocAddress(address, preferred);
    const body = site.bodyOf(form, language, path);
    if (!body) {
      const isBrowser = request.headers.accept?.includes('text/html');
      return isBrowser ? sendMissing(reply, language, ports) : reply.callNotFound();
    }
    const bytes = shared(body, request, reply);
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
      const bytes = shared(body, request, reply);
      return reply.header('cache-control', cacheControl).type(types[form]).send(bytes);
    });
  }
}

/** A program is told in the envelope what is not there, and a person by a page. */
function sendMissing(reply: FastifyReply, language: Language, { publicUrl }: DocPorts) {
  return reply
    .code(404)
    .header('content-security-policy', plainPolicy)
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language')
    .type(types.html)
    .send(missingPage(language, basePathOf(publicUrl())));
}
