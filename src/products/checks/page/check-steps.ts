import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import { acceptBodies, isForm } from '../../../foundation/page/accept-bodies.ts';
import { basePathOf } from '../../../foundation/page/base-path.ts';
import { requireSameOrigin } from '../../../foundation/page/same-origin.ts';
import type { WebFiles } from '../../../foundation/page/web-files.ts';
import type { CheckPorts } from '../check-ports.ts';
import { endCheck, type LinkedCheck } from '../queries.ts';
import { sendLink } from '../send-link.ts';
import { startSession } from '../start-session.ts';
import { takeConsent } from '../take-consent.ts';
import { noteVisit } from '../visit-queries.ts';
import { withdrawConsent } from '../withdraw-consent.ts';
import { isPhoneThere, type Stage } from './check-stage.ts';
import { type LinkRequest, type LinkRoute, viewerOf } from './check-viewer.ts';
import { type PageViewer, pageUrlOf, queryOf } from './collect-facts.ts';
import { findLinked, refreshLinked } from './find-linked.ts';
import { maskMobile } from './mask-person.ts';
import { readBrowserData, readConsent, readMobile, type StepBody } from './read-step.ts';
import { isPending, type ShownPage, showPage, showView } from './show-check.ts';
import { openingView } from './views/going-views.ts';

type StepRoute = LinkRoute & { Body: StepBody | null };
type StepRequest = FastifyRequest<StepRoute>;

/** Responds to form submissions, which need a full page. */
interface StepPages {
  webFiles: WebFiles;
  sendShown(request: FastifyRequest, reply: FastifyReply, page: ShownPage): Promise<FastifyReply>;
  sendNotice(fault: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * The person's actions: visit, consent, start a session, decline, withdraw. The page's script sends JSON and
 * gets the next view; a browser without scripts submits the same form and gets a page.
 */
export function registerSteps(scope: FastifyInstance, ports: CheckPorts, pages: StepPages): void {
  scope.register(async (steps) => {
    acceptBodies(steps);
    steps.addHook('preHandler', async (request) => {
      requireSameOrigin(request.headers, ports.settings.personUrl());
    });
    steps.setErrorHandler((fault, request, reply) => {
      if (!isForm(request)) throw fault;
      return pages.sendNotice(fault, request, reply);
    });
    registerCourse(steps, ports, pages);
    registerBeside(steps, ports, pages);
  });
}

/** The main steps: consent, session, cancel. */
function registerCourse(steps: FastifyInstance, ports: CheckPorts, pages: StepPages): void {
  steps.post<StepRoute>('/v/:link/consent', async (request, reply) => {
    const { check, viewer } = await arrive(ports, request);
    const isTaken = await takeConsent(ports, check, viewer.device, readConsent(request.body));
    const shown = { ...viewer, goesOnHere: true, isTickMissing: !isTaken };
    return isForm(request) ? goTo(ports, reply, shown) : sendNextView(ports, request, reply, shown);
  });

  steps.post<StepRoute>('/v/:link/session', async (request, reply) => {
    const { check, viewer } = await arrive(ports, request);
    const { device, language, isLanguageChosen, visitorName } = viewer;
    const { body } = request;
    const isKnown = body?.known === undefined || Number(body.known) === check.sessionsStarted;
    const result = await startSession(ports, check, {
      pageUrl: pageUrlOf(ports, request.params.link),
      ...{ device, language, isLanguageChosen, visitorName },
      browserData: readBrowserData(body?.browserData),
      isFresh: Boolean(body?.isFresh) && isKnown,
    });
    const shown = { ...viewer, goesOnHere: true };
    const stage = result.kind === 'down' ? 'down' : undefined;
    if (!isForm(request)) {
      return result.kind === 'go'
        ? sendView(reply, { url: result.url })
        : sendNextView(ports, request, reply, shown, stage);
    }
    if (result.kind !== 'go') return sendStep(ports, pages, request, reply, shown, stage);
    const { url } = result;
    const side = {
      title: 'openingHeading',
      render: (facts: Parameters<typeof openingView>[0]) => openingView(facts, url),
      refreshUrl: url,
    } as const;
    const page = await showPage(ports, check, shown, pages.webFiles, { side });
    return pages.sendShown(request, reply, page);
  });

  steps.post<StepRoute>('/v/:link/cancel', async (request, reply) => {
    const { check, viewer } = await arrive(ports, request);
    // One click on the computer must not end the check on the phone, so it asks for confirmation first.
    const asks = viewer.device === 'desktop' && isPhoneThere(check) && !request.body?.isSure;
    if (!asks) {
      await endCheck(ports.pool, check, checkStatus.cancelled, ports.clock.databaseNow());
    }
    if (isForm(request)) return goTo(ports, reply, viewer, asks && isPending(check) ? 'stop' : '');
    return sendNextView(ports, request, reply, viewer, undefined, { asks });
  });
}

/** The side steps: visit, withdraw, and text the link to a phone. */
function registerBeside(steps: FastifyInstance, ports: CheckPorts, pages: StepPages): void {
  steps.post<StepRoute>('/v/:link/visit', async (request, reply) => {
    const { viewer } = await arrive(ports, request);
    return sendNextView(ports, request, reply, viewer);
  });

  steps.post<StepRoute>('/v/:link/withdraw', async (request, reply) => {
    const { check, viewer } = await arrive(ports, request);
    await withdrawConsent(ports, check);
    return isForm(request)
      ? goTo(ports, reply, viewer)
      : sendNextView(ports, request, reply, viewer);
  });

  steps.post<StepRoute>('/v/:link/text-link', async (request, reply) => {
    const { check, viewer } = await arrive(ports, request);
    const mobile = readMobile(request.body);
    const { language } = viewer;
    const pageUrl = pageUrlOf(ports, request.params.link);
    const { kind } = mobile
      ? await sendLink(ports, check, { mobile, language, pageUrl })
      : { kind: 'number_invalid' as const };
    const shown = {
      ...viewer,
      linkResult: { kind, phone: maskMobile(mobile ?? ''), typed: mobile ?? '' },
    };
    return isForm(request)
      ? sendStep(ports, pages, request, reply, shown)
      : sendNextView(ports, request, reply, shown);
  });
}

/** Finds the check and its viewer, and records the visit. */
async function arrive(
  ports: CheckPorts,
  request: StepRequest,
): Promise<{ check: LinkedCheck; viewer: PageViewer }> {
  const check = await findLinked(ports, request as LinkRequest);
  const viewer = viewerOf(request as LinkRequest, check);
  const { visitor, device } = viewer;
  if (visitor) await noteVisit(ports.pool, check, { visitor, device }, ports.clock.databaseNow());
  return { check, viewer };
}

/** Responds to the page's script with the next view. */
async function sendNextView(
  ports: CheckPorts,
  request: StepRequest,
  reply: FastifyReply,
  viewer: PageViewer,
  stage?: Stage,
  more: object = {},
): Promise<FastifyReply> {
  const check = await current(ports, request);
  const shown = await showView(ports, check, viewer, isPending(check) ? stage : undefined);
  return sendView(reply, { ...shown, ...more });
}

/** Renders the step's result directly instead of redirecting, because the result is not part of any URL. */
async function sendStep(
  ports: CheckPorts,
  pages: StepPages,
  request: StepRequest,
  reply: FastifyReply,
  viewer: PageViewer,
  stage?: Stage,
): Promise<FastifyReply> {
  const check = await current(ports, request);
  const page = await showPage(ports, check, viewer, pages.webFiles, {
    stage: isPending(check) ? stage : undefined,
  });
  return pages.sendShown(request, reply, page);
}

async function current(ports: CheckPorts, request: StepRequest): Promise<LinkedCheck> {
  return refreshLinked(
    ports,
    request as LinkRequest,
    await findLinked(ports, request as LinkRequest),
  );
}

function goTo(ports: CheckPorts, reply: FastifyReply, viewer: PageViewer, part = ''): FastifyReply {
  const query = queryOf(viewer);
  if (viewer.isTickMissing) query.set('missing', '1');
  const path = `${basePathOf(ports.settings.personUrl())}/v/${viewer.link}${part && `/${part}`}`;
  return reply.redirect(query.size > 0 ? `${path}?${query}` : path, 303);
}

function sendView(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(body);
}
