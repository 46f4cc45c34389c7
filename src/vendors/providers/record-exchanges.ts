import type { HttpAnswer, HttpClient, HttpRequest } from '../../foundation/outbound/http-client.ts';

/** A request to a vendor as it was sent, and the response. */
export interface RecordedExchange {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Null if no complete response arrived. */
  answer: HttpAnswer | null;
  /** Why there was no response. */
  fault: string | null;
  /** The address at the other end of the connection; null if there was no connection. */
  address: string | null;
  ms: number;
}

/** Wraps a client and records every exchange, with the address that its origin was reached at. */
export function recordExchanges(
  http: HttpClient,
  addressOf: (origin: string) => string | null,
): HttpClient & {
  readonly exchanges: readonly RecordedExchange[];
  /** Records an exchange that did not go over HTTP. */
  note(exchange: RecordedExchange): void;
} {
  const exchanges: RecordedExchange[] = [];
  return {
    exchanges,
    note: (exchange) => void exchanges.push(exchange),
    async request(request) {
      const startedMs = performance.now();
      const note = (answer: HttpAnswer | null, fault: string | null) =>
        exchanges.push({
          ...recordOf(request),
          ...{ answer, fault, address: addressOf(new URL(request.url).origin) },
          ms: performance.now() - startedMs,
        });
      try {
        const answer = await http.request(request);
        note(answer, null);
        return answer;
      } catch (error) {
        note(null, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    close: () => http.close(),
  };
}

function recordOf({ method, url, headers = {}, body = '' }: HttpRequest) {
  return { method, url, headers, body: body.toString('utf8') };
}
