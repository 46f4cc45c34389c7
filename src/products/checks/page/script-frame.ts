import type { FastifyInstance } from 'fastify';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { contentHash } from '../../../foundation/page/content-hash.ts';
import { Html, html } from '../../../foundation/page/html.ts';
import { scriptFrameHeaders } from '../../../foundation/page/page-headers.ts';
import type { WebFiles } from '../../../foundation/page/web-files.ts';
import type { CheckPorts } from '../check-ports.ts';

/** The path names the provider only: the script can read it, and must not learn the person's link. */
export function scriptFramePath(providerCode: string): string {
  return `/vendor-script/${providerCode}`;
}

/** The document that runs the script of a provider, apart from all our pages. */
export function registerScriptFrame(
  scope: FastifyInstance,
  { providers }: Pick<CheckPorts, 'providers'>,
  webFiles: WebFiles,
): void {
  const own = webFiles.text('vendor-frame.ts');
  const ownHash = contentHash(own);

  scope.get<{ Params: { code: string } }>(scriptFramePath(':code'), (request, reply) => {
    const provider = providers.get(request.params.code);
    const { script, call } = (!provider?.isOff && provider?.browserData) || fail('route_not_found');
    return reply
      .removeHeader('x-frame-options')
      .headers(scriptFrameHeaders(script, ownHash))
      .type('text/html; charset=utf-8')
      .send(
        html`<!doctype html>
<meta charset="utf-8">
<script data-call="${call}">${new Html(own)}</script>
<script src="${script}"></script>
`.toString(),
      );
  });
}
