import type { IncomingMessage } from 'node:http';

/**
 * Whether the end or the host of a request is ambiguous. Node's parser accepts such requests, but a proxy in
 * front of us may read them differently (request smuggling), so we reject them.
 */
export function isAmbiguous(request: IncomingMessage): boolean {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders } = request;
  if (httpVersionMajor > 1) return true;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    if (httpVersionMajor !== 1 || httpVersionMinor !== 1) return true;
    if (coding.trim().toLowerCase() !== 'chunked') return true;
  }
  const hosts = countHosts(rawHeaders);
  const needsHost = httpVersionMajor === 1 && httpVersionMinor >= 1;
  return hosts > 1 || (needsHost && hosts === 0);
}

/**
 * Counts the Host headers in the raw list of alternating names and values, because Node drops all but the
 * first. HTTP/1.1 requires exactly one, which may be empty.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
