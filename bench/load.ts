import { createConnection, type Socket } from 'node:net';

export interface Load {
  url: string;
  apiKey: string;
  connections: number;
  seconds: number;
  /** Whether every call carries an Idempotency-Key of its own. */
  withKeys?: boolean;
}

export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  faults: number;
  calls: number;
  /** Processor time of server and database per call, where it was measured. */
  cpuMicros?: number;
}

/** What came back: how long each success took, and how many were none. */
interface Tally {
  latenciesMs: number[];
  faults: number;
}

let serial = 0;

/**
 * Calls `sms_code` with random numbers from this process for some seconds, every connection one call at
 * a time. Sockets and no HTTP client: on a machine of two cores the client's own work is taken from the
 * server's, and a comfortable client takes as much for a call as a bare server does.
 */
export async function runLoad(load: Load): Promise<Measured> {
  const tally: Tally = { latenciesMs: [], faults: 0 };
  const startedAtMs = performance.now();
  const untilMs = startedAtMs + load.seconds * 1000;
  await Promise.all(
    Array.from({ length: load.connections }, () => callUntil(load, untilMs, tally)),
  );
  const seconds = (performance.now() - startedAtMs) / 1000;
  const times = Float64Array.from(tally.latenciesMs).sort();
  return {
    perSecond: times.length / seconds,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    calls: times.length,
    faults: tally.faults,
  };
}

/** One connection, until the time is over and its last reply is there. */
function callUntil(load: Load, untilMs: number, tally: Tally): Promise<void> {
  const { hostname, port } = new URL(load.url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
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
    const status = statusOf(text);
    if (status === undefined) return true;
    const nowMs = performance.now();
    if (status === 201) tally.latenciesMs.push(nowMs - sentAtMs);
    else tally.faults++;
    text = '';
    if (nowMs < untilMs) send();
    else socket.end();
    return true;
  }
  socket.on('connect', send);
  socket.on('error', reject);
  socket.on('close', () => resolve());
  return promise;
}

function requestOf({ apiKey, withKeys }: Load): string {
  const mobile = 13_000_000_000 + Math.floor(Math.random() * 999_999_999);
  serial++;
  const body = `{"mobile":"${mobile}","code":"${100_000 + (serial % 900_000)}"}`;
  const key = withKeys ? `idempotency-key: bench-${process.pid}-${serial}\r\n` : '';
  return (
    'POST /api/v1/sms_code HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n' +
    `x-api-key: ${apiKey}\r\n${key}content-length: ${body.length}\r\n\r\n${body}`
  );
}

const lengthField = 'content-length: ';

/** The status of a reply that is there whole; undefined while a part is missing. */
function statusOf(text: string): number | undefined {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  if (bodyAt < 4) return undefined;
  const lengthAt = text.indexOf(lengthField);
  if (lengthAt < 0) throw new Error('a reply without content-length');
  const length = Number.parseInt(text.slice(lengthAt + lengthField.length, bodyAt), 10);
  if (text.length < bodyAt + length) return undefined;
  return Number(text.slice(9, 12));
}
