import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../contract/errors/errors.ts';
import { refusal } from '../contract/errors/refusal.ts';
import { eventTypes } from '../contract/wire/event-schemas.ts';
import {
  longestListenSeconds,
  type WebhookListenRequest,
  type WebhookListenResponse,
} from '../contract/wire/webhooks.ts';
import { createSlots, NoSlot } from '../slots.ts';
import { deliveryIdOf, readDeliveryId } from './delivery-id.ts';
import { openSecret, sealSecret } from './endpoint-secret.ts';
import { eventBody } from './event-body.ts';
import {
  acknowledge,
  createListener,
  findDueForListener,
  type Listener,
  touchListener,
} from './listener-queries.ts';
import { makeSecret, signDelivery } from './sign-delivery.ts';
import type { Asker, WebhookPorts } from './webhook-ports.ts';

const usualWaitSeconds = 20;
const pollMs = 250;
/** Each waiting request queries the database four times a second: five listeners, and as many reconnects. */
const maxWaiting = 10;
const slots = createSlots(maxWaiting, 0);
const policy = { name: 'listen', quota: maxWaiting, windowSeconds: longestListenSeconds };
/** The retry delay when no slot is free: one frees up soon, but the exact time is unknown. */
const noSlotMs = 5_000;
/** Deliveries per reply; the next request returns the rest. */
const maxAtOnce = 100;

/**
 * A listener is an endpoint without a URL: a developer's tool polls for due deliveries, forwards them, and
 * acknowledges them with its next request. There is no lease: a delivery is returned until it is acknowledged.
 */
export async function listenForDeliveries(
  ports: WebhookPorts,
  asker: Asker,
  asked: WebhookListenRequest,
): Promise<WebhookListenResponse> {
  if (asker.mode !== 'test') fail('listen_test_only');
  const { pool, vault, clock } = ports;
  const made = asked.listenerId === undefined ? await makeListener(ports, asker, asked) : undefined;
  const listenerId = made?.endpointId ?? (asked.listenerId as number);
  const listener = await touchListener(pool, asker, listenerId);
  if (!listener) fail('endpoint_unknown');
  const taken = (asked.acknowledge ?? []).flatMap((id) => readDeliveryId(id) ?? []);
  if (taken.length > 0) await acknowledge(pool, listener, taken);
  const seconds = asked.waitSeconds ?? usualWaitSeconds;
  const due = await slots
    .run(() => waitForDue(ports, listener, seconds), { key: asker.accountId })
    .catch((fault) => {
      throw fault instanceof NoSlot ? refusal('rate_limited_key', noSlotMs, policy) : fault;
    });
  const secret = openSecret(vault, asker.accountId, listener.sealedSecret);
  return {
    listenerId,
    ...(made ? { secret } : {}),
    deliveries: due.map((row) => {
      const body = eventBody(row);
      const headers = signDelivery(row.eventId, body, [secret], clock.nowMs());
      const deliveryId = deliveryIdOf({ eventId: row.eventId, endpointId: listenerId });
      return { deliveryId, headers, body };
    }),
  };
}

async function makeListener(
  { pool, vault }: WebhookPorts,
  asker: Asker,
  asked: WebhookListenRequest,
) {
  const sealedSecret = sealSecret(vault, asker.accountId, makeSecret());
  const made = await createListener(pool, asker, asked.events ?? eventTypes, sealedSecret);
  return made ?? fail('too_many_listeners');
}

/** A new listener gets its ID and secret at once; it cannot have any deliveries yet. */
async function waitForDue({ pool, stopping }: WebhookPorts, listener: Listener, seconds: number) {
  const untilMs = performance.now() + (listener.isNew ? 0 : seconds * 1_000);
  for (;;) {
    const due = await findDueForListener(pool, listener, maxAtOnce);
    const leftMs = untilMs - performance.now();
    if (due.length > 0 || leftMs <= 0 || stopping.aborted) return due;
    await sleep(Math.min(pollMs, leftMs), undefined, { signal: stopping }).catch(() => {});
  }
}
