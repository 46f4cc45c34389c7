import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Operation } from '../../foundation/contract/operations/operations.ts';

/** Values that are read only when the metrics are scraped. */
export interface Gauges {
  callsPending(): number;
  unresolvedCalls(): Promise<number>;
  closedPrefixes(): Promise<number>;
  /** Deliveries in the queue: those due now and those due later. */
  waitingDeliveries(): Promise<{ due: number; later: number; overdueSeconds: number }>;
  /** Whether each provider's circuit breaker is open, by provider code. */
  brokenProviders(): ReadonlyMap<string, boolean>;
}

/** An answered request that is not counted yet. */
interface Answered {
  operation: string;
  status: number;
  time: number;
}

const countedAtOnce = 1_000;

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
  const attempted = countAttempts(registry);
  const deliveries = countDeliveries(registry);
  const resolved = new Counter({
    name: 'countersign_resolved_total',
    help: 'Calls without an outcome that were resolved, by what they ended as',
    labelNames: ['state'],
    registers: [registry],
  });
  const jobRuns = new Counter({
    name: 'countersign_job_runs_total',
    help: 'Runs of jobs in this process, by job and result',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const jobSeconds = new Gauge({
    name: 'countersign_job_seconds',
    help: 'How long the last run of a job took in this process',
    labelNames: ['job'],
    registers: [registry],
  });
  const jobs = {
    ran(job: string, time: number, isOk: boolean) {
      jobRuns.inc({ job, result: isOk ? 'ok' : 'failed' });
      jobSeconds.set({ job }, time);
    },
  };
  /** Counted in bulk, before each scrape: counting one at a time costs each call several times as much. */
  let waiting: Answered[] = [];
  const count = () => {
    for (const [operation, ofOperation] of Map.groupBy(waiting, (one) => one.operation)) {
      const timer = seconds.labels(operation);
      for (const { time } of ofOperation) timer.observe(time);
      for (const [status, same] of Map.groupBy(ofOperation, (one) => one.status)) {
        answered.inc({ operation, status }, same.length);
      }
    }
    waiting = [];
  };
  const calls = {
    answered(operation: Operation, status: number, time: number) {
      waiting.push({ operation, status, time });
      if (waiting.length === countedAtOnce) count();
    },
    attempted,
    resolved(state: string) {
      resolved.inc({ state });
    },
  };
  return { registry, calls, deliveries, jobs, count };
}

/**
 * Counts attempts in a map and exports them at each scrape: the library's counter costs each call several
 * times as much.
 */
function countAttempts(registry: Registry): (provider: string, outcome: string) => void {
  const attempts = new Map<string, { provider: string; outcome: string; count: number }>();
  new Counter({
    name: 'countersign_attempts_total',
    help: 'What providers did that were asked for calls, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...labels } of attempts.values()) this.inc(labels, count);
    },
  });
  return (provider, outcome) => {
    const known = attempts.get(`${provider} ${outcome}`);
    if (known) known.count++;
    else attempts.set(`${provider} ${outcome}`, { provider, outcome, count: 1 });
  };
}

function countDeliveries(registry: Registry) {
  const attempts = new Counter({
    name: 'countersign_delivery_attempts_total',
    help: 'What endpoints did that were sent an event: delivered (2xx), redirected (3xx), refused (4xx), broken (5xx), silent (no answer)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const givenUp = new Counter({
    name: 'countersign_deliveries_given_up_total',
    help: 'Deliveries that failed at their last attempt',
    registers: [registry],
  });
  return {
    attempted: (outcome: string) => attempts.inc({ outcome }),
    gaveUp: () => givenUp.inc(),
  };
}

export function registerMetrics(
  app: FastifyInstance,
  { registry, count }: Pick<ReturnType<typeof createMetrics>, 'registry' | 'count'>,
  gauges: Gauges,
): void {
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
  showDeliveries(registry, gauges);
  new Gauge({
    name: 'countersign_provider_broken',
    help: 'Whether this process keeps calls away from a provider that failed too often, by provider',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [provider, isBroken] of gauges.brokenProviders()) {
        this.set({ provider }, isBroken ? 1 : 0);
      }
    },
  });
  app.get('/metrics', async (_request, reply) => {
    count();
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

function showDeliveries(
  registry: Registry,
  { waitingDeliveries }: Pick<Gauges, 'waitingDeliveries'>,
): void {
  const read = together(waitingDeliveries);
  new Gauge({
    name: 'countersign_deliveries_waiting',
    help: 'Deliveries to endpoints that are on, due now or later (under way, or after a failure); of each endpoint no more are counted than say that they are many',
    labelNames: ['due'],
    registers: [registry],
    async collect() {
      this.reset();
      const waiting = await read().catch(() => undefined);
      if (!waiting) return;
      this.set({ due: 'now' }, waiting.due);
      this.set({ due: 'later' }, waiting.later);
    },
  });
  gauge(
    registry,
    'countersign_delivery_overdue_seconds',
    'For how long the oldest delivery has been due that nobody has taken on',
    async () => (await read()).overdueSeconds,
  );
}

/** Shares one read among concurrent callers, such as the gauges of one scrape. */
function together<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
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
      // If the read fails, drop this gauge only: while the database is down, monitoring needs the others
      // most.
      await Promise.resolve(read()).then(
        (value) => this.set(value),
        () => this.remove(),
      );
    },
  });
}
