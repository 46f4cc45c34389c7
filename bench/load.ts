import autocannon from 'autocannon';

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

let serial = 0;

/** Calls `sms_code` with random numbers from this process for some seconds. */
export async function runLoad(load: Load): Promise<Measured> {
  const result = await autocannon({
    url: `${load.url}/api/v1/sms_code`,
    connections: load.connections,
    duration: load.seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': load.apiKey },
        setupRequest(request) {
          const mobile = 13_000_000_000 + Math.floor(Math.random() * 6_999_999_999);
          serial++;
          const headers = load.withKeys
            ? { ...request.headers, 'idempotency-key': `bench-${process.pid}-${serial}` }
            : request.headers;
          return {
            ...request,
            headers,
            body: `{"mobile":"${mobile}","code":"${100_000 + (serial % 900_000)}"}`,
          };
        },
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    calls: result['2xx'],
    faults: result.non2xx + result.errors + result.timeouts,
  };
}
