import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../foundation/db/log.ts';
import { readTraceParent } from '../../foundation/trace-parent.ts';

/** What a handler learns about a request. */
interface Noted {
  /** The account that called, once it is known. */
  account?: number | undefined;
  /** The reason of an error. */
  reason?: string | undefined;
}

/** A request that was answered. */
export interface AnsweredRequest extends Noted {
  id: string;
  headers: IncomingHttpHeaders;
  method: string;
  /** The pattern of its route, so that it contains nobody's data. */
  path: string;
  status: number;
  ms: number;
}

interface RequestLog {
  /** Adds to what the line of a request will say. */
  note(request: IncomingMessage, facts: Noted): void;
  noted(request: IncomingMessage): Noted | undefined;
  answered(request: AnsweredRequest): void;
  /** Counts a request that was refused with 503. */
  refused(reason: string): void;
  /** Writes the counts that are not written yet. */
  stop(): void;
}

const everyMs = 1_000;

/** Requests of monitoring, which come every few seconds and say nothing. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * One line per request. Requests refused with 503 are counted instead, one line a second: they come by the
 * thousand while the platform is overloaded or its database is away, and a line would cost more than the refusal.
 */
export function createRequestLog(
  log: Log,
  onRefused: (reason: string, requests: number) => void = () => {},
  onAnswered?: (request: AnsweredRequest) => void,
): RequestLog {
  const notes = new WeakMap<IncomingMessage, Noted>();
  let refused = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const writeCounts = () => {
    clearTimeout(timer);
    timer = undefined;
    if (refused.size === 0) return;
    for (const [reason, requests] of refused) onRefused(reason, requests);
    const count = [...refused.values()].reduce((sum, each) => sum + each, 0);
    const reasons = Object.fromEntries(refused);
    refused = new Map();
    log.warn({ status: 503, count, reasons }, 'requests refused');
  };
  const refuse = (reason: string) => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
    timer ??= setTimeout(writeCounts, everyMs).unref();
  };
  return {
    note(request, { account, reason }) {
      const known = notes.get(request);
      notes.set(request, { account: account ?? known?.account, reason: reason ?? known?.reason });
    },
    noted: (request) => notes.get(request),
    refused: refuse,
    answered(request) {
      const { id: requestId, headers, method, path, status, ms, account, reason } = request;
      if (onAnswered && !probes.has(path)) onAnswered(request);
      if (status === 503) return refuse(reason ?? 'unavailable');
      const tenths = Math.round(ms * 10) / 10;
      const traceId = traceIdOf(headers);
      const fields = { requestId, method, path, status, ms: tenths, account, reason, traceId };
      if (probes.has(path)) log.debug(fields, 'request');
      else if (status >= 500) log.warn(fields, 'request');
      else log.info(fields, 'request');
    },
    stop: writeCounts,
  };
}

/** A path without a route may contain anything, so the log does not name it. */
const unrouted = 'unknown';

/** Logs the requests that the framework handles. */
export function logRequests(app: FastifyInstance, requests: RequestLog): void {
  app.addHook('onResponse', ({ id, raw, method, headers, routeOptions }, reply, done) => {
    const path = routeOptions.url ?? unrouted;
    const answered = { id, headers, method, path, status: reply.statusCode, ms: reply.elapsedTime };
    requests.answered({ ...answered, ...requests.noted(raw) });
    done();
  });
}

function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' ? readTraceParent(traceparent)?.traceId : undefined;
}
