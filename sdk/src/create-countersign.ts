import type { CallOptions, ClientOptions, Reply } from './client-options.ts';
import {
  type FaceRecheckEnvelope,
  type OperationRow,
  type Operations,
  operationTable,
  type SmsStatusEnvelope,
  type VerifyOperations,
  verifyTable,
} from './generated.ts';
import { sendCall, type UsableClient } from './send-call.ts';
import { type WaitOptions, waitUntil } from './wait-until.ts';

/** The operations of the platform, and helpers built on them. */
export interface Countersign extends Operations {
  /** Waits until a check has its result: by default as long as its link is valid, two hours. */
  waitForFace(authToken: string, options?: WaitOptions): Promise<Reply<FaceRecheckEnvelope>>;
  /** Waits until a message is delivered or has failed: by default five minutes. */
  waitForDelivery(requestId: string, options?: WaitOptions): Promise<Reply<SmsStatusEnvelope>>;
}

/** A client is a few functions around `fetch`; it keeps no connection open and needs no close. */
export function createCountersign(client: ClientOptions): Countersign {
  const usable = requireUsable(client);
  const operations = {
    ...methodsOf<Omit<Operations, 'verify'>>(usable, operationTable),
    verify: methodsOf<VerifyOperations>(usable, verifyTable),
  };
  return {
    ...operations,
    waitForFace: (authToken, { timeoutMs = 7_200_000, signal } = {}) =>
      waitUntil(
        (leftMs) => operations.faceRecheck({ authToken }, { signal, timeoutMs: leftMs }),
        ({ data }) => data.status !== 0,
        { timeoutMs, signal },
      ),
    waitForDelivery: (requestId, { timeoutMs = 300_000, signal } = {}) =>
      waitUntil(
        (leftMs) => operations.smsStatus({ requestId }, { signal, timeoutMs: leftMs }),
        ({ data }) => data.state !== 'accepted' && data.state !== 'sent',
        { timeoutMs, signal },
      ),
  };
}

function methodsOf<Methods>(
  client: UsableClient,
  table: Readonly<Record<keyof Methods, OperationRow>>,
): Methods {
  return Object.fromEntries(
    Object.entries<OperationRow>(table).map(([name, { path, isQuestion }]) => [
      name,
      async (request: object = {}, options: CallOptions = {}) => {
        const { idempotencyKey = isQuestion ? undefined : crypto.randomUUID() } = options;
        const call = { operation: path, body: JSON.stringify(request), idempotencyKey };
        return sendCall(client, call, options);
      },
    ]),
  ) as Methods;
}

/** A missing or unusable setting fails here, rather than with every call. */
function requireUsable(client: ClientOptions): UsableClient {
  const { baseUrl, apiKey } = client;
  if (!baseUrl) throw new TypeError('baseUrl is missing.');
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl is not a URL.');
  const { protocol, username, password, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || username || password || search || hash) {
    throw new TypeError('baseUrl must be an http or https URL without user, query or hash.');
  }
  if (/\/api\/v1\/*$/.test(baseUrl)) {
    throw new TypeError('baseUrl must be the address of the platform, without /api/v1.');
  }
  if (!apiKey) throw new TypeError('apiKey is missing.');
  if (!/^[!-~]+$/.test(apiKey.trim())) throw new TypeError('apiKey is not a valid key.');
  return { ...client, baseUrl, apiKey };
}
