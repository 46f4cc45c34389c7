import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { beginRun, endRun } from './queries.ts';

/** A recurring job. Every job is a sweep that can be interrupted and started over. */
export interface Job {
  name: string;
  everyMs: number;
  /** Runs in only one process per interval, however many there are. */
  isShared: boolean;
  /** Returns true when there is more to do at once. The signal aborts when the server stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Counts the runs for monitoring. */
export interface JobMetrics {
  ran(job: string, seconds: number, isOk: boolean): void;
}

export interface Schedule {
  start(): void;
  /** Asks current runs to end, and resolves when they have. */
  stop(): Promise<void>;
}

export interface SchedulePorts {
  pool: Pool;
  log: Log;
  metrics: JobMetrics;
}

/** The last stored result of an unshared job, which may run ten times a second. */
interface Noted {
  atMs: number;
  failure: string | null;
}

const notedEveryMs = 60_000;
/** The longest time between checks of whether a shared job is due. */
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
 * Runs a job once and returns the longest pause before the next run. A failed job is logged and retried soon;
 * it never ends the server.
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
      // The database is unavailable, which every job reports by itself; the next run is stored instead.
      noted.delete(job.name);
    });
  }
  if (isMore) return 0;
  return failure === null ? job.everyMs : retryMs;
}

/** At most once a minute, but at once when the job starts to fail, fails differently, or recovers. */
function isWorthNoting(last: Noted | undefined, failure: string | null): boolean {
  if (!last || last.failure !== failure) return true;
  return performance.now() - last.atMs >= notedEveryMs;
}
