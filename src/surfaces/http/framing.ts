import type { IncomingMessage } from 'node:http';

/**
 * Whether a request leaves open where it ends or whom it is for. Node's parser lets these pass, and a
 * proxy in front of us may read them otherwise than we do, so nobody is served on their word.
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
 * Node drops all but the first; names and values alternate in what came. HTTP/1.1 asks for one, if only an
 * empty one.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
