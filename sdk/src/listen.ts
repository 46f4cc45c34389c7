import type { CountersignError } from './countersign-error.ts';
import type { Operations, WebhookListenRequest, WebhookListenResponse } from './generated.ts';
import { pause } from './pause.ts';

export interface ListenOptions {
  /** Where deliveries are forwarded: a URL on this machine. */
  forwardTo: string;
  /** The event types to receive. Default: all. */
  events?: WebhookListenRequest['events'];
  signal?: AbortSignal | undefined;
  /** Called with the secret that signs the deliveries, once it is known and whenever it changes. */
  onSecret(secret: string): void;
  onForwarded(forwarded: Forwarded): void;
}

/** One forwarded delivery with the status of the answer, or without one if there was none. */
export interface Forwarded {
  deliveryId: string;
  type: string;
  status: number | undefined;
}

const answerWithinMs = 15_000;
const pauseMs = 2_000;

/**
 * Polls the events of an account's test mode, and forwards each as an endpoint would get it, until
 * the signal aborts it. An answered delivery is done, whatever the answer; one without an answer is
 * retried.
 */
export async function listen(
  { webhookListen }: Pick<Operations, 'webhookListen'>,
  { forwardTo, events, signal, onSecret, onForwarded }: ListenOptions,
): Promise<void> {
  let listenerId: number | undefined;
  let acknowledge: string[] = [];
  while (!signal?.aborted) {
    const request = { listenerId, acknowledge, ...(listenerId === undefined && { events }) };
    const data = await askFor(webhookListen, request, signal);
    listenerId = data?.listenerId;
    acknowledge = [];
    if (data?.secret) onSecret(data.secret);
    for (const delivery of data?.deliveries ?? []) {
      const status = await handOn(forwardTo, delivery, signal);
      if (status !== undefined) acknowledge.push(delivery.deliveryId);
      onForwarded({ deliveryId: delivery.deliveryId, type: typeOf(delivery.body), status });
    }
    const isLeft = acknowledge.length < (data?.deliveries.length ?? 0);
    if (isLeft) await pause(pauseMs, signal).catch(() => {});
  }
}

/**
 * A listener that has not polled for a while is removed; then this returns undefined, and a new one
 * is created.
 */
async function askFor(
  webhookListen: Operations['webhookListen'],
  request: WebhookListenRequest,
  signal: AbortSignal | undefined,
): Promise<WebhookListenResponse | undefined> {
  // During development the platform restarts, too.
  const patience = { timeoutMs: 600_000, attemptTimeoutMs: 60_000, retries: 600 };
  try {
    return (await webhookListen(request, { signal, ...patience })).data;
  } catch (error) {
    const { reason } = error as Partial<CountersignError>;
    if (signal?.aborted || (reason === 'endpoint_unknown' && request.listenerId)) return undefined;
    throw error;
  }
}

type Delivery = WebhookListenResponse['deliveries'][number];

async function handOn(
  forwardTo: string,
  { headers, body }: Delivery,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const timeout = AbortSignal.timeout(answerWithinMs);
  try {
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function typeOf(body: string): string {
  return (JSON.parse(body) as { type: string }).type;
}
