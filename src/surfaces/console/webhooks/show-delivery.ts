import { toWireDelivery } from '../../../foundation/events/ask-webhook.ts';
import type {
  Delivery,
  DeliveryStory as FoundStory,
} from '../../../foundation/events/delivery-queries.ts';
import { eventBody } from '../../../foundation/events/event-body.ts';
import type { DeliveryRow, DeliveryStory } from './webhooks-contract.ts';

export function showDelivery(found: Delivery, url: string): DeliveryRow {
  return {
    ...toWireDelivery(found),
    url,
    happenedAt: found.madeAt.toISOString(),
    replayedAt: found.replayedAt?.toISOString() ?? null,
  };
}

/** Lists attempts, newest first. The successful one is stored in the delivery, the failed ones separately. */
export function showStory(found: FoundStory): DeliveryStory {
  const { requestId } = found.body;
  const taken = found.deliveredAt && {
    at: (found.triedAt ?? found.deliveredAt).toISOString(),
    ...{ ms: found.lastMs, status: found.lastStatus, problem: null, reply: found.lastReply },
  };
  const failed = found.failed.map(({ triedAt, tookMs, status, problem, reply }) => ({
    ...{ at: triedAt.toISOString(), ms: tookMs, status, problem, reply },
  }));
  return {
    delivery: showDelivery(found, found.url),
    requestId: typeof requestId === 'string' ? requestId : null,
    headers: { 'content-type': 'application/json', 'webhook-id': found.eventId },
    body: eventBody(found),
    tries: [...(taken ? [taken] : []), ...failed.toReversed()],
  };
}
