import { createApp } from '../src/app.ts';
import { holdBatch } from '../src/calls/hold-calls.ts';
import { settleBatch } from '../src/calls/settle-calls.ts';
import { loadConfig } from '../src/config.ts';
import type { BatchWriter } from '../src/db/batch-writer.ts';

/**
 * The platform in a process of its own. With `per-call` every call is held in a transaction of its own
 * and settled in another, as many at once as the pool has connections: the same work, not batched.
 */
const isPerCall = process.argv.includes('per-call');
const config = loadConfig();
if (!config.databaseUrl || !config.dataKey) throw new Error('DATABASE_URL and DATA_KEY are needed');
const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const app = await createApp({
  config,
  databaseTarget: config.databaseUrl,
  dataKey: config.dataKey,
  log: quiet,
  version: 'bench',
});
if (isPerCall) {
  const { line, pool } = app;
  line.holds = oneByOne(async (item) => {
    const [result] = await holdBatch(pool, line.clock, config.timeZone, [item]);
    return result as NonNullable<typeof result>;
  });
  line.settles = oneByOne(async (item) => {
    const [result] = await settleBatch(pool, line.clock, [item]);
    return result as NonNullable<typeof result>;
  });
}
await app.start();
process.stdout.write(`ready ${app.publicUrl()}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));

function oneByOne<Item, Result>(add: (item: Item) => Promise<Result>): BatchWriter<Item, Result> {
  return { add, pending: 0, drained: async () => {} };
}
