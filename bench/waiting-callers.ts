import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad } from './load.ts';

/**
 * This many callers, each with one call, in a separate process that does not slow the measurement.
 * They arrive over some seconds, because a platform refuses what it cannot hold in time.
 */
const [url = '', apiKey = '', count = '0'] = process.argv.slice(2);
const atOnce = 200;
const everyMs = 150;
process.once('SIGTERM', () => process.exit(0));
process.stdout.write(`ready ${url}\n`);
const calls: Promise<unknown>[] = [];
for (let come = 0; come < Number(count); come += atOnce) {
  calls.push(runLoad({ url, apiKey, connections: atOnce, seconds: 0 }));
  await sleep(everyMs);
}
await Promise.all(calls);
