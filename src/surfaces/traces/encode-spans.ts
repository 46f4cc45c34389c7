import type { Span } from './span.ts';

/** The process that the spans are of. */
export interface Source {
  version: string;
  /** Another one for each process. */
  instanceId: string;
}

const kinds = { server: 2, client: 3 } as const;
const errorStatus = { code: 2 };

/**
 * The body of an export, in the JSON of OTLP (https://opentelemetry.io/docs/specs/otlp/, 1.9): IDs in hexadecimal
 * digits, 64-bit integers as strings, enumerations as numbers. `wallMs` is what the wall clock is ahead of the
 * monotonic one: read for each batch, it follows corrections of the clock.
 */
export function encodeSpans(
  { version, instanceId }: Source,
  spans: readonly Span[],
  wallMs: number,
) {
  const resource = {
    attributes: encodeAttributes({
      'service.name': 'countersign',
      'service.version': version,
      'service.instance.id': instanceId,
    }),
  };
  const scope = { name: 'countersign', version };
  const encoded = spans.map((span) => encodeSpan(span, wallMs));
  return JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope, spans: encoded }] }],
  });
}

function encodeSpan({ kind, startMs, endMs, isError, parentId, ...span }: Span, wallMs: number) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: parentId,
    name: span.name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs + wallMs),
    endTimeUnixNano: nanoseconds(endMs + wallMs),
    attributes: encodeAttributes(span.attributes),
    status: isError ? errorStatus : undefined,
  };
}

/** Whole microseconds: a number cannot hold the nanoseconds since 1970. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function encodeAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const isText = typeof value === 'string';
    return { key, value: isText ? { stringValue: value } : { intValue: String(value) } };
  });
}
