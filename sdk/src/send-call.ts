import type { CallOptions, ClientOptions, RequestTold } from './client-options.ts';
import { CountersignError } from './countersign-error.ts';
import { pause } from './pause.ts';
import { readReply } from './read-reply.ts';
import { waitBeforeRetry } from './wait-before-retry.ts';

/** A client whose settings were validated. */
export type UsableClient = ClientOptions & { baseUrl: string; apiKey: string };

/** One call, the same in every attempt. */
export interface Call {
  operation: string;
  body: string;
  idempotencyKey: string | undefined;
}

/** Sends a call until it has a final answer, within its timeout. */
export async function sendCall(client: UsableClient, call: Call, options: CallOptions) {
  const attemptMs = options.attemptTimeoutMs ?? client.attemptTimeoutMs ?? 30_000;
  const retries = options.retries ?? client.retries ?? 4;
  const endsAt = performance.now() + (options.timeoutMs ?? client.timeoutMs ?? 90_000);
  for (let attempt = 1; ; attempt++) {
    const told = { operation: call.operation, attempt };
    const leftMs = Math.max(0, Math.ceil(endsAt - performance.now()));
    try {
      return await sendOnce(client, call, options, told, Math.min(attemptMs, leftMs));
    } catch (thrown) {
      const error = toError(thrown, options.signal, call.idempotencyKey);
      const waitMs = attempt > retries ? undefined : waitBeforeRetry(error, attempt);
      if (waitMs === undefined || performance.now() + waitMs >= endsAt) throw error;
      notify(client.onRetry, { ...told, reason: error.reason, waitMs });
      await pause(waitMs, options.signal).catch((aborted) => {
        throw toError(aborted, options.signal, call.idempotencyKey);
      });
    }
  }
}

async function sendOnce(
  client: UsableClient,
  call: Call,
  { signal, language = client.language }: CallOptions,
  told: RequestTold,
  timeoutMs: number,
) {
  const startedAt = performance.now();
  notify(client.onRequest, told);
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await (client.fetch ?? fetch)(urlOf(client.baseUrl, call.operation), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': client.apiKey,
      ...(language && { 'accept-language': language }),
      ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    },
    body: call.body,
    // A key is sent only to the URL it was given for.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const text = await response.text();
  const answered = (requestId?: string) => {
    const durationMs = performance.now() - startedAt;
    notify(client.onResponse, { ...told, status: response.status, requestId, durationMs });
  };
  try {
    const envelope = readReply(response, text);
    answered(envelope.requestId);
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { ...envelope, isReplay };
  } catch (error) {
    answered((error as CountersignError).requestId);
    throw error;
  }
}

function urlOf(baseUrl: string, operation: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/api/v1/${operation}`;
}

function toError(
  thrown: unknown,
  signal: AbortSignal | undefined,
  idempotencyKey: string | undefined,
): CountersignError {
  if (thrown instanceof CountersignError) {
    return new CountersignError({ ...thrown, message: thrown.message, idempotencyKey });
  }
  const common = { cause: thrown, idempotencyKey };
  if (signal?.aborted) {
    return new CountersignError({ ...common, reason: 'aborted', message: 'The call was aborted.' });
  }
  const isLate = (thrown as Error)?.name === 'TimeoutError';
  return isLate
    ? new CountersignError({ ...common, reason: 'timeout', message: 'No answer came in time.' })
    : new CountersignError({ ...common, reason: 'network', message: 'No answer came.' });
}

/** An error in a log callback never fails the call. */
function notify<Told>(listener: ((told: Told) => void) | undefined, told: Told): void {
  try {
    listener?.(told);
  } catch {}
}
