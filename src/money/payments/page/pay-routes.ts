import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { PayingApp } from '../../../foundation/contract/paying-apps.ts';
import { acceptBodies } from '../../../foundation/page/accept-bodies.ts';
import { basePathOf } from '../../../foundation/page/base-path.ts';
import { pageHeaders } from '../../../foundation/page/page-headers.ts';
import { pickPageLanguage } from '../../../foundation/page/page-languages.ts';
import {
  type PersonPlace,
  serveForPeople,
  serveOnlyForPeople,
} from '../../../foundation/page/person-host.ts';
import { readCookie } from '../../../foundation/page/read-cookie.ts';
import { requireSameOrigin } from '../../../foundation/page/same-origin.ts';
import { sendPage } from '../../../foundation/page/send-page.ts';
import { readWebFiles } from '../../../foundation/page/web-files.ts';
import { createSlots } from '../../../foundation/slots.ts';
import type { InAppPayments } from '../../../vendors/providers/payment.ts';
import { askPayment } from '../ask-payment.ts';
import { beginInApp } from '../begin-in-app.ts';
import { appOf } from '../paying-app.ts';
import { idOfOrder, type Payment, payPath } from '../payment.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { findAnyPayment } from '../payment-queries.ts';
import { renderPayPage } from './pay-page.ts';

interface PayRoute {
  Params: { orderNo: string };
  Querystring: { code?: unknown; state?: unknown };
}
type PayRequest = FastifyRequest<PayRoute>;

interface PayPages extends PersonPlace {
  /** The stylesheet of the hosted check page. */
  styleUrl: string;
}

/** A payment that is made inside an app, and its provider's part of it. */
interface Found {
  payment: Payment;
  app: PayingApp;
  inApp: InAppPayments;
}

const orderRoute = `${payPath}:orderNo(^[0-9A-F]{32}$)`;
const visitSeconds = 600;
/** Whoever has the URL can make the platform ask the vendor about this payment so often, and not more. */
const everyMs = 1_000;

/**
 * The page inside an app on which a payment is made, all at one path: the operator registers its directory with the
 * vendor. Its URL names the payment; whoever has it can pay, and learns nothing but what is to be paid.
 */
export function registerPayPages(
  app: FastifyInstance,
  ports: PaymentPorts,
  { styleUrl, ...place }: PayPages,
): void {
  const basePath = basePathOf(place.personUrl());
  const webFiles = readWebFiles('pay', { basePath });
  const askTogether = createAskTogether(ports);
  const order = createOrder(ports);
  app.register(async (files) => {
    serveForPeople(files);
    webFiles.register(files);
  });
  app.register(async (scope) => {
    serveOnlyForPeople(scope, place, { redirects: true });
    acceptBodies(scope);

    scope.get<PayRoute>(orderRoute, async (request, reply) => {
      const found = await findPaid(ports, request);
      if (found && viewOf(found, request) === 'pay' && !isBack(request)) {
        return sendToPayer(found, request, reply, place);
      }
      const page = renderPayPage({
        shown: found && { ...found, view: viewOf(found, request) },
        language: found?.payment.language ?? languageOf(request),
        ...{ styleUrl, scriptUrl: webFiles.url('pay.ts') },
      });
      return sendPage(request, reply.code(found ? 200 : 404), pageHeaders({ camera: false }), page);
    });

    scope.post<PayRoute & { Body: { code?: unknown; state?: unknown } | null }>(
      `${orderRoute}/order`,
      async (request, reply) => {
        requireSameOrigin(request.headers, place.personUrl());
        const found = (await findPaid(ports, request)) ?? fail('route_not_found');
        if (viewOf(found, request) !== 'pay') return { problem: 'over' };
        const { code, state } = request.body ?? {};
        const { orderNo } = request.params;
        const visit = readCookie(request.headers.cookie, visitCookie);
        if (typeof code !== 'string' || !isOfVisit(state, orderNo, visit)) {
          return { problem: 'again' };
        }
        // Each visit asks for one order.
        reply.header('set-cookie', setVisit('', 0, orderNo, place));
        return order(found, code);
      },
    );

    scope.post<PayRoute>(`${orderRoute}/ask`, async (request) => {
      requireSameOrigin(request.headers, place.personUrl());
      const found = (await findPaid(ports, request)) ?? fail('route_not_found');
      if (found.payment.state === 'pending') await askTogether(found.payment);
      const { state } =
        (await findAnyPayment(ports.pool, found.payment.paymentId)) ?? found.payment;
      return { state };
    });
  });
}

/** Requests until the next query share it. */
function createAskTogether(ports: PaymentPorts): (payment: Payment) => Promise<void> {
  const asking = new Map<string, Promise<void>>();
  const resting = new Map<string, Promise<void>>();
  const askAfterRest = async (payment: Payment) => {
    const { paymentId } = payment;
    await resting.get(paymentId);
    const rest = sleep(everyMs, undefined, { ref: false });
    resting.set(
      paymentId,
      rest.finally(() => resting.delete(paymentId)),
    );
    await askPayment(ports, payment);
  };
  return (payment) => {
    const { paymentId } = payment;
    const known = asking.get(paymentId);
    if (known) return known;
    const asked = askAfterRest(payment).finally(() => asking.delete(paymentId));
    asking.set(paymentId, asked);
    return asked;
  };
}

/** Anyone can make up codes, so after one that came to nothing the vendor is not asked for a while. */
function createOrder(ports: PaymentPorts) {
  const orders = createSlots(1);
  return async (found: Found, code: string) => {
    const leave = orders.take(found.payment.paymentId);
    if (!leave) return { problem: 'down' };
    let answer: Awaited<ReturnType<typeof orderFor>> | undefined;
    try {
      answer = await orderFor(ports, found, code);
      return answer;
    } finally {
      if (answer && 'handOver' in answer) leave();
      else setTimeout(leave, everyMs).unref();
    }
  };
}

/** Undefined for another number, and for a payment that is not made inside an app. */
async function findPaid(
  { pool, providers }: PaymentPorts,
  { params }: PayRequest,
): Promise<Found | undefined> {
  const paymentId = idOfOrder(params.orderNo);
  const payment = paymentId && (await findAnyPayment(pool, paymentId));
  if (!payment) return undefined;
  const provider = providers.get(payment.providerCode);
  const app = provider?.methods[payment.method]?.app;
  return app && provider?.inApp ? { payment, app, inApp: provider.inApp } : undefined;
}

function viewOf({ payment, app }: Found, { headers }: PayRequest) {
  if (payment.state !== 'pending' || payment.show === null || payment.isOverdue) return 'over';
  return appOf(headers['user-agent']) === app ? 'pay' : 'outside';
}

/** The payer comes back from where the app says who it is. */
const isBack = ({ query }: PayRequest) => query.code !== undefined && query.state !== undefined;

function languageOf({ headers }: PayRequest) {
  return pickPageLanguage(headers['accept-language']) === 'en' ? 'en' : 'zh';
}

/**
 * The visit is a secret of this browser for this payment. What comes back with another `state` was begun by somebody
 * else, or for another payment.
 */
function sendToPayer(
  { inApp }: Found,
  request: PayRequest,
  reply: FastifyReply,
  place: PersonPlace,
) {
  const { orderNo } = request.params;
  const visit = randomBytes(32).toString('base64url');
  const pageUrl = `${place.personUrl()}${payPath}${orderNo}`;
  return reply
    .headers(pageHeaders({ camera: false }))
    .header('set-cookie', setVisit(visit, visitSeconds, orderNo, place))
    .redirect(inApp.payerUrl({ pageUrl, state: stateOf(orderNo, visit) }), 302);
}

const visitCookie = 'countersign-payer';

function setVisit(
  visit: string,
  seconds: number,
  orderNo: string,
  { personUrl }: PersonPlace,
): string {
  const path = `${basePathOf(personUrl())}${payPath}${orderNo}`;
  const secure = personUrl().startsWith('https:') ? '; Secure' : '';
  return `${visitCookie}=${visit}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Letters and digits only, at most 128: what WeChat carries. */
function stateOf(orderNo: string, visit: string): string {
  return createHash('sha256').update(`${orderNo} ${visit}`).digest('hex');
}

function isOfVisit(state: unknown, orderNo: string, visit: string | undefined): boolean {
  if (!visit || typeof state !== 'string') return false;
  const [given, expected] = [Buffer.from(state), Buffer.from(stateOf(orderNo, visit))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What the page hands to the app, or what its payer can do instead. */
async function orderFor(ports: PaymentPorts, { payment, inApp }: Found, code: string) {
  const begun = await beginInApp(ports, payment, inApp, code);
  if (begun.kind === 'started') return { handOver: begun.handOver };
  if (begun.kind === 'other_payer') return { problem: 'other' };
  const isOfCode = begun.kind === 'rejected' && begun.reason === 'expired';
  return { problem: isOfCode ? 'again' : 'down' };
}
