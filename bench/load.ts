import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export interface Load {
  url: string;
  apiKey: string;
  connections: number;
  seconds: number;
  /** Whether every call has its own Idempotency-Key. */
  withKeys?: boolean;
  /** Whether the calls come through a proxy, as its server sees them. */
  isForwarded?: boolean;
  /** Whether a refused caller waits for a second, as Retry-After says. */
  isPatient?: boolean;
}

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  faults: number;
  calls: number;
  /** The duration of refusals. */
  refusalP99Ms: number;
  /** Processor time of server and database per call, if measured. */
  cpuMicros?: number;
}

/** The results: the duration of each success, and the number of failures. */
interface Tally {
  latenciesMs: number[];
  refusalsMs: number[];
}

let serial = 0;

const connectAtOnce = 500;

/**
 * Calls `sms_code` with random numbers for some seconds, one call at a time per connection. It uses
 * sockets and no HTTP client: on two cores the client's work competes with the server's, and a
 * convenient client needs as much time per call as a bare server.
 */
export async function runLoad(load: Load): Promise<Measured> {
  const tally: Tally = { latenciesMs: [], refusalsMs: [] };
  const callers: ((untilMs: number) => Promise<void>)[] = [];
  // More connections at once than the listen queue holds would measure the kernel's retries.
  for (let open = 0; open < load.connections; open += connectAtOnce) {
    const count = Math.min(connectAtOnce, load.connections - open);
    callers.push(...(await Promise.all(Array.from({ length: count }, () => connect(load, tally)))));
  }
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + load.seconds * 1000;
  await Promise.all(callers.map((call) => call(untilMs)));
  const seconds = (performance.now() - startedAtMs) / 1000;
  const times = Float64Array.from(tally.latenciesMs).sort();
  const refusals = Float64Array.from(tally.refusalsMs).sort();
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    calls: times.length,
    faults: refusals.length,
    refusalP99Ms: quantile(refusals, 0.99),
  };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

/**
 * Opens one connection; the returned function makes calls until the time is over and the last reply
 * has arrived.
 */
async function connect(load: Load, tally: Tally): Promise<(untilMs: number) => Promise<void>> {
  const { hostname, port } = new URL(load.url);
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  let untilMs = 0;
  let sentAtMs = 0;
  let text = '';
  const socket: Socket = createConnection({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(8192), callback: onRead },
  });
  const send = () => {
    sentAtMs = performance.now();
    socket.write(requestOf(load), 'latin1');
  };
  function onRead(length: number, buffer: Uint8Array): boolean {
    text += (buffer as Buffer).toString('latin1', 0, length);
    const status = parseStatus(text);
    if (status === undefined) return true;
    const nowMs = performance.now();
    (status === 201 ? tally.latenciesMs : tally.refusalsMs).push(nowMs - sentAtMs);
    text = '';
    if (nowMs >= untilMs) socket.end();
    else if (status !== 201 && load.isPatient) setTimeout(send, 1_000);
    else send();
    return true;
  }
  socket.on('error', reject);
  socket.on('close', () => resolve());
  await once(socket, 'connect');
  return (until) => {
    untilMs = until;
    send();
    return closed;
  };
}

/** As nginx passes a request on that came by HTTPS. */
const forwarded =
  'x-forwarded-for: 192.0.2.7\r\nx-forwarded-host: api.example\r\nx-forwarded-proto: https\r\n';

function requestOf({ apiKey, withKeys, isForwarded }: Load): string {
  const mobile = 13_000_000_000 + Math.floor(Math.random() * 999_999_999);
  serial++;
  const body = `{"mobile":"${mobile}","code":"${100_000 + (serial % 900_000)}"}`;
  const key = withKeys ? `idempotency-key: bench-${process.pid}-${serial}\r\n` : '';
  return (
    'POST /api/v1/sms_code HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n' +
    `x-api-key: ${apiKey}\r\n${key}${isForwarded ? forwarded : ''}content-length: ${body.length}\r\n\r\n${body}`
  );
}

const lengthField = 'content-length: ';

/** The status of a complete reply; undefined while a part is missing. */
function parseStatus(text: string): number | undefined {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return undefined;
  const lengthAt = text.indexOf(lengthField);
  if (lengthAt < 0) throw new Error('a reply without content-length');
  const length = Number.parseInt(text.slice(lengthAt + lengthField.length, bodyAt), 10);
  if (text.length < bodyAt + length) return undefined;
  return Number(text.slice(9, 12));
}
