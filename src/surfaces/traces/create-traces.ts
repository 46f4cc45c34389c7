import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parentIdOf, readTraceParent } from '../../foundation/trace-parent.ts';
import type { AnsweredRequest } from '../http/request-log.ts';
import { encodeSpans } from './encode-spans.ts';
import { createSpanExporter, type ExportOptions } from './export-spans.ts';
import { type Attempted, attemptSpan, type Caller, isSampled, requestSpan } from './span.ts';

interface TraceOptions extends Pick<ExportOptions, 'log' | 'count'> {
  /** The collector's base URL. */
  url: string;
  /** How many of the requests without a trace begin one. */
  samplePercent: number;
  version: string;
  publicUrl(): string;
}

export interface Traces {
  answered(request: AnsweredRequest): void;
  attempted(attempted: Attempted): void;
  close(): Promise<void>;
}

/** Exports a span for each request, and one for each attempt at a provider. Loaded only if it is on. */
export function createTraces(options: TraceOptions): Traces {
  const { url, samplePercent, version, publicUrl, ...ports } = options;
  const source = { version, instanceId: randomUUID() };
  const exporter = createSpanExporter({
    ...ports,
    url: `${url}/v1/traces`,
    encode: (spans) => encodeSpans(source, spans, Date.now() - performance.now()),
  });
  return {
    answered(request) {
      const caller = callerOf(request.headers);
      if (!isSampled(caller, request.id, samplePercent)) return;
      const scheme = publicUrl().startsWith('https:') ? 'https' : 'http';
      exporter.add(requestSpan(request, { caller, scheme, endMs: performance.now() }));
    },
    attempted(attempted) {
      const { trace, callId } = attempted;
      if (isSampled(trace, callId, samplePercent)) exporter.add(attemptSpan(attempted));
    },
    close: exporter.close,
  };
}

function callerOf({ traceparent }: IncomingHttpHeaders): Caller | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const trace = readTraceParent(traceparent);
  return trace && { ...trace, parentId: parentIdOf(traceparent) };
}
