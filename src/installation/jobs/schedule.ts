import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { createSlots } from '../../foundation/slots.ts';
import { beginRun, type EndedRun, endRun, heartbeatRun, leaseMs } from './queries.ts';

/** A recurring job. Every job is a sweep that can be interrupted and started over. */
export interface Job {
  name: string;
  everyMs: number;
  /** Runs in only one process per interval, however many there are. */
  isShared: boolean;
  /** May take minutes: only a few of these run at once, and the others wait for them. */
  isLong?: boolean;
  /** Returns true when there is more to do at once. The signal aborts when the server stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Counts the runs for monitoring. */
interface JobMetrics {
  ran(job: string, seconds: number, isOk: boolean): void;
}

export interface Schedule {
  start(): void;
  /** Asks current runs to end, and resolves when they have. */
  stop(): Promise<void>;
}

interface SchedulePorts {
  /** For the schedule's own short statements. */
  pool: Pool;
  log: Log;
  metrics: JobMetrics;
  /** The first runs of all jobs are spread over this time. */
  spreadMs?: number;
}

/** Each holds a connection of its pool for as long as it runs. */
export const maxLongJobs = 2;

/** The last stored result of an unshared job, which may run ten times a second. */
interface Noted {
  atMs: number;
  failure: string | null;
}

const notedEveryMs = 60_000;
/** How often to look whether a shared job is due, or the process that runs it is gone. */
const pollMs = 60_000;
const retryMs = 61_000;
const usualSpreadMs = 10_000;

export function createSchedule(ports: SchedulePorts, jobs: readonly Job[]): Schedule {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const noted = new Map<string, Noted>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const longSlots = createSlots(maxLongJobs);
  const process = { ...ports, noted, signal, owner: randomUUID() };

  /** Runs a job now, or a long one when there is a slot; returns the pause before the next run. */
  function runInTurn(job: Job): Promise<number> {
    const run = () => runOnce(process, job);
    // A stop ends the wait for a slot.
    return job.isLong ? longSlots.run(run, { signal }).catch(() => job.everyMs) : run();
  }

  function plan(job: Job, delayMs: number): void {
    if (signal.aborted) return;
    const timer = setTimeout(() => {
      const run = runInTurn(job).then((pauseMs) => plan(job, Math.min(pauseMs, job.everyMs)));
      running.add(run);
      void run.finally(() => running.delete(run));
    }, delayMs);
    timers.set(job.name, timer);
  }

  return {
    start() {
      // Jobs that begin together would all want a connection together, every hour anew.
      for (const [place, job] of jobs.entries()) {
        const spreadMs = Math.min(job.everyMs, ports.spreadMs ?? usualSpreadMs);
        plan(job, (spreadMs * place) / jobs.length);
      }
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** This process, as its runs know it. */
interface Process extends SchedulePorts {
  noted: Map<string, Noted>;
  signal: AbortSignal;
  owner: string;
}

/**
 * Runs a job once and returns the longest pause before the next run. A failed job is logged and retried soon;
 * it never ends the server.
 */
async function runOnce(process: Process, job: Job): Promise<number> {
  const { pool, log, metrics, owner } = process;
  const startedAtMs = performance.now();
  let isMore = false;
  let failure: string | null = null;
  try {
    if (job.isShared && !(await beginRun(pool, job.name, job.everyMs, owner))) return pollMs;
    isMore = (await runAlive(process, job)) === true && !job.isShared;
  } catch (error) {
    failure = faultOf(error);
    log.error({ job: job.name, fault: failure }, 'job failed');
  }
  const durationMs = performance.now() - startedAtMs;
  metrics.ran(job.name, durationMs / 1_000, failure === null);
  await noteEnd(process, job, { durationMs, failure, claimedBy: job.isShared ? owner : null });
  if (isMore) return 0;
  if (failure !== null) return retryMs;
  return job.isShared ? pollMs : job.everyMs;
}

/** Runs a job; a shared one with a heartbeat, so that other processes know that this one still runs it. */
async function runAlive({ pool, owner, signal }: Process, job: Job): Promise<unknown> {
  if (!job.isShared) return job.run(signal);
  const beat = setInterval(() => {
    // The database is unavailable, which the job itself reports.
    heartbeatRun(pool, job.name, owner).catch(() => {});
  }, leaseMs / 4);
  try {
    return await job.run(signal);
  } finally {
    clearInterval(beat);
  }
}

/**
 * Stores the end of a run, of an unshared job only now and then. If a shared run's end cannot be stored, the
 * run counts as lost, and is claimed again when its heartbeat is old.
 */
async function noteEnd({ pool, noted }: Process, job: Job, end: EndedRun): Promise<void> {
  const { failure } = end;
  if (!job.isShared && !isWorthNoting(noted.get(job.name), failure)) return;
  noted.set(job.name, { atMs: performance.now(), failure });
  await endRun(pool, job.name, end).catch(() => {
    // The database is unavailable, which every job reports by itself; the next run is stored instead.
    noted.delete(job.name);
  });
}

/** At most once a minute, but at once when the job starts to fail, fails differently, or recovers. */
function isWorthNoting(last: Noted | undefined, failure: string | null): boolean {
  if (!last || last.failure !== failure) return true;
  return performance.now() - last.atMs >= notedEveryMs;
}
