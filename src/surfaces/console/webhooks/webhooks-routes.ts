import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { accountOf } from '../../../foundation/contract/scope.ts';
import { eventTitles, eventTypes } from '../../../foundation/contract/wire/event-schemas.ts';
import {
  makeEndpoint,
  requireUrl,
  rollSecret,
} from '../../../foundation/events/change-endpoint.ts';
import { deliveryIdOf, readDeliveryId } from '../../../foundation/events/delivery-id.ts';
import {
  type Delivery,
  findDelivery,
  listDeliveries,
} from '../../../foundation/events/delivery-queries.ts';
import { readEndpointHealth } from '../../../foundation/events/endpoint-health-queries.ts';
import {
  changeEndpoint,
  type Endpoint,
  pageEndpoints,
  removeEndpoint,
} from '../../../foundation/events/endpoint-queries.ts';
import { listListeners, removeListener } from '../../../foundation/events/listener-queries.ts';
import { sendTest } from '../../../foundation/events/send-test.ts';
import { readAccountNames } from '../../../people/accounts/queries.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { digestOf, readKey } from '../kit/share-reads.ts';
import { watchChanges } from '../kit/watch-changes.ts';
import { readUrls } from './queries.ts';
import { replayAsked } from './replay-asked.ts';
import { requireEndpoint } from './require-endpoint.ts';
import { resendAsked } from './resend-asked.ts';
import { showDelivery, showStory } from './show-delivery.ts';
import { showEndpoint } from './show-endpoint.ts';
import {
  ChangedEndpoint,
  DeliveriesPage,
  DeliveriesQuery,
  DeliveryQuery,
  DeliveryStory,
  EndpointsPage,
  EndpointsQuery,
  NewEndpoint,
  OneDelivery,
  OneEndpoint,
  Replayed,
  SentTest,
  ShownSecret,
} from './webhooks-contract.ts';

const pageSize = 50;

/** Webhooks: endpoints with their secrets, and the deliveries with their outcomes. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/webhooks/endpoints',
    right: 'webhooks.read',
    summary: 'List the endpoints of an account, or of all, newest first',
    query: EndpointsQuery,
    reply: EndpointsPage,
    async handle({ pool, scope, language }, { query: { mode, before, limit = pageSize } }) {
      const { endpoints, next } = await pageEndpoints(pool, scope, { mode, before, limit });
      const owners = endpoints.map(({ accountId }) => accountId);
      const [{ names }, health] = await Promise.all([
        readAccountNames(pool, owners),
        readEndpointHealth(pool, endpoints),
      ]);
      const accountId = accountOf(scope);
      const listeners = accountId === null ? [] : await listListeners(pool, { accountId, mode });
      return {
        listeners: listeners.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })),
        endpoints: endpoints.map((endpoint) =>
          showEndpoint(endpoint, {
            accountName: names.get(endpoint.accountId) ?? '',
            health: health.get(endpoint.endpointId),
          }),
        ),
        next,
        types: eventTypes.map((type) => ({ type, title: eventTitles[type][language] })),
      };
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/create',
    right: 'webhooks.change',
    summary: 'Create an endpoint; its secret is shown once',
    body: NewEndpoint,
    reply: ShownSecret,
    async handle({ scope, change, vault, config }, { body: { mode, ...fields } }) {
      const owner = { accountId: requireOneAccount(scope), mode };
      const { outboundAllowedHosts: allowedHosts } = config;
      return change('endpoint.create', async (by) => {
        const made = await makeEndpoint(by, { vault, allowedHosts }, owner, fields);
        return { endpointId: made.endpointId, secret: made.secret, oldSecretUntil: null };
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/change',
    right: 'webhooks.change',
    summary: "Change an endpoint's URL, events or description, or turn it on or off",
    body: ChangedEndpoint,
    reply: OneEndpoint,
    async handle({ scope, change, config }, { body: { endpointId, ...fields } }) {
      requireOneAccount(scope);
      if (fields.url !== undefined)
        requireUrl({ allowedHosts: config.outboundAllowedHosts }, fields.url);
      return change('endpoint.set', async (by) => {
        await requireEndpoint(by, scope, endpointId);
        await changeEndpoint(by, endpointId, fields);
        return { endpointId };
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/remove',
    right: 'webhooks.change',
    summary: 'Delete an endpoint or a listener',
    body: OneEndpoint,
    reply: OneEndpoint,
    async handle({ scope, change }, { body: { endpointId } }) {
      requireOneAccount(scope);
      return change('endpoint.remove', async (by) => {
        if (await removeListener(by, scope, endpointId)) return { endpointId };
        await requireEndpoint(by, scope, endpointId);
        await removeEndpoint(by, endpointId);
        return { endpointId };
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/roll-secret',
    right: 'webhooks.change',
    summary: 'Create a new secret, shown once; the old one also signs for a day',
    body: OneEndpoint,
    reply: ShownSecret,
    async handle({ scope, change, vault, clock }, { body: { endpointId } }) {
      requireOneAccount(scope);
      return change('endpoint.roll-secret', async (by) => {
        const found = await requireEndpoint(by, scope, endpointId);
        return { endpointId, ...(await rollSecret(by, { vault, clock }, found)) };
      });
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/test',
    right: 'webhooks.change',
    summary: 'Send a test event, like any other event',
    body: OneEndpoint,
    reply: SentTest,
    async handle({ pool, scope, change, clock }, { body: { endpointId } }) {
      requireOneAccount(scope);
      const found = await requireEndpoint(pool, scope, endpointId);
      const now = clock.databaseNow();
      const eventId = await change('endpoint.test', (by) => sendTest(by, found, now));
      return { deliveryId: deliveryIdOf({ eventId, endpointId }) };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/webhooks/deliveries',
    right: 'webhooks.read',
    summary: 'List deliveries with their results, newest first',
    query: DeliveriesQuery,
    reply: DeliveriesPage,
    async handle({ pool, scope }, { query: { cursor, limit = pageSize, ...filter } }) {
      requireOneAccount(scope);
      const before = cursor === undefined ? undefined : readDeliveryId(cursor);
      const page = await listDeliveries(pool, scope, filter, { before, limit });
      const ids = page.deliveries.map(({ endpointId }) => endpointId);
      const urls = await readUrls(pool, scope, ids);
      return {
        deliveries: page.deliveries.map((one) => showDelivery(one, urls.get(one.endpointId) ?? '')),
        cursor: page.next && deliveryIdOf(page.next),
      };
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/webhooks/delivery',
    right: 'webhooks.read',
    summary: 'Show a delivery with its body and every response',
    query: DeliveryQuery,
    reply: DeliveryStory,
    async handle({ pool, scope }, { query: { deliveryId, mode } }) {
      requireOneAccount(scope);
      const key = readDeliveryId(deliveryId);
      const found = key && (await findDelivery(pool, scope, key, mode));
      return found ? showStory(found) : fail('nothing_there');
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/replay',
    right: 'webhooks.change',
    summary: 'Replay one delivery; a task replays the events of a period',
    body: OneDelivery,
    reply: Replayed,
    async handle({ scope, change, clock }, { body }) {
      const accountId = requireOneAccount(scope);
      const now = clock.databaseNow();
      return change('delivery.replay', (by) => replayAsked(by, scope, accountId, body, now));
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/webhooks/resend',
    right: 'webhooks.resend',
    summary: 'Send now a delivery that was not accepted; a task sends all of an endpoint',
    body: OneDelivery,
    reply: Replayed,
    async handle({ scope, change, clock }, { body }) {
      const accountId = requireOneAccount(scope);
      const now = clock.databaseNow();
      return change('delivery.replay', (by) => resendAsked(by, scope, accountId, body, now));
    },
  }),
  consoleRoute({
    method: 'GET',
    path: '/webhooks/changes',
    right: 'webhooks.read',
    summary: 'Server-sent events when endpoints or deliveries change',
    query: Type.Omit(DeliveriesQuery, ['cursor', 'limit']),
    reply: 'text/event-stream',
    async handle(context, { query: filter, signal }) {
      const { pool, scope } = context;
      requireOneAccount(scope);
      const readState = async () => {
        const [{ endpoints }, { deliveries }] = await Promise.all([
          pageEndpoints(pool, scope, { mode: filter.mode, limit: pageSize }),
          listDeliveries(pool, scope, filter, { limit: pageSize }),
        ]);
        return progressOf(endpoints, deliveries);
      };
      return watchChanges(context, signal, {
        key: readKey('webhooks', [scope, filter]),
        readState,
      });
    },
  }),
];

/** A short digest of what the page shows; when it changes, the page is out of date. */
function progressOf(endpoints: readonly Endpoint[], deliveries: readonly Delivery[]): string {
  return digestOf([
    endpoints.map(({ endpointId, state, url }) => [endpointId, state, url]),
    deliveries.map((one) => [deliveryIdOf(one), one.state, one.attempts]),
  ]);
}
