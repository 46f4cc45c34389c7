import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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
  /**
   * Calls begin at this rate, whether the earlier ones are answered or not, and their time counts from when they
   * were to begin: a server that stalls is measured with all the calls that it kept waiting.
   */
  perSecond?: number;
  /** The operation, and the body of its next call; `sms_code` to a random number if absent. */
  operation?: { path: string; nextBody(): string };
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
 * Calls an operation for some seconds, one call at a time per connection. It uses
 * sockets and no HTTP client: on two cores the client's work competes with the server's, and a
 * convenient client needs as much time per call as a bare server.
 */
export async function runLoad(load: Load): Promise<Measured> {
  const tally: Tally = { latenciesMs: [], refusalsMs: [] };
  const agenda = load.perSecond === undefined ? closedLoop(load) : openLoop(load);
  const callers: Caller[] = [];
  // More connections at once than the listen queue holds would measure the kernel's retries.
  for (let open = 0; open < load.connections; open += connectAtOnce) {
    const count = Math.min(connectAtOnce, load.connections - open);
    callers.push(
      ...(await Promise.all(Array.from({ length: count }, () => connect(load, agenda, tally)))),
    );
  }
  const startedAtMs = performance.now();
  await agenda.run(callers);
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

/** A connection that makes one call at a time. */
interface Caller {
  /** Makes a call whose time counts from a given moment. */
  call(sinceMs: number): void;
  end(): void;
  closed: Promise<void>;
}

/** Decides when which caller calls. */
interface Agenda {
  run(callers: readonly Caller[]): Promise<void>;
  /** A caller has got its answer. */
  onAnswer(caller: Caller, status: number): void;
}

/** Every caller calls again as soon as it has its answer. */
function closedLoop({ seconds, isPatient }: Load): Agenda {
  let untilMs = 0;
  return {
    async run(callers) {
      untilMs = performance.now() + seconds * 1_000;
      for (const caller of callers) caller.call(performance.now());
      await Promise.all(callers.map(({ closed }) => closed));
    },
    onAnswer(caller, status) {
      const nowMs = performance.now();
      if (nowMs >= untilMs) caller.end();
      else if (status !== 201 && isPatient) {
        setTimeout(() => caller.call(performance.now()), 1_000);
      } else caller.call(nowMs);
    },
  };
}

/** Calls begin at a fixed rate; one that finds no free caller waits for the next, and its time counts. */
function openLoop({ seconds, perSecond = 1 }: Load): Agenda {
  const due: number[] = [];
  const free: Caller[] = [];
  const callNext = () => {
    while (due.length > 0 && free.length > 0) (free.pop() as Caller).call(due.shift() as number);
  };
  return {
    async run(callers) {
      free.push(...callers);
      const startedMs = performance.now();
      for (let begun = 0; begun < seconds * perSecond; ) {
        const elapsedMs = performance.now() - startedMs;
        for (; begun < (elapsedMs / 1_000) * perSecond; begun++) {
          due.push(startedMs + (begun * 1_000) / perSecond);
        }
        callNext();
        await sleep(1);
      }
      while (due.length > 0 || free.length < callers.length) await sleep(5);
      for (const caller of callers) caller.end();
      await Promise.all(callers.map(({ closed }) => closed));
    },
    onAnswer(caller) {
      free.push(caller);
      callNext();
    },
  };
}

async function connect(load: Load, agenda: Agenda, tally: Tally): Promise<Caller> {
  const { hostname, port } = new URL(load.url);
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  let startedMs = 0;
  let text = '';
  const socket: Socket = createConnection({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: { buffer: Buffer.alloc(8192), callback: onRead },
  });
  const caller: Caller = {
    call(sinceMs) {
      startedMs = sinceMs;
      socket.write(requestOf(load), 'latin1');
    },
    end: () => socket.end(),
    closed,
  };
  function onRead(length: number, buffer: Uint8Array): boolean {
    text += (buffer as Buffer).toString('latin1', 0, length);
    const status = parseStatus(text);
    if (status === undefined) return true;
    (status === 201 ? tally.latenciesMs : tally.refusalsMs).push(performance.now() - startedMs);
    text = '';
    agenda.onAnswer(caller, status);
    return true;
  }
  socket.on('error', reject);
  socket.on('close', () => resolve());
  await once(socket, 'connect');
  return caller;
}

/** As nginx passes a request on that came by HTTPS. */
const forwarded =
  'x-forwarded-for: 192.0.2.7\r\nx-forwarded-host: api.example\r\nx-forwarded-proto: https\r\n';

export function randomMobile(): string {
  return String(13_000_000_000 + Math.floor(Math.random() * 999_999_999));
}

const smsCode: NonNullable<Load['operation']> = {
  path: 'sms_code',
  nextBody: () => `{"mobile":"${randomMobile()}","code":"${100_000 + (serial % 900_000)}"}`,
};

function requestOf({ apiKey, withKeys, isForwarded, operation = smsCode }: Load): string {
  serial++;
  const body = operation.nextBody();
  const key = withKeys ? `idempotency-key: bench-${process.pid}-${serial}\r\n` : '';
  return (
    `POST /api/v1/${operation.path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n` +
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
