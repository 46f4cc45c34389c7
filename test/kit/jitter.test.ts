import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

/** The output of a program with the preload, as `npm run jitter` loads it. */
function run(program: string): unknown {
  const preload = join(import.meta.dirname, 'jitter.mjs');
  const args = [`--import=${preload}`, '--input-type=module', '-e', program];
  const env = { ...process.env, JITTER_SEED: '7', DATABASE: inject('sharedDatabaseUrl') };
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env }));
}

test('ids of one moment are shuffled', () => {
  const ids = run(`
    import { randomUUIDv7 } from 'node:crypto';
    console.log(JSON.stringify(Array.from({ length: 50 }, () => randomUUIDv7())));
  `) as string[];
  expect(ids).not.toEqual(ids.toSorted());
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id))).toBe(true);
});

test('some database answers and some timers are late', () => {
  const lates = run(`
    import { setTimeout as sleep } from 'node:timers/promises';
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const client = new pg.Client(process.env.DATABASE);
    await client.connect();
    const waits = [
      () => client.query('select'),
      () => new Promise((resolve) => client.query('select', resolve)),
      () => new Promise((resolve) => setTimeout(resolve, 1)),
      () => sleep(1),
    ];
    const tookMs = async (wait) => {
      const began = performance.now();
      await wait();
      return performance.now() - began;
    };
    const lates = [];
    for (const wait of waits) {
      const took = [];
      for (let n = 0; n < 30; n++) took.push(await tookMs(wait));
      lates.push(took.filter((ms) => ms > 10).length > 0);
    }
    await client.end();
    console.log(JSON.stringify(lates));
  `);
  expect(lates).toEqual([true, true, true, true]);
});
