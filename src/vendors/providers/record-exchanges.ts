import type { HttpAnswer, HttpClient, HttpRequest } from '../../foundation/outbound/http-client.ts';

/** A request to a vendor as it left, and what came back. */
export interface RecordedExchange {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Null when no whole answer came. */
  answer: HttpAnswer | null;
  /** Why there was none. */
  fault: string | null;
  ms: number;
}

/** The same client, which keeps what goes through it until somebody looks. */
export function recordExchanges(http: HttpClient): HttpClient & {
  readonly exchanges: readonly RecordedExchange[];
  /** Keeps one that went another way. */
  note(exchange: RecordedExchange): void;
} {
  const exchanges: RecordedExchange[] = [];
  return {
    exchanges,
    note: (exchange) => void exchanges.push(exchange),
    async request(request) {
      const startedMs = performance.now();
      const note = (answer: HttpAnswer | null, fault: string | null) =>
        exchanges.push({ ...recordOf(request), answer, fault, ms: performance.now() - startedMs });
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
