import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CallMetrics } from '../calls/call-metrics.ts';

/** What is asked for only when somebody looks. */
export interface Gauges {
  callsPending(): number;
  unresolvedCalls(): Promise<number>;
  closedPrefixes(): Promise<number>;
}

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countersign_' });
  const answered = new Counter({
    name: 'countersign_calls_total',
    help: 'Requests answered, by operation and status',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'countersign_call_seconds',
    help: 'Time from request to reply',
    labelNames: ['operation'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 15],
    registers: [registry],
  });
  const resolved = new Counter({
    name: 'countersign_resolved_total',
    help: 'Calls without an outcome that were resolved, by what they ended as',
    labelNames: ['state'],
    registers: [registry],
  });
  // The library hashes the labels at every count; the counter of each pair is looked up once instead.
  const counters = new Map<string, Counter.Internal>();
  const timers = new Map<string, Histogram.Internal<'operation'>>();
  const calls: CallMetrics = {
    answered(operation, status, time) {
      const name = `${operation} ${status}`;
      let counter = counters.get(name);
      if (!counter) {
        counter = answered.labels(operation, String(status));
        counters.set(name, counter);
      }
      counter.inc();
      let timer = timers.get(operation);
      if (!timer) {
        timer = seconds.labels(operation);
        timers.set(operation, timer);
      }
      timer.observe(time);
    },
    resolved(state) {
      resolved.inc({ state });
    },
  };
  return { registry, calls };
}

export function registerMetrics(app: FastifyInstance, registry: Registry, gauges: Gauges): void {
  gauge(
    registry,
    'countersign_calls_pending',
    'Holds and settles waiting to be written',
    gauges.callsPending,
  );
  gauge(
    registry,
    'countersign_unresolved_calls',
    'Calls without an outcome',
    gauges.unresolvedCalls,
  );
  gauge(registry, 'countersign_closed_prefixes', 'Prefixes closed now', gauges.closedPrefixes);
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
) {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // Whoever watches wants the other numbers most of all while the database is away.
      await Promise.resolve(read()).then(
        (value) => this.set(value),
        () => this.remove(),
      );
    },
  });
}
