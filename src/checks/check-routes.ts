import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickLanguage } from '../contract/envelope.ts';
import { ApiError, fail } from '../contract/errors.ts';
import { checkStatus } from '../contract/face.ts';
import type { Language } from '../contract/languages.ts';
import { problems } from '../contract/problems.ts';
import { basePathOf } from '../page/base-path.ts';
import { pageHeaders, replyHeaders } from '../page/page-headers.ts';
import { isSameOrigin } from '../page/same-origin.ts';
import { readWebFiles, type WebFiles } from '../page/web-files.ts';
import { renderNotice } from './check-page.ts';
import type { AskerLook, CheckPorts } from './check-ports.ts';
import { hashSecret } from './check-secrets.ts';
import { isConsentVersion } from './check-texts.ts';
import { deviceOf, isDevice } from './device.ts';
import { followChecks } from './follow-checks.ts';
import { type Consent, endCheck, findCheckByLink, type LinkedCheck } from './queries.ts';
import { refreshCheck } from './recheck.ts';
import { type PageViewer, pageUrlOf, type ShownPage, showPage, showView } from './show-check.ts';
import { startSession } from './start-session.ts';
import { takeConsent } from './take-consent.ts';

interface LinkRoute {
  Params: { link: string };
  Querystring: { lang?: string; here?: string; device?: string };
}

type LinkRequest = FastifyRequest<LinkRoute>;

const linkForm = /^[A-Za-z0-9_-]{16,64}$/;

/** More than any vendor's browser data has. */
const longestBrowserData = 8_192;

/** The person's page and what its script asks for, all under the link of the check. */
export function registerCheckRoutes(
  app: FastifyInstance,
  ports: CheckPorts,
  look: AskerLook,
): void {
  const webFiles = readWebFiles('check', { basePath: basePathOf(ports.settings.publicUrl()) });
  app.register(async (scope) => {
    acceptJson(scope);
    webFiles.register(scope);
    registerLook(scope, ports, look);
    registerPages(scope, ports, webFiles);
    registerFollowing(scope, ports);
    registerSteps(scope, ports);
  });
}

function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('body_malformed'));
    }
  });
}

/** The asking account's colour and logo, from our own address: the page asks nobody else. */
function registerLook(scope: FastifyInstance, ports: CheckPorts, look: AskerLook): void {
  scope.get<{ Params: { name: string } }>('/assets/theme/:name', (request, reply) => {
    const theme =
      look.themeOf(request.params.name.replace(/\.css$/, '')) ?? fail('route_not_found');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(theme);
  });

  scope.get<LinkRoute>('/v/:link/logo', async (request, reply) => {
    const { accountId } = await findLinked(ports, request);
    const logo = (await look.findLogo(accountId)) ?? fail('route_not_found');
    return reply
      .headers({ ...pageHeaders({ camera: false }), 'cache-control': 'private, max-age=300' })
      .type(logo.mediaType)
      .send(logo.image);
  });
}

function registerPages(scope: FastifyInstance, ports: CheckPorts, webFiles: WebFiles): void {
  const styleUrl = webFiles.url('check.css');
  scope.register(async (pages) => {
    // A person who cannot be shown the page is told so in a page, not in JSON.
    pages.setErrorHandler((fault, request, reply) => {
      const status = fault instanceof ApiError ? fault.row.status : 503;
      const path = basePathOf(ports.settings.publicUrl()) + (request.url.split('?', 1)[0] ?? '');
      const kind = status === 404 ? 'unknown' : 'fault';
      if (kind === 'fault') ports.log.error({ requestId: request.id }, 'a page cannot be shown');
      const language = languageOf(request as LinkRequest, null).language;
      const html = renderNotice(language, kind, { styleUrl, path });
      return sendPage(reply.code(status), { html, scripts: [] });
    });

    pages.get<LinkRoute>('/v/:link', async (request, reply) => {
      const check = await findLinked(ports, request);
      const current = check.isOver ? await refresh(ports, request, check) : check;
      const page = await showPage(ports, current, viewerOf(request, current), webFiles);
      return sendPage(reply, page);
    });

    // Where the provider sends the person back to: the one moment when its answer is most likely
    // new.
    pages.get<LinkRoute>('/v/:link/return', async (request, reply) => {
      const check = await refresh(ports, request, await findLinked(ports, request));
      // Whoever comes back is the one who does the check, on whatever device.
      const viewer = { ...viewerOf(request, check), goesOnHere: true };
      return sendPage(reply, await showPage(ports, check, viewer, webFiles));
    });
  });
}

/** A script of the provider's is allowed on the pages of its own checks alone. */
function sendPage(reply: FastifyReply, { html, scripts }: ShownPage): FastifyReply {
  return reply
    .headers(pageHeaders({ camera: false, scripts }))
    .type('text/html; charset=utf-8')
    .send(html);
}

function registerFollowing(scope: FastifyInstance, ports: CheckPorts): void {
  const following = followChecks(ports);
  scope.addHook('preClose', async () => following.close());

  scope.get<LinkRoute>('/v/:link/events', async (request, reply) => {
    const { accountId } = await findLinked(ports, request);
    const linkHash = hashSecret(request.params.link);
    reply.hijack();
    reply.raw.writeHead(200, {
      ...replyHeaders,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write('retry: 2000\n\n');
    // A browser that has closed its side reads no more, unlike a caller that waits for a reply.
    request.raw.socket.once('end', () => reply.raw.end());
    // Without room for one more, the page sees the end of the stream and asks now and then instead.
    if (!following.follow({ accountId, linkHash }, reply.raw)) reply.raw.end();
  });

  scope.get<LinkRoute>('/v/:link/view', async (request, reply) => {
    const check = await refresh(ports, request, await findLinked(ports, request));
    return sendView(reply, await showView(ports, check, viewerOf(request, check)));
  });
}

function sendView(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(body);
}

/** What the person does: consent, go to the provider, decline. */
function registerSteps(scope: FastifyInstance, ports: CheckPorts): void {
  scope.register(async (steps) => {
    steps.addHook('preHandler', async (request) => {
      if (isSameOrigin(request.headers, ports.settings.publicUrl())) return;
      fail('invalid_request', { details: [{ field: 'Origin', problem: problems.not_this_page }] });
    });

    steps.post<LinkRoute & { Body: { version?: unknown; providers?: unknown } | null }>(
      '/v/:link/consent',
      async (request, reply) => {
        const check = await findLinked(ports, request);
        const { device } = viewerOf(request, check);
        await takeConsent(ports, check, device, readConsent(request.body));
        return answer(ports, request, reply);
      },
    );

    steps.post<LinkRoute & { Body: { browserData?: unknown; isFresh?: unknown } | null }>(
      '/v/:link/session',
      async (request, reply) => {
        const check = await findLinked(ports, request);
        const { device, language, isLanguageChosen } = viewerOf(request, check);
        const result = await startSession(ports, check, {
          pageUrl: pageUrlOf(ports, request.params.link),
          device,
          language,
          isLanguageChosen,
          browserData: readBrowserData(request.body?.browserData),
          isFresh: request.body?.isFresh === true,
        });
        if (result.kind === 'go') return sendView(reply, { url: result.url });
        return answer(ports, request, reply, result.kind === 'down');
      },
    );

    steps.post<LinkRoute>('/v/:link/cancel', async (request, reply) => {
      const check = await findLinked(ports, request);
      await endCheck(ports.pool, check, checkStatus.cancelled, ports.clock.databaseNow());
      return answer(ports, request, reply);
    });
  });
}

async function answer(
  ports: CheckPorts,
  request: LinkRequest,
  reply: FastifyReply,
  isDown = false,
) {
  const check = await refresh(ports, request, await findLinked(ports, request));
  const viewer = { ...viewerOf(request, check), goesOnHere: true };
  const isPending = check.status === checkStatus.pending && !check.isOver;
  const stage = isDown && isPending ? 'down' : undefined;
  return sendView(reply, await showView(ports, check, viewer, stage));
}

async function findLinked(ports: CheckPorts, request: LinkRequest): Promise<LinkedCheck> {
  const { link } = request.params;
  if (!linkForm.test(link)) fail('route_not_found');
  const now = ports.clock.databaseNow();
  return (await findCheckByLink(ports.pool, hashSecret(link), now)) ?? fail('route_not_found');
}

/** The check after its provider was asked, or after its time was found to be over. */
async function refresh(
  ports: CheckPorts,
  request: LinkRequest,
  check: LinkedCheck,
): Promise<LinkedCheck> {
  const refreshed = await refreshCheck(ports, check);
  return refreshed === check ? check : findLinked(ports, request);
}

function viewerOf(request: LinkRequest, check: LinkedCheck): PageViewer {
  const { query, params, headers } = request;
  return {
    link: params.link,
    device: isDevice(query.device) ? query.device : deviceOf(headers['user-agent']),
    goesOnHere: query.here === '1',
    ...languageOf(request, check),
  };
}

/** The person's choice, then the browser's, then the language of the call. */
function languageOf(
  { query, headers }: LinkRequest,
  check: LinkedCheck | null,
): { language: Language; isLanguageChosen: boolean } {
  const chosen = /^(en|zh)\b/i.exec(query.lang ?? '')?.[1]?.toLowerCase() as Language | undefined;
  if (chosen) return { language: chosen, isLanguageChosen: true };
  const accepted = headers['accept-language'];
  const isSilent = !/\b(en|zh)\b/i.test(accepted ?? '');
  const language = isSilent && check?.language === 'zh' ? 'zh' : pickLanguage(accepted);
  return { language, isLanguageChosen: false };
}

function readConsent(body: { version?: unknown; providers?: unknown } | null): Consent {
  const { version, providers } = body ?? {};
  const isNamed =
    Array.isArray(providers) && providers.every((code): code is string => typeof code === 'string');
  const fault = (field: string) =>
    fail('invalid_request', { details: [{ field, problem: problems.not_offered }] });
  return {
    version: isConsentVersion(version) ? version : fault('version'),
    providers: isNamed ? providers : fault('providers'),
  };
}

function readBrowserData(value: unknown): string | null {
  return typeof value === 'string' && value.length <= longestBrowserData ? value : null;
}
