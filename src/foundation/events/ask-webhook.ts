import { fail } from '../contract/errors/errors.ts';
import { readBody } from '../contract/operations/read-body.ts';
import type {
  ChangingOperation,
  WebhookOperation,
} from '../contract/operations/webhook-operations.ts';
import type { Scope } from '../contract/scope.ts';
import type { EventType } from '../contract/wire/event-schemas.ts';
import type {
  WebhookDelivery,
  WebhookDeliveryListRequest,
  WebhookReplayRequest,
} from '../contract/wire/webhooks.ts';
import { toWire } from './change-endpoint.ts';
import { type DeliveryKey, deliveryIdOf, readDeliveryId } from './delivery-id.ts';
import { type Delivery, listDeliveries, replayDelivery, replaySpan } from './delivery-queries.ts';
import { findEndpoint, listEndpoints } from './endpoint-queries.ts';
import { listenForDeliveries } from './listen-for-deliveries.ts';
import { listListeners } from './listener-queries.ts';
import type { Asker, WebhookPorts } from './webhook-ports.ts';

/** Operations that change no endpoint and can be repeated safely. */
type AskingOperation = Exclude<WebhookOperation, ChangingOperation>;

const usualPage = 50;

/** Returns the data of the reply. */
export async function askByOperation(
  ports: WebhookPorts,
  asker: Asker,
  operation: AskingOperation,
  body: Record<string, unknown>,
): Promise<object> {
  switch (operation) {
    case 'webhook_endpoint_list': {
      readBody('webhook_endpoint_list', body);
      const endpoints = await listEndpoints(ports.pool, asker);
      const open = await listListeners(ports.pool, asker);
      const listeners = open.map(({ endpointId, events, expiresAt }) => ({
        ...{ listenerId: endpointId, events, expiresAt: expiresAt.toISOString() },
      }));
      return { endpoints: endpoints.map(toWire), listeners };
    }
    case 'webhook_delivery_list':
      return pageOfDeliveries(ports, asker, readBody('webhook_delivery_list', body));
    case 'webhook_replay':
      return { count: await replay(ports, asker, readBody('webhook_replay', body)) };
    case 'webhook_listen':
      return listenForDeliveries(ports, asker, readBody('webhook_listen', body));
  }
}

function scopeOf({ accountId }: Asker): Scope {
  return { kind: 'account', accountId };
}

async function pageOfDeliveries(
  { pool }: WebhookPorts,
  asker: Asker,
  asked: WebhookDeliveryListRequest,
) {
  const { cursor, limit = usualPage, ...filter } = asked;
  const { deliveries, next } = await listDeliveries(
    pool,
    scopeOf(asker),
    { ...filter, type: filter.type as EventType | undefined, mode: asker.mode },
    { before: cursor === undefined ? undefined : keyOf(cursor), limit },
  );
  return { deliveries: deliveries.map(toWireDelivery), cursor: next && deliveryIdOf(next) };
}

async function replay(
  { pool, clock }: WebhookPorts,
  asker: Asker,
  { deliveryId, endpointId, from, to }: WebhookReplayRequest,
): Promise<number> {
  const now = clock.databaseNow();
  if (deliveryId !== undefined) {
    const key = keyOf(deliveryId);
    const count = await replayDelivery(pool, scopeOf(asker), key, { mode: asker.mode, now });
    return count || fail('delivery_unknown');
  }
  const which = { endpointId: endpointId as number, mode: asker.mode };
  const found = await findEndpoint(pool, scopeOf(asker), which);
  if (!found) fail('endpoint_unknown');
  const span = { from: new Date(from as string), to: to === undefined ? null : new Date(to), now };
  return replaySpan(pool, found.endpointId, span);
}

/** A well-formed ID can still hold an endpoint number that is out of the database's range. */
function keyOf(deliveryId: string): DeliveryKey {
  return readDeliveryId(deliveryId) ?? fail('delivery_unknown');
}

export function toWireDelivery(delivery: Delivery): WebhookDelivery {
  const { endpointId, eventId, type, state, attempts, lastStatus, lastProblem } = delivery;
  return {
    deliveryId: deliveryIdOf(delivery),
    endpointId,
    eventId,
    type,
    state,
    attempts,
    dueAt: state === 'pending' ? delivery.dueAt.toISOString() : null,
    lastStatus,
    lastProblem,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}
