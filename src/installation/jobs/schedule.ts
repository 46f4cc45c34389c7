import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { beginRun, endRun } from './queries.ts';

/** Something done again and again. Every job is a sweep that can be cut short and begun anew. */
export interface Job {
  name: string;
  everyMs: number;
  /** Runs in one process only within each interval, however many there are. */
  isShared: boolean;
  /** True when there is more to do at once. The signal says that the server stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Counts the runs for whoever watches. */
export interface JobMetrics {
  ran(job: string, seconds: number, isOk: boolean): void;
}

export interface Schedule {
  start(): void;
  /** Tells the runs under way to end, and resolves when they have. */
  stop(): Promise<void>;
}

export interface SchedulePorts {
  pool: Pool;
  log: Log;
  metrics: JobMetrics;
}

/** What was last written down of a job that is not shared, of which there may be ten runs a second. */
interface Noted {
  atMs: number;
  failure: string | null;
}

const notedEveryMs = 60_000;
/** A shared job that is not due is looked at again in time, however rarely it runs. */
const lookEveryMs = 3_600_000;
const retryMs = 61_000;

export function createSchedule(ports: SchedulePorts, jobs: readonly Job[]): Schedule {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const noted = new Map<string, Noted>();
  const stopping = new AbortController();

  function plan(job: Job, delayMs: number): void {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      const run = runOnce(ports, noted, job, stopping.signal).then((pauseMs) =>
        plan(job, Math.min(pauseMs, job.everyMs, lookEveryMs)),
      );
      running.add(run);
      void run.finally(() => running.delete(run));
    }, delayMs);
    timers.set(job.name, timer);
  }

  return {
    start() {
      for (const job of jobs) plan(job, 0);
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/**
 * A job that fails says so and comes again soon; it never takes the server with it. Says how long to
 * pause at the most.
 */
async function runOnce(
  ports: SchedulePorts,
  noted: Map<string, Noted>,
  job: Job,
  signal: AbortSignal,
): Promise<number> {
  const { pool, log, metrics } = ports;
  const startedAtMs = performance.now();
  let isMore = false;
  let failure: string | null = null;
  try {
    if (job.isShared && !(await beginRun(pool, job.name, job.everyMs))) return job.everyMs;
    isMore = (await job.run(signal)) === true && !job.isShared;
  } catch (error) {
    failure = faultOf(error);
    log.error({ job: job.name, fault: failure }, 'job failed');
  }
  const durationMs = performance.now() - startedAtMs;
  metrics.ran(job.name, durationMs / 1_000, failure === null);
  if (job.isShared || isWorthNoting(noted.get(job.name), failure)) {
    noted.set(job.name, { atMs: performance.now(), failure });
    await endRun(pool, job.name, { durationMs, failure, isClaimed: job.isShared }).catch(() => {
      // The database is away, which every job says for itself; it is noted with the next run.
      noted.delete(job.name);
    });
  }
  if (isMore) return 0;
  return failure === null ? job.everyMs : retryMs;
}

/** At most once a minute, but at once when it begins to fail, fails otherwise, or is well again. */
function isWorthNoting(last: Noted | undefined, failure: string | null): boolean {
  if (!last || last.failure !== failure) return true;
  return performance.now() - last.atMs >= notedEveryMs;
}
