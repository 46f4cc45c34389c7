import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { urlElsewhere } from '../../../foundation/cell/require-own-cell.ts';
import { ApiError, fail } from '../../../foundation/contract/errors/errors.ts';
import { basePathOf } from '../../../foundation/page/base-path.ts';
import { pageHeaders, replyHeaders } from '../../../foundation/page/page-headers.ts';
import { serveForPeople, serveOnlyForPeople } from '../../../foundation/page/person-host.ts';
import { sendPage } from '../../../foundation/page/send-page.ts';
import { markUrl } from '../../../foundation/page/skin/skin.ts';
import { streamSignal } from '../../../foundation/page/stream-signal.ts';
import type { WebFiles } from '../../../foundation/page/web-files.ts';
import type { AskerAppearance, CheckPorts } from '../check-ports.ts';
import { hashSecret } from '../check-secrets.ts';
import type { LinkedCheck } from '../queries.ts';
import { renderNotice } from './check-page.ts';
import { registerSteps } from './check-steps.ts';
import { type LinkRequest, type LinkRoute, languageOf, viewerOf } from './check-viewer.ts';
import { queryOf } from './collect-facts.ts';
import { findLinked, refreshLinked } from './find-linked.ts';
import { followChecks } from './follow-checks.ts';
import { registerScriptFrame } from './script-frame.ts';
import { isPending, type ShownPage, type SidePage, showPage, showView } from './show-check.ts';
import { otherWaysView, withdrawView } from './views/end-views.ts';
import { stopView } from './views/handover-view.ts';

/** The check page and the endpoints of its script, all below the check's link. */
export function registerCheckRoutes(
  app: FastifyInstance,
  ports: CheckPorts,
  webFiles: WebFiles,
  appearance: AskerAppearance,
): void {
  app.register(async (files) => {
    serveForPeople(files);
    webFiles.register(files);
    registerTheme(files, appearance);
  });
  app.register(async (pages) => {
    serveOnlyForPeople(pages, ports.settings, { redirects: true });
    registerPages(pages, ports, webFiles);
  });
  app.register(async (scope) => {
    serveOnlyForPeople(scope, ports.settings, { redirects: false });
    registerLogo(scope, ports, appearance);
    registerScriptFrame(scope, ports, webFiles);
    registerFollowing(scope, ports);
    registerSteps(scope, ports, {
      webFiles,
      sendShown,
      sendNotice: (fault, request, reply) => sendNotice(ports, webFiles, fault, request, reply),
    });
  });
}

/** The account's colour, served from our own origin, so the page contacts no other server. */
function registerTheme(scope: FastifyInstance, appearance: Pick<AskerAppearance, 'themeOf'>): void {
  scope.get<{ Params: { name: string } }>('/assets/theme-2/:name', (request, reply) => {
    const theme =
      appearance.themeOf(request.params.name.replace(/\.css$/, '')) ?? fail('route_not_found');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(theme);
  });
}

/** The account's logo, served like its colour. */
function registerLogo(
  scope: FastifyInstance,
  ports: CheckPorts,
  appearance: AskerAppearance,
): void {
  scope.get<LinkRoute>('/v/:link/logo', async (request, reply) => {
    const { accountId } = await findLinked(ports, request);
    const scheme = request.query.scheme === 'dark' ? 'dark' : 'light';
    const logo = (await appearance.findLogo(accountId, scheme)) ?? fail('route_not_found');
    return reply
      .headers({ ...pageHeaders({ camera: false }), 'cache-control': 'private, max-age=300' })
      .type(logo.mediaType)
      .send(logo.image);
  });
}

interface ConditionalPage extends SidePage {
  isShown(check: LinkedCheck): boolean;
}

/**
 * Side pages, each with its condition. Null entries are form targets without a
 * page: a GET redirects to the check.
 */
const sidePages: Readonly<Record<string, ConditionalPage | null>> = {
  ways: {
    title: 'wayHeading',
    render: otherWaysView,
    isShown: ({ otherWay }) => otherWay.url !== null || otherWay.phone !== null,
  },
  withdraw: {
    title: 'withdrawHeading',
    render: withdrawView,
    isShown: ({ consentedAt, withdrawnAt }) => consentedAt !== null && withdrawnAt === null,
  },
  stop: { title: 'stopHeading', render: stopView, isShown: isPending },
  consent: null,
  session: null,
  cancel: null,
  'text-link': null,
};

function registerPages(pages: FastifyInstance, ports: CheckPorts, webFiles: WebFiles): void {
  pages.setErrorHandler((fault, request, reply) =>
    sendNotice(ports, webFiles, fault, request, reply),
  );

  // A browser that reached the wrong cell goes on to the right one.
  pages.addHook('onRequest', (request, reply, done) => {
    const url = urlElsewhere(ports.cells, (request as LinkRequest).params.link);
    if (url === undefined) return done();
    reply.header('cache-control', 'no-store').redirect(url + request.url, 307);
  });

  pages.get<LinkRoute>('/v/:link', async (request, reply) => {
    const check = await findLinked(ports, request);
    const current = check.isOver ? await refreshLinked(ports, request, check) : check;
    const page = await showPage(ports, current, viewerOf(request, current), webFiles);
    return sendShown(request, reply, page);
  });

  // The provider redirects the person here, when a new result is most likely.
  pages.get<LinkRoute>('/v/:link/return', async (request, reply) => {
    const check = await refreshLinked(ports, request, await findLinked(ports, request));
    // The returning browser is the one doing the check, whatever its device.
    const viewer = { ...viewerOf(request, check), goesOnHere: true };
    return sendShown(request, reply, await showPage(ports, check, viewer, webFiles));
  });

  for (const [name, side] of Object.entries(sidePages)) {
    pages.get<LinkRoute>(`/v/:link/${name}`, async (request, reply) => {
      const check = await findLinked(ports, request);
      const viewer = viewerOf(request, check);
      if (!side?.isShown(check)) {
        const path = `${basePathOf(ports.settings.personUrl())}/v/${viewer.link}`;
        return reply.redirect(`${path}?${queryOf(viewer)}`, 303);
      }
      return sendShown(request, reply, await showPage(ports, check, viewer, webFiles, { side }));
    });
  }
}

/** Shows errors to people as a page instead of JSON. */
function sendNotice(
  ports: CheckPorts,
  webFiles: WebFiles,
  fault: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = fault instanceof ApiError ? fault.row.status : 503;
  const { params } = request as LinkRequest;
  const basePath = basePathOf(ports.settings.personUrl());
  const path = `${basePath}/v/${params.link}`;
  const kind = status === 404 || status === 421 ? 'unknown' : 'fault';
  if (kind === 'fault') ports.log.error({ requestId: request.id }, 'page cannot be shown');
  const { language } = languageOf(request as LinkRequest, null);
  const html = renderNotice(language, kind, {
    ...{ styleUrl: webFiles.url('check.css'), markUrl: markUrl(basePath), path },
  });
  return sendShown(request, reply.code(status), { html, hasFrame: false });
}

/** Allows the frame of a provider's script only on the pages of its own checks. */
function sendShown(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, hasFrame }: ShownPage,
): Promise<FastifyReply> {
  return sendPage(request, reply, pageHeaders({ camera: false, hasFrame }), html);
}

function registerFollowing(scope: FastifyInstance, ports: CheckPorts): void {
  const following = followChecks(ports);
  scope.addHook('preClose', async () => following.close());

  scope.get<LinkRoute>('/v/:link/events', { exposeHeadRoute: false }, async (request, reply) => {
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
    streamSignal(reply).addEventListener('abort', () => reply.raw.end());
    // When all slots are taken, the stream ends and the page falls back to polling.
    if (!following.follow({ accountId, linkHash }, reply.raw)) reply.raw.end();
  });

  scope.get<LinkRoute>('/v/:link/view', async (request, reply) => {
    const check = await refreshLinked(ports, request, await findLinked(ports, request));
    const view = await showView(ports, check, viewerOf(request, check));
    return reply.header('cache-control', 'no-store').send(view);
  });
}
