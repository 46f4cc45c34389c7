import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { pageHeaders } from '../../foundation/page/page-headers.ts';
import { languageOfTag, pickPageLanguage } from '../../foundation/page/page-languages.ts';
import { requireSameOrigin } from '../../foundation/page/same-origin.ts';
import { sendPage } from '../../foundation/page/send-page.ts';
import { renderPaymentPage } from './payment-page.ts';
import { createSandboxOrders } from './payment-queries.ts';
import { paymentPath } from './sandbox-payments.ts';

export interface PaymentPages {
  pool: Pool;
  basePath: string;
  styleUrls: readonly string[];
  personUrl(): string;
  /** Tells the platform that an order has news, as a vendor's notice would. */
  onOrder(orderNo: string): Promise<void>;
}

/** Only what can be an order's number: the database takes no text with a zero byte. */
const orderRoute = `${paymentPath}:orderNo(^[0-9A-Z]{16,32}$)`;

interface OrderRoute {
  Params: { orderNo: string };
  Querystring: { lang?: string };
}

/** The page of an order, and the route by which a tester pays or fails it. */
export function registerPaymentPages(
  scope: FastifyInstance,
  { pool, basePath, styleUrls, personUrl, onOrder }: PaymentPages,
): void {
  const orders = createSandboxOrders(pool);
  const pathOf = (orderNo: string) => `${basePath}${paymentPath}${encodeURIComponent(orderNo)}`;

  scope.get<OrderRoute>(orderRoute, async (request, reply) => {
    const { orderNo } = request.params;
    const order = await orders.find(orderNo);
    const language = languageOf(request);
    const page = renderPaymentPage({ order, language, path: pathOf(orderNo), styleUrls });
    return sendPage(request, reply.code(order ? 200 : 404), pageHeaders({ camera: false }), page);
  });

  scope.post<OrderRoute & { Body: { outcome?: unknown } | null }>(
    `${orderRoute}/outcome`,
    async (request, reply) => {
      requireSameOrigin(request.headers, personUrl());
      const { orderNo } = request.params;
      const outcome = request.body?.outcome;
      if (outcome !== 'paid' && outcome !== 'failed') {
        fail('invalid_request', { details: [{ field: 'outcome', problem: problems.not_played }] });
      }
      if (!(await orders.find(orderNo))) fail('route_not_found');
      await orders.end(orderNo, outcome);
      await onOrder(orderNo);
      const query = request.query.lang ? `?lang=${encodeURIComponent(request.query.lang)}` : '';
      return reply.redirect(`${pathOf(orderNo)}${query}`, 303);
    },
  );
}

function languageOf({ query, headers }: FastifyRequest<OrderRoute>) {
  return languageOfTag(query.lang) ?? pickPageLanguage(headers['accept-language']);
}
