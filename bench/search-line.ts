import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createPool } from '../src/foundation/db/connect.ts';
import {
  cpuMicrosBetween,
  type openBenchDatabase,
  readCpuTimesAtRest,
  start,
} from './bench-server.ts';
import { type Measured, runLoad } from './load.ts';

type Bench = Awaited<ReturnType<typeof openBenchDatabase>>;

export interface LineBeside {
  /** Calls per second with the projection, relative to those without, in each round. */
  ratios: number[];
  withIt: Measured[];
  withoutIt: Measured[];
  /** The longest time from a call's reply until the search found it, under load. */
  longestMs: number;
}

/**
 * The line with the projection beside the line without it, in alternating rounds within one run.
 */
export async function compareLine(
  bench: Bench,
  { turns, seconds, warmSeconds }: { turns: number; seconds: number; warmSeconds: number },
): Promise<LineBeside> {
  const server = await start('line-server.ts', bench.target);
  const asked = { url: server.url, apiKey: bench.plainKey, connections: 256 };
  const load = async (): Promise<Measured> => {
    const before = await readCpuTimesAtRest(bench.pool, server);
    const measured = await runLoad({ ...asked, seconds });
    const after = await readCpuTimesAtRest(bench.pool, server);
    return { ...measured, cpuMicros: cpuMicrosBetween(before, after) / measured.calls };
  };
  await runLoad({ ...asked, seconds: warmSeconds });
  const withIt: Measured[] = [];
  const withoutIt: Measured[] = [];
  let longestMs = 0;
  const runWithout = async () => {
    await allCopied(bench.pool);
    const resume = await suspend(bench.pool);
    withoutIt.push(await load());
    await resume();
  };
  const runWith = async () => {
    const watch = watchLag(bench.target);
    withIt.push(await load());
    longestMs = Math.max(longestMs, await watch());
  };
  for (let turn = 0; turn < turns; turn++) {
    // The two take turns to start: a server that warms up slowly would favour the second.
    for (const run of turn % 2 === 0 ? [runWithout, runWith] : [runWith, runWithout]) await run();
    for (const [name, { perSecond, cpuMicros }] of [
      ['without', withoutIt.at(-1) as Measured],
      ['with', withIt.at(-1) as Measured],
    ] as const) {
      console.error(`${name}: ${Math.round(perSecond)}/s, ${Math.round(cpuMicros ?? 0)} µs/call`);
    }
  }
  await server.stop();
  const ratios = withIt.map(
    ({ perSecond }, turn) => perSecond / (withoutIt[turn] as Measured).perSecond,
  );
  return { ratios, withIt, withoutIt, longestMs };
}

/** Stops change notes and copying until resumed: the line as it would be without a projection. */
async function suspend(pool: Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ text: string }>(
    `select pg_get_functiondef('events_note_changes'::regproc) as text`,
  );
  await pool.query(
    `create or replace function events_note_changes(
       p_account integer[], p_call uuid[], p_is_first boolean default false
     ) returns void
     language plpgsql as $$ begin end $$`,
  );
  return async () => {
    await pool.query(rows[0]?.text ?? '');
  };
}

/** Leftovers of one round must not slow the next. */
async function allCopied(pool: Pool): Promise<void> {
  const isLeft = async () => {
    const { rows } = await pool.query<{ isLeft: boolean }>(
      'select exists (select from call_changes) as "isLeft"',
    );
    return rows[0]?.isLeft;
  };
  while (await isLeft()) await sleep(100);
}

/** Polls the age of the oldest change note; the returned function reports it. */
function watchLag(target: string): () => Promise<number> {
  const pool = createPool(target, { max: 1, applicationName: 'bench' });
  let isOver = false;
  const looking = (async () => {
    let longest = 0;
    while (!isOver) {
      const { rows } = await pool.query<{ ms: number }>(
        `select coalesce(1000 * extract(epoch from clock_timestamp() - min(made_at)), 0)::integer as ms
         from call_changes`,
      );
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await sleep(100);
    }
    await pool.end();
    return longest;
  })();
  return () => {
    isOver = true;
    return looking;
  };
}
