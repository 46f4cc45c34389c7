import type { Pool } from 'pg';
import { faultOf } from '../db/faults.ts';
import type { Log } from '../db/log.ts';
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

export interface Schedule {
  start(): void;
  /** Tells the runs under way to end, and resolves when they have. */
  stop(): Promise<void>;
}

export function createSchedule(pool: Pool, jobs: readonly Job[], log: Log): Schedule {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  function plan(job: Job, delayMs: number): void {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      const run = runOnce(pool, job, stopping.signal, log).then((more) =>
        plan(job, more ? 0 : job.everyMs),
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

/** A job that fails says so and comes again; it never takes the server with it. */
async function runOnce(pool: Pool, job: Job, signal: AbortSignal, log: Log): Promise<boolean> {
  try {
    if (!job.isShared) return (await job.run(signal)) === true;
    if (!(await beginRun(pool, job.name, job.everyMs))) return false;
    await job.run(signal);
    await endRun(pool, job.name, null);
  } catch (error) {
    const fault = faultOf(error);
    log.error({ job: job.name, fault }, 'job failed');
    if (job.isShared) await endRun(pool, job.name, fault).catch(() => {});
  }
  return false;
}
