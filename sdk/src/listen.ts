import type { CountersignError } from './countersign-error.ts';
import type { Operations, WebhookListenRequest, WebhookListenResponse } from './generated.ts';
import { pause } from './pause.ts';

export interface ListenOptions {
  /** Where deliveries are handed on to: an address on this machine. */
  forwardTo: string;
  /** The types of events that are wanted; all without it. */
  events?: WebhookListenRequest['events'];
  signal?: AbortSignal | undefined;
  /** The secret that the deliveries are signed with, once it is known, and whenever it is another. */
  onSecret(secret: string): void;
  onForwarded(forwarded: Forwarded): void;
}

/** One delivery that was handed on, with the status of the answer, or none where nobody answered. */
export interface Forwarded {
  deliveryId: string;
  type: string;
  status: number | undefined;
}

const answerWithinMs = 15_000;
const pauseMs = 2_000;

/**
 * Asks for the events of an account's test mode, and hands each on as an endpoint would get it, until the
 * signal ends it. What was answered is done with, well or badly; where nobody answers it is tried again.
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

/** A listener that nobody asked for a while is gone; undefined then, and another one is made. */
async function askFor(
  webhookListen: Operations['webhookListen'],
  request: WebhookListenRequest,
  signal: AbortSignal | undefined,
): Promise<WebhookListenResponse | undefined> {
  // Whoever develops restarts the platform, too.
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
