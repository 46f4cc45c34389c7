import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listRuns } from './queries.ts';
import { createSchedule, type Job, type Schedule } from './schedule.ts';

let database: TestDatabase;
let schedule: Schedule | undefined;
let ran: string[];
let failed: object[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await schedule?.stop();
  await database.pool.query('truncate job_runs');
});

function start(jobs: Record<string, Partial<Job>>): void {
  ran = [];
  failed = [];
  const quiet = () => {};
  const log = { debug: quiet, info: quiet, warn: quiet, error: (o: object) => void failed.push(o) };
  const metrics = {
    ran: (job: string, _seconds: number, isOk: boolean) =>
      void ran.push(`${job} ${isOk ? 'ok' : 'failed'}`),
  };
  const all = Object.entries(jobs).map(([name, job]) => ({
    name,
    everyMs: 10,
    isShared: false,
    run: async () => false,
    ...job,
  }));
  schedule = createSchedule({ pool: database.pool, log, metrics, spreadMs: 0 }, all);
  schedule.start();
}

const runs = async () => new Map((await listRuns(database.pool)).map((run) => [run.job, run]));
const countRuns = (name: string) => ran.filter((one) => one === name).length;

async function breaks(): Promise<never> {
  await database.pool.query('select 1 / 0');
  throw new Error('not reached');
}

test('every job records its last run, its duration and its failure', async () => {
  start({
    often: {},
    broken: { run: breaks },
    shared: { isShared: true, everyMs: 3_600_000 },
    'shared and broken': { isShared: true, everyMs: 3_600_000, run: breaks },
  });
  // A shared job has a row from its start.
  const isOver = ({ endedAt, failedAt }: { endedAt: Date | null; failedAt: Date | null }) =>
    endedAt !== null || failedAt !== null;
  await expect.poll(async () => [...(await runs()).values()].filter(isOver).length).toBe(4);
  await expect.poll(() => countRuns('broken failed')).toBeGreaterThan(3);
  const fault = expect.stringMatching(/^SQLSTATE 22012/);
  const well = { failure: null, failedAt: null, endedAt: expect.any(Date) };
  const ill = { failure: fault, failedAt: expect.any(Date), endedAt: null };
  const all = await runs();
  for (const run of all.values()) {
    expect(run).toMatchObject({ startedAt: expect.any(Date), durationMs: expect.any(Number) });
  }
  expect(all.get('often')).toMatchObject(well);
  expect(all.get('shared')).toMatchObject(well);
  expect(all.get('broken')).toMatchObject(ill);
  expect(all.get('shared and broken')).toMatchObject(ill);
  expect(failed[0]).toMatchObject({ fault });
});

test('a continuous job is recorded once a minute, and at once when its state changes', async () => {
  let isBroken = false;
  start({ often: { run: () => (isBroken ? breaks() : Promise.resolve()) } });
  await expect.poll(() => countRuns('often ok')).toBeGreaterThan(20);
  const first = (await runs()).get('often')?.endedAt;
  await expect.poll(() => countRuns('often ok')).toBeGreaterThan(40);
  expect((await runs()).get('often')?.endedAt).toEqual(first);

  isBroken = true;
  await expect.poll(async () => (await runs()).get('often')?.failure).toBeTruthy();
  isBroken = false;
  await expect
    .poll(async () => (await runs()).get('often')?.endedAt?.getTime())
    .toBeGreaterThan(first?.getTime() ?? 0);
});

test('a job with more to do continues at once', async () => {
  let left = 5;
  start({ much: { everyMs: 3_600_000, run: async () => --left > 0 } });
  await expect.poll(() => left).toBe(0);
});

test('a stop signals the runs under way and waits for them', async () => {
  const stopped = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  start({
    long: {
      run: (given) => {
        signal = given;
        given.addEventListener('abort', () => stopped.resolve());
        return stopped.promise;
      },
    },
  });
  await expect.poll(() => signal).toBeDefined();
  const stopping = schedule?.stop();
  const isAborted = signal?.aborted;
  stopped.resolve();
  await stopping;
  expect(isAborted).toBe(true);
});

describe('long jobs', () => {
  test('run two at a time; the others wait for them, and short ones do not', async () => {
    const ends = new Map<string, () => void>();
    const hold = (name: string) => () =>
      new Promise<void>((resolve) => {
        ends.set(name, resolve);
      });
    const long = (name: string) => ({ isLong: true, everyMs: 3_600_000, run: hold(name) });
    start({ audit: long('audit'), closing: long('closing'), prune: long('prune'), short: {} });
    await expect.poll(() => countRuns('short ok')).toBeGreaterThan(2);
    expect([...ends.keys()]).toEqual(['audit', 'closing']);
    ends.get('audit')?.();
    await expect.poll(() => [...ends.keys()]).toEqual(['audit', 'closing', 'prune']);
    for (const end of ends.values()) end();
  });

  test('that wait for a slot do not keep a stop waiting', async () => {
    const over = Promise.withResolvers<void>();
    const run = vi.fn(() => over.promise);
    const long = { isLong: true, everyMs: 3_600_000, run };
    start({ one: long, two: long, three: long });
    await expect.poll(() => run.mock.calls.length).toBe(2);
    const stopping = schedule?.stop();
    over.resolve();
    await stopping;
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('a shared run', () => {
  const week = 7 * 24 * 3_600_000;
  const ageHeartbeat = () =>
    database.pool.query(`update job_runs set beat_at = beat_at - interval '61 seconds',
      started_at = started_at - interval '61 seconds'`);

  test('whose end cannot be stored is claimed again when its heartbeat is old', async () => {
    const { pool } = database;
    let isAway = false;
    const flaky = {
      query: (...asked: Parameters<Pool['query']>) =>
        isAway ? Promise.reject(new Error('away')) : pool.query(...asked),
    } as unknown as Pool;
    const quiet = () => {};
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const run = vi.fn(async () => {
      isAway = run.mock.calls.length === 1;
    });
    const job = { name: 'audit', everyMs: week, isShared: true, run };
    const first = createSchedule({ pool: flaky, log, metrics: { ran: quiet } }, [job]);
    first.start();
    await expect.poll(() => run.mock.calls.length).toBe(1);
    await first.stop();
    isAway = false;
    expect((await runs()).get('audit')).toMatchObject({ endedAt: null, isLost: false });
    await ageHeartbeat();
    expect((await runs()).get('audit')).toMatchObject({ endedAt: null, isLost: true });
    schedule = createSchedule({ pool, log, metrics: { ran: quiet } }, [job]);
    schedule.start();
    await expect.poll(async () => (await runs()).get('audit')?.endedAt).toBeInstanceOf(Date);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('on schedule', () => {
  const second = 1_000;
  const hour = 3_600 * second;
  /** Whether a shared run is granted, and what the database answers. */
  let isGranted: boolean;
  let isAway: boolean;
  /** The recorded runs, each with its failure. */
  let noted: (string | null)[];
  /** How many heartbeats there were. */
  let beats: number;
  /** The duration of each run in seconds. */
  let took: number[];

  beforeEach(() => {
    vi.useFakeTimers();
    isGranted = true;
    isAway = false;
    noted = [];
    beats = 0;
    took = [];
    ran = [];
  });
  afterEach(() => vi.useRealTimers());

  function startAlone(job: Partial<Job>): Schedule {
    const query = async (text: string, values: unknown[]) => {
      if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      if (text.startsWith('update')) beats += 1;
      else if (text.includes('jobs_end_run')) noted.push(values[2] as string | null);
      return { rowCount: isGranted ? 1 : 0 };
    };
    const quiet = () => {};
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const metrics = {
      ran(_: string, seconds: number, isOk: boolean) {
        ran.push(String(isOk));
        took.push(Math.round(seconds));
      },
    };
    const whole = { name: 'job', everyMs: second, isShared: false, run: async () => {}, ...job };
    const alone = createSchedule({ pool: { query } as unknown as Pool, log, metrics }, [whole]);
    alone.start();
    return alone;
  }

  test('a job repeats until it is stopped', async () => {
    let runs = 0;
    const alone = startAlone({
      run: async () => {
        runs += 1;
      },
    });
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(runs).toBe(11);
    await alone.stop();
    await vi.advanceTimersByTimeAsync(hour);
    expect(runs).toBe(11);
  });

  test.each([
    ['often', 10, 10],
    ['rarely', 24 * hour, 61 * second],
  ])(
    'a job that runs %s and failed runs again after at most %i ms',
    async (_, everyMs, pauseMs) => {
      let runs = 0;
      const alone = startAlone({
        everyMs,
        run: async () => {
          runs += 1;
          if (runs === 1) throw new Error('once');
        },
      });
      await vi.advanceTimersByTimeAsync(0);
      expect(ran).toEqual(['false']);
      await vi.advanceTimersByTimeAsync(pauseMs);
      expect(ran).toEqual(['false', 'true']);
      expect(noted).toEqual(['Error', null]);
      await alone.stop();
    },
  );

  test('a job that throws synchronously runs again too', async () => {
    const run = () => {
      throw new Error('at once');
    };
    const alone = startAlone({ run });
    await vi.advanceTimersByTimeAsync(3 * second);
    expect(ran).toHaveLength(4);
    await alone.stop();
  });

  test('a shared job that another process runs is skipped here and looked at again', async () => {
    isGranted = false;
    const run = vi.fn(async () => {});
    const alone = startAlone({ isShared: true, everyMs: 24 * hour, run });
    await vi.advanceTimersByTimeAsync(59 * 60 * second);
    expect([run.mock.calls.length, ran, noted]).toEqual([0, [], []]);
    isGranted = true;
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(run).toHaveBeenCalledTimes(1);
    await alone.stop();
  });

  test('a shared job beats while it runs, often enough to be taken for alive', async () => {
    const over = Promise.withResolvers<void>();
    const alone = startAlone({ isShared: true, everyMs: hour, run: () => over.promise });
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(beats).toBe(4);
    over.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(noted).toEqual([null]);
    await alone.stop();
    await vi.advanceTimersByTimeAsync(hour);
    expect(beats).toBe(4);
  });

  test('jobs begin one after another over ten seconds, or over their own interval if it is shorter', async () => {
    const began: [string, number][] = [];
    const quiet = () => {};
    const startedAt = Date.now();
    const jobs = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      everyMs: name === 'b' ? second : hour,
      isShared: false,
      run: async () => {
        if (began.every(([one]) => one !== name)) began.push([name, Date.now() - startedAt]);
      },
    }));
    const pool = { query: async () => ({ rowCount: 1 }) } as unknown as Pool;
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const all = createSchedule({ pool, log, metrics: { ran: quiet } }, jobs);
    all.start();
    await vi.advanceTimersByTimeAsync(10 * second);
    expect(began).toEqual([
      ['a', 0],
      ['b', 250],
      ['c', 5_000],
      ['d', 7_500],
    ]);
    await all.stop();
  });

  test('a shared job with more to do waits for its next turn, possibly in another process', async () => {
    const run = vi.fn(async () => true);
    const alone = startAlone({ isShared: true, run });
    await vi.advanceTimersByTimeAsync(900);
    expect(run).toHaveBeenCalledTimes(1);
    await alone.stop();
  });

  test('an unavailable database ends no job', async () => {
    isAway = true;
    const alone = startAlone({ isShared: true });
    const other = startAlone({});
    await vi.advanceTimersByTimeAsync(5 * second);
    const before = ran.length;
    isAway = false;
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(ran.slice(before)).toEqual(['true', 'true', 'true', 'true']);
    expect(noted.length).toBeGreaterThan(1);
    await Promise.all([alone.stop(), other.stop()]);
  });

  test('a stop waits for a run that ignores the signal, and starts no other', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const run = vi.fn(() => promise);
    const alone = startAlone({ run });
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopping = alone.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(hour);
    expect(isStopped).toBe(false);
    resolve(true);
    await stopping;
    await vi.advanceTimersByTimeAsync(hour);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('runs of a job never overlap', async () => {
    let running = 0;
    let peak = 0;
    const alone = startAlone({
      everyMs: 10,
      run: async () => {
        running += 1;
        peak = Math.max(peak, running);
        await new Promise((resolve) => setTimeout(resolve, second));
        running -= 1;
      },
    });
    await vi.advanceTimersByTimeAsync(5 * second);
    expect([peak, ran.length]).toEqual([1, 4]);
    expect(took).toEqual([1, 1, 1, 1]);
    const stopping = alone.stop();
    await vi.advanceTimersByTimeAsync(second);
    await stopping;
  });
});
