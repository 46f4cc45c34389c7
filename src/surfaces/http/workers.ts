import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../foundation/db/log.ts';
import { createEndedCounts, type ProcessMetrics } from './sum-metrics.ts';

/** From a worker: where it listens, once it does, and its answers. */
type Word = { url: string } | { metrics: ProcessMetrics } | { alive: true };

/** Several processes that serve on one port. */
export interface Workers {
  /** Resolves with the URL when all listen; fails if one cannot. */
  start(): Promise<string>;
  /** The metrics of all processes, added up. */
  metrics(): Promise<string>;
  /** Lets all finish their calls. */
  stop(graceMs: number): Promise<void>;
}

const firstPauseMs = 100;
const longestPauseMs = 30_000;
/** A worker that served for this long was no failed start: the next pause is short again. */
const provenMs = 60_000;
const answerMs = 2_000;
/** A worker that misses this many questions in a row is frozen: no call that it has would be answered in time. */
const aliveEveryMs = 5_000;
const mostMisses = 5;
/** A worker needs a moment after the grace period to close its connections. */
const closingMs = 5_000;

/**
 * Runs workers and replaces each one that ends. The first process accepts connections and hands them on in turn, so
 * those that wait survive a worker.
 */
export function createWorkers(task: object, count: number, log: Log): Workers {
  const latest = new Map<Worker, ProcessMetrics>();
  const stopping = new AbortController();
  const ended = createEndedCounts();

  function forget(worker: Worker): void {
    const counted = latest.get(worker) ?? [];
    latest.delete(worker);
    ended.add(counted);
  }

  async function runOne(): Promise<{ worker: Worker; url: string; exited: Promise<unknown> }> {
    const worker = cluster.fork();
    const exited = once(worker, 'exit');
    latest.set(worker, []);
    worker.send(task);
    const listening = wordOf(worker, 'url');
    const url = await Promise.race([listening, exited.then(() => undefined)]);
    if (url !== undefined) return { worker, url, exited };
    forget(worker);
    throw new Error('A worker could not start; the log says why.');
  }

  /** Keeps one worker running, for ever. */
  async function keepOne(first: Awaited<ReturnType<typeof runOne>>): Promise<void> {
    let pauseMs = firstPauseMs;
    let current: typeof first | undefined = first;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      if (current) {
        void killIfFrozen(current.worker, stopping.signal);
        await current.exited;
        forget(current.worker);
      }
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > provenMs) pauseMs = firstPauseMs;
      log.error(
        { worker: current?.worker.process.pid, pauseMs },
        'a worker ended; starting another',
      );
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      current = stopping.signal.aborted ? undefined : await runOne().catch(() => undefined);
    }
  }

  return {
    async start() {
      const all = await Promise.all(Array.from({ length: count }, runOne));
      for (const one of all) void keepOne(one);
      return all[0]?.url ?? '';
    },
    async metrics() {
      await Promise.all(
        [...latest.keys()].map(async (worker) => {
          const answer = await ask(worker, 'metrics');
          // One that does not answer counts as it did last.
          if (answer && latest.has(worker)) latest.set(worker, answer);
        }),
      );
      return ended.sumWith(latest);
    },
    async stop(graceMs) {
      stopping.abort();
      await endAll([...latest.keys()], graceMs);
    },
  };
}

/** Asks workers to finish their calls, and kills those that take too long. */
async function endAll(all: readonly Worker[], graceMs: number): Promise<void> {
  const workers = all.filter((worker) => !worker.isDead());
  const gone = workers.map((worker) => once(worker, 'exit'));
  for (const worker of workers) worker.process.kill('SIGTERM');
  const late = sleep(graceMs + closingMs, 'late' as const, { ref: false });
  if ((await Promise.race([Promise.all(gone), late])) === 'late') {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }
}

/** Undefined if the worker does not answer in time. */
async function ask<Kind extends 'metrics' | 'alive'>(worker: Worker, kind: Kind) {
  const answer = wordOf(worker, kind);
  worker.send(kind, () => {});
  return Promise.race([answer, sleep(answerMs, undefined, { ref: false })]);
}

/** A frozen worker keeps its connections; when it is killed, callers learn that they must try again. */
async function killIfFrozen(worker: Worker, signal: AbortSignal): Promise<void> {
  let misses = 0;
  while (misses < mostMisses) {
    await sleep(aliveEveryMs, undefined, { signal, ref: false }).catch(() => {});
    if (worker.isDead() || signal.aborted) return;
    misses = (await ask(worker, 'alive')) ? 0 : misses + 1;
  }
  worker.process.kill('SIGKILL');
}

/** The next word of this kind from a worker. */
function wordOf<Kind extends 'url' | 'metrics' | 'alive'>(worker: Worker, kind: Kind) {
  type Answer = Extract<Word, Record<Kind, unknown>>[Kind];
  return new Promise<Answer>((resolve) => {
    const hear = (word: Partial<Record<Kind, Answer>>) => {
      if (word[kind] === undefined) return;
      worker.off('message', hear);
      resolve(word[kind]);
    };
    worker.on('message', hear);
  });
}

export const isWorker = cluster.isWorker;

/** In a worker: the task that the first process gives it. */
export async function receiveTask<Task extends object>(): Promise<Task> {
  const [task] = await once(process, 'message');
  return task as Task;
}

/** In a worker: says where it listens, and answers whenever the first process asks. */
export function reportToFirst(url: string, metrics: () => Promise<ProcessMetrics>): void {
  const say = (word: Word) => process.send?.(word, undefined, undefined, () => {});
  process.on('message', (asked) => {
    if (asked === 'metrics') void metrics().then((all) => say({ metrics: all }));
    if (asked === 'alive') say({ alive: true });
  });
  say({ url });
}
