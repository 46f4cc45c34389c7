/** The `traceparent` of requests, by their own signal, which every client and adapter already passes on. */
const traceParents = new WeakMap<AbortSignal, string>();

export function setTraceParent(signal: AbortSignal, traceParent: string): void {
  traceParents.set(signal, traceParent);
}

/** The headers of a request with its `traceparent`, if it belongs to a trace. */
export function withTraceParent(
  headers: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): Readonly<Record<string, string>> {
  const traceparent = traceParents.get(signal);
  return traceparent === undefined ? (headers ?? {}) : { ...headers, traceparent };
}
