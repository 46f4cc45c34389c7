import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import { countAttempts } from './attempt-metrics.ts';
import { type GaugeSources, registerGauges } from './gauges.ts';
import type { ProcessMetrics } from './sum-metrics.ts';

/** An answered request that is not counted yet. */
interface Answered {
  operation: string;
  status: number;
  time: number;
}

const countedAtOnce = 1_000;

/** Everything that is counted as it happens. */
export function createMetrics(version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countersign_' });
  showBuild(registry, version);
  const replies = countReplies(registry);
  const attempts = countAttempts(registry);
  const resolved = new Counter({
    name: 'countersign_resolved_total',
    help: 'Calls without an outcome that were resolved, by what they ended as',
    labelNames: ['state'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'countersign_refused_total',
    help: 'Requests refused with 503, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  const spans = new Counter({
    name: 'countersign_spans_total',
    help: 'Spans for the OTLP collector, by result: exported or dropped',
    labelNames: ['result'],
    registers: [registry],
  });
  /** Adds what was collected since the last scrape. */
  const count = () => {
    replies.count();
    attempts.count();
  };
  return {
    registry,
    calls: {
      answered: replies.answered,
      attempted: attempts.attempted,
      resolved: (state: string) => resolved.inc({ state }),
    },
    deliveries: countDeliveries(registry),
    jobs: countJobs(registry),
    refused: (reason: string, requests: number) => refused.inc({ reason }, requests),
    spans: (result: 'exported' | 'dropped', count: number) => spans.inc({ result }, count),
    count,
    /** As they travel to the process that adds them up. */
    async read() {
      count();
      return (await registry.getMetricsAsJSON()) as unknown as ProcessMetrics;
    },
  };
}

/** Counted in bulk, before each scrape: counting one at a time costs each call several times as much. */
function countReplies(registry: Registry) {
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
  return {
    count,
    answered(operation: Operation, status: number, time: number) {
      waiting.push({ operation, status, time });
      if (waiting.length === countedAtOnce) count();
    },
  };
}

function countJobs(registry: Registry) {
  const runs = new Counter({
    name: 'countersign_job_runs_total',
    help: 'Runs of jobs in this process, by job and result',
    labelNames: ['job', 'result'],
    registers: [registry],
  });
  const seconds = new Gauge({
    name: 'countersign_job_seconds',
    help: 'How long the last run of a job took in this process',
    labelNames: ['job'],
    registers: [registry],
  });
  return {
    ran(job: string, time: number, isOk: boolean) {
      runs.inc({ job, result: isOk ? 'ok' : 'failed' });
      seconds.set({ job }, time);
    },
  };
}

function showBuild(registry: Registry, version: string): void {
  new Gauge({
    name: 'countersign_build_info',
    help: 'The version of the program and of Node.js; its value is always 1',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version, node: process.version }, 1);
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
  sources: GaugeSources,
): void {
  registerGauges(registry, sources);
  app.get('/metrics', async (_request, reply) => {
    count();
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}
