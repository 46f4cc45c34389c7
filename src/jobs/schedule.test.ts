import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
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
  schedule = createSchedule({ pool: database.pool, log, metrics }, all);
  schedule.start();
}

const runs = async () => new Map((await listRuns(database.pool)).map((run) => [run.job, run]));
const countRuns = (name: string) => ran.filter((one) => one === name).length;

async function breaks(): Promise<never> {
  await database.pool.query('select 1 / 0');
  throw new Error('not reached');
}

test('every job leaves its last run, how long it took, and where it failed', async () => {
  start({
    often: {},
    broken: { run: breaks },
    shared: { isShared: true, everyMs: 3_600_000 },
    'shared and broken': { isShared: true, everyMs: 3_600_000, run: breaks },
  });
  await expect.poll(async () => (await runs()).size).toBe(4);
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

test('a job that runs all the time is written down once a minute, and at once when it changes', async () => {
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

test('a job with more to do goes on at once', async () => {
  let left = 5;
  start({ much: { everyMs: 3_600_000, run: async () => --left > 0 } });
  await expect.poll(() => left).toBe(0);
});

test('a stop tells the runs under way, and waits for them', async () => {
  let isOver = false;
  start({
    long: {
      run: (signal) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            isOver = true;
            resolve();
          });
        }),
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await schedule?.stop();
  expect(isOver).toBe(true);
});
