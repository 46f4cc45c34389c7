import type { Clock } from '../clock.ts';
import { sanitize } from '../redact.ts';
import { readTrace, traceParentOf } from '../trace-parent.ts';
import type { Vault } from '../vault.ts';
import { openSecret } from './endpoint-secret.ts';
import { eventBody } from './event-body.ts';
import { nextAttempt } from './next-attempt.ts';
import { signDelivery } from './sign-delivery.ts';
import type { AttemptResult, TakenDelivery } from './take-queries.ts';

/** Sends to URLs that customers set. */
export interface DeliveryClient {
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    signal: AbortSignal;
  }): Promise<{
    status: number;
    headers: Readonly<Record<string, string | undefined>>;
    text: string;
  }>;
}

export interface AttemptPorts {
  clock: Clock;
  vault: Vault;
  client: DeliveryClient;
  timeoutMs: number;
  /** Aborts when the process stops. */
  signal: AbortSignal;
}

/** How much of a response is kept for debugging. */
const longestReply = 1_024;

/** Attempts a delivery once and returns the result; it never throws. */
export async function attemptDelivery(
  { clock, vault, client, timeoutMs, signal }: AttemptPorts,
  taken: TakenDelivery,
): Promise<AttemptResult> {
  const { accountId, eventId, endpointId, url } = taken;
  const trace = taken.trace === null ? undefined : readTrace(taken.trace);
  const startedAt = performance.now();
  const answer = await post().catch((error: unknown) => ({ problem: problemOf(error) }));
  const tookMs = Math.round(performance.now() - startedAt);
  const result = { accountId, eventId, endpointId, url, tookMs };
  if ('problem' in answer) {
    return { ...result, ...failed(answer.problem, undefined), status: null, reply: null };
  }
  const { status, text, headers } = answer;
  const reply = sanitize(text, longestReply);
  if (status >= 200 && status < 300) {
    return { ...result, isTaken: true, status, problem: null, reply, pauseMs: null };
  }
  return {
    ...result,
    ...failed(`It answered with ${status}.`, headers['retry-after']),
    status,
    reply,
  };

  // Preparing the request can fail too; inside this function that counts as a failed attempt and is not thrown.
  async function post() {
    const secrets = openSecrets();
    const body = eventBody(taken);
    return client.post({
      url,
      headers: {
        ...signDelivery(eventId, body, secrets, clock.nowMs()),
        ...redelivery(),
        'user-agent': 'Countersign',
        ...(trace && { traceparent: traceParentOf(trace, String(taken.body.requestId)) }),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
  }

  /** Why an event is sent again; nothing the first time. */
  function redelivery() {
    const why = taken.attempts > 0 ? 'retry' : taken.isReplayed ? 'replay' : undefined;
    return why && { 'webhook-redelivery': why };
  }

  /** A secret sealed under another data key fails only its own endpoint. */
  function openSecrets(): string[] {
    try {
      return [taken.sealedSecret, taken.sealedOldSecret]
        .filter((sealed) => sealed !== null)
        .map((sealed) => openSecret(vault, accountId, sealed));
    } catch (cause) {
      throw new Error('It could not be signed: its secret cannot be read here.', { cause });
    }
  }

  function failed(problem: string, retryAfter: string | undefined) {
    const pauseMs = nextAttempt(taken.attempts + 1, clock.nowMs(), retryAfter);
    return { isTaken: false, problem, pauseMs };
  }
}

/** What went wrong, worded by the code that found it. */
function problemOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return sanitize(words) || 'There was no answer.';
}
