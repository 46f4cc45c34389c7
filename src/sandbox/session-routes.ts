import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { pickLanguage } from '../contract/envelope.ts';
import { ApiError, fail } from '../contract/errors.ts';
import { problems } from '../contract/problems.ts';
import { basePathOf } from '../page/base-path.ts';
import { pageHeaders } from '../page/page-headers.ts';
import { isSameOrigin } from '../page/same-origin.ts';
import { readWebFiles } from '../page/web-files.ts';
import { type SessionRow, setSessionOutcome } from './queries.ts';
import { renderSessionPage, type SessionView } from './session-page.ts';
import { openSession, sessionPath } from './session-store.ts';

interface SecretRoute {
  Params: { secret: string };
}

/** The page of the sandbox vendor, and how it ends a session. */
export function registerSandboxPages(
  app: FastifyInstance,
  { pool, publicUrl }: { pool: Pool; publicUrl(): string },
): void {
  const webFiles = readWebFiles('sandbox', { basePath: basePathOf(publicUrl()) });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      (_request, body, done) => {
        try {
          done(null, JSON.parse(body as string));
        } catch {
          done(new ApiError('body_malformed'));
        }
      },
    );
    webFiles.register(scope);

    scope.get<SecretRoute>(`${sessionPath}:secret`, async (request, reply) => {
      const session = await openSession(pool, request.params.secret);
      const view = viewOf(session);
      const page = renderSessionPage({
        view,
        language: languageOf(request),
        script: session?.script ?? '',
        returnUrl: session?.returnUrl ?? null,
        styleUrl: webFiles.url('session.css'),
        scriptUrl: webFiles.url('session.ts'),
      });
      return sendPage(reply.code(view === 'unknown' ? 404 : 200), page);
    });

    scope.post<SecretRoute & { Body: { outcome?: unknown } | null }>(
      `${sessionPath}:secret/outcome`,
      async (request, reply) => {
        if (!isSameOrigin(request.headers, publicUrl())) {
          fail('invalid_request', {
            details: [{ field: 'Origin', problem: problems.not_this_page }],
          });
        }
        const session = (await openSession(pool, request.params.secret)) ?? fail('route_not_found');
        const outcome = request.body?.outcome;
        if (!isPlayable(session.script, outcome)) {
          fail('invalid_request', {
            details: [{ field: 'outcome', problem: problems.not_played }],
          });
        }
        await setSessionOutcome(pool, session.sessionRef, outcome);
        return reply.header('cache-control', 'no-store').send({ returnUrl: session.returnUrl });
      },
    );
  });
}

function viewOf(session: SessionRow | undefined): SessionView {
  if (!session) return 'unknown';
  if (session.outcome) return 'done';
  return session.isExpired ? 'expired' : 'capture';
}

/**
 * A magic ID number has one end, and whoever is left to choose has all; cancelling is always one.
 */
function isPlayable(script: string, outcome: unknown): outcome is string {
  if (script === 'abandoned') return false;
  if (outcome === 'cancelled') return true;
  if (outcome === 'passed') return script !== 'fail';
  return outcome === 'failed' && script !== 'pass';
}

function languageOf({ headers }: FastifyRequest) {
  return pickLanguage(headers['accept-language']);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers(pageHeaders({ camera: true }))
    .type('text/html; charset=utf-8')
    .send(page);
}
