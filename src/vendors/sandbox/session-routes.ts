import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { acceptBodies, isForm } from '../../foundation/page/accept-bodies.ts';
import { basePathOf } from '../../foundation/page/base-path.ts';
import { pageHeaders } from '../../foundation/page/page-headers.ts';
import { languageOfTag, pickPageLanguage } from '../../foundation/page/page-languages.ts';
import {
  type PersonPlace,
  serveForPeople,
  serveOnlyForPeople,
} from '../../foundation/page/person-host.ts';
import { requireSameOrigin } from '../../foundation/page/same-origin.ts';
import { sendPage } from '../../foundation/page/send-page.ts';
import { readWebFiles } from '../../foundation/page/web-files.ts';
import { type PaymentPages, registerPaymentPages } from './payment-routes.ts';
import { type SessionRow, setSessionOutcome } from './queries.ts';
import { canEndAs, isFaceReason } from './sandbox-scripts.ts';
import { renderSessionPage, type SessionView } from './session-page.ts';
import { openSession, sessionPath } from './session-store.ts';

interface SecretRoute {
  Params: { secret: string };
  Querystring: { lang?: string };
}

/** Registers the sandbox's pages, and the routes that end a session or an order. */
export function registerSandboxPages(
  app: FastifyInstance,
  // `styleUrl` is the stylesheet of the hosted check page.
  {
    pool,
    styleUrl,
    onOrder,
    ...place
  }: PersonPlace & { pool: Pool; styleUrl: string } & Pick<PaymentPages, 'onOrder'>,
): void {
  const basePath = basePathOf(place.personUrl());
  const webFiles = readWebFiles('sandbox', { basePath });
  app.register(async (files) => {
    serveForPeople(files);
    webFiles.register(files);
  });
  app.register(async (scope) => {
    serveOnlyForPeople(scope, place, { redirects: true });
    acceptBodies(scope);
    const styleUrls = [styleUrl, webFiles.url('session.css')];
    registerPaymentPages(scope, { pool, onOrder, basePath, styleUrls, personUrl: place.personUrl });

    scope.get<SecretRoute>(`${sessionPath}:secret`, async (request, reply) => {
      const session = await openSession(pool, request.params.secret);
      const view = viewOf(session);
      const page = renderSessionPage({
        view,
        language: languageOf(request),
        script: session?.script ?? '',
        path: `${basePath}${sessionPath}${request.params.secret}`,
        returnUrl: session?.returnUrl ?? null,
        styleUrls,
        scriptUrl: webFiles.url('session.ts'),
      });
      const status = view === 'unknown' ? 404 : 200;
      return sendPage(request, reply.code(status), pageHeaders({ camera: true }), page);
    });

    // A GET of the form's target, such as a page reload, redirects to the session.
    scope.get<SecretRoute>(`${sessionPath}:secret/outcome`, async (request, reply) =>
      reply.redirect(`${basePath}${sessionPath}${encodeURIComponent(request.params.secret)}`, 303),
    );

    scope.post<SecretRoute & { Body: { outcome?: unknown; reason?: unknown } | null }>(
      `${sessionPath}:secret/outcome`,
      async (request, reply) => {
        requireSameOrigin(request.headers, place.personUrl());
        const session = (await openSession(pool, request.params.secret)) ?? fail('route_not_found');
        const outcome = request.body?.outcome;
        if (!canEndAs(session.script, outcome)) {
          fail('invalid_request', {
            details: [{ field: 'outcome', problem: problems.not_played }],
          });
        }
        // The form without scripts sends its reason with every outcome; an empty one is none.
        const reason = (outcome === 'failed' && request.body?.reason) || null;
        if (reason !== null && !isFaceReason(reason)) {
          fail('invalid_request', { details: [{ field: 'reason', problem: problems.not_played }] });
        }
        await setSessionOutcome(pool, session.sessionRef, outcome, reason);
        const { returnUrl } = session;
        if (isForm(request)) return reply.redirect(returnUrl, 303);
        return reply.header('cache-control', 'no-store').send({ returnUrl });
      },
    );
  });
}

function viewOf(session: SessionRow | undefined): SessionView {
  if (!session) return 'unknown';
  if (session.outcome) return 'done';
  return session.isExpired ? 'expired' : 'capture';
}

/** The language of the page that linked here, or the browser's. */
function languageOf({ query, headers }: FastifyRequest<SecretRoute>) {
  return languageOfTag(query.lang) ?? pickPageLanguage(headers['accept-language']);
}
