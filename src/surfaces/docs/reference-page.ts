import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenApiDocument } from '../../foundation/contract/openapi/openapi.ts';
import { openApiYaml } from '../../foundation/contract/openapi/openapi-yaml.ts';
import { createSharedBody, type SharedBody, shared } from '../../foundation/page/shared-body.ts';
import { renderReference } from './render-reference.ts';

const compress = promisify(gzip);

/** The documents change only when the process does, so a browser may keep them for a while. */
const cacheControl = 'public, max-age=300';

const scriptPath = '/docs/js/scalar.js';

/** Serves the OpenAPI document and the reference made from it. */
export async function registerReferencePage(
  app: FastifyInstance,
  { document, basePath }: { document: OpenApiDocument; basePath: string },
): Promise<void> {
  registerDocument(app, document);
  const reference = await renderReference({
    document: `${basePath}/openapi.json`,
    script: `${basePath}${scriptPath}`,
    guides: `${basePath}/docs`,
  });
  app.get('/docs/reference', (_request, reply) =>
    sendPage(reply, reference.page, reference.policy),
  );
  let script: Promise<SharedBody> | undefined;
  app.get(scriptPath, async (request, reply) => {
    script ??= shareScript(reference.script);
    return reply
      .header('cache-control', cacheControl)
      .type('text/javascript; charset=utf-8')
      .send(shared(await script, request, reply));
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

function sendPage(reply: FastifyReply, page: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', cacheControl)
    .type('text/html; charset=utf-8')
    .send(page);
}
