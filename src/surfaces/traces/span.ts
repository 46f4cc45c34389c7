import { randomBytes } from 'node:crypto';
import { spanIdOf, type Trace } from '../../foundation/trace-parent.ts';
import type { AnsweredRequest } from '../http/request-log.ts';

/** One part of a trace. Its times are of the monotonic clock (`performance.now`). */
export interface Span {
  traceId: string;
  spanId: string;
  parentId?: string | undefined;
  kind: 'server' | 'client';
  name: string;
  startMs: number;
  endMs: number;
  isError: boolean;
  /** Numbers are integers. */
  attributes: Readonly<Record<string, string | number | undefined>>;
}

/** An attempt at a provider, and the call that it was made for. */
export interface Attempted {
  callId: string;
  trace?: Trace | undefined;
  providerCode: string;
  outcome: string;
  reason?: string | undefined;
  seconds: number;
  endedMs: number;
}

/** The caller's trace, and its own part of it. */
export interface Caller extends Trace {
  parentId: string;
}

/** The methods that the conventions know; all others are named alike. */
const methods: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '),
);

/**
 * The span of a request, by OpenTelemetry's conventions for HTTP servers. Its ID is the one that providers and
 * webhooks get as their parent. Paths are patterns, so that no span contains anybody's data.
 */
export function requestSpan(
  { id, method, path, status, ms, account, reason }: AnsweredRequest,
  { caller, scheme, endMs }: { caller?: Caller | undefined; scheme: string; endMs: number },
): Span {
  const known = methods.has(method) ? method : undefined;
  const route = path.startsWith('/') ? path : undefined;
  const isError = status >= 500;
  return {
    traceId: traceIdOf(caller, id),
    spanId: spanIdOf(id),
    parentId: caller?.parentId,
    kind: 'server',
    name: [known ?? 'HTTP', route].filter(Boolean).join(' '),
    startMs: endMs - ms,
    endMs,
    isError,
    attributes: {
      'http.request.method': known ?? '_OTHER',
      'http.route': route,
      'url.path': route,
      'url.scheme': scheme,
      'http.response.status_code': status,
      'error.type': isError ? String(status) : undefined,
      'countersign.request_id': id,
      'countersign.account': account,
      'countersign.reason': reason,
    },
  };
}

export function attemptSpan(attempted: Attempted): Span {
  const { callId, trace, providerCode, outcome, reason, seconds, endedMs } = attempted;
  return {
    traceId: traceIdOf(trace, callId),
    spanId: randomBytes(8).toString('hex'),
    parentId: spanIdOf(callId),
    kind: 'client',
    name: `attempt ${providerCode}`,
    startMs: endedMs - seconds * 1_000,
    endMs: endedMs,
    isError: outcome !== 'done',
    attributes: {
      'error.type': reason,
      'countersign.request_id': callId,
      'countersign.provider': providerCode,
      'countersign.outcome': outcome,
    },
  };
}

/** A request without a trace begins one, named after itself. */
function traceIdOf(trace: Trace | undefined, id: string): string {
  return trace?.traceId ?? id.replaceAll('-', '');
}

/**
 * Whether the caller records the trace or, if there is none, whether the request is in the sample. The last
 * digits of an ID are random, so that the request and its attempts are exported together.
 */
export function isSampled(trace: Trace | undefined, id: string, percent: number): boolean {
  if (trace) return (Number.parseInt(trace.flags, 16) & 1) === 1;
  return (Number.parseInt(id.slice(-8), 16) / 2 ** 32) * 100 < percent;
}
