/**
 * The caller's trace, by the W3C Trace Context recommendation (https://www.w3.org/TR/trace-context/, version 00;
 * later versions begin in the same way).
 */
export interface Trace {
  traceId: string;
  /** Two hexadecimal digits; the last bit says that the caller records the trace. */
  flags: string;
}

const format =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?$/;

/** Reads the header; a malformed one counts as absent, as the recommendation requires. */
export function readTraceParent(header: string | undefined): Trace | undefined {
  if (header === undefined || header.length > 512) return undefined;
  const match = format.exec(header);
  if (!match?.[1] || !match[2] || (header.startsWith('00') && match[3])) return undefined;
  return { traceId: match[1], flags: match[2] };
}

/** The trace of a call as stored, and back. */
export function writeTrace({ traceId, flags }: Trace): string {
  return `${traceId}-${flags}`;
}

export function readTrace(stored: string): Trace {
  const [traceId = '', flags = ''] = stored.split('-', 2);
  return { traceId, flags };
}

/** The ID of the caller's part of the trace, in a header that is valid. */
export function parentIdOf(header: string): string {
  return header.slice(36, 52);
}

/** The ID of our part of a trace. The last digits of an ID of ours are random. */
export function spanIdOf(id: string): string {
  return id.replaceAll('-', '').slice(-16);
}

/** The header to pass on, which names our part of the trace. */
export function traceParentOf({ traceId, flags }: Trace, id: string): string {
  return `00-${traceId}-${spanIdOf(id)}-${flags}`;
}
