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

/** The header to pass on. The last digits of an ID of ours are random, and name our part of the trace. */
export function traceParentOf({ traceId, flags }: Trace, id: string): string {
  return `00-${traceId}-${id.replaceAll('-', '').slice(-16)}-${flags}`;
}
