import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/foundation/settings/config.ts';
import { createVault } from '../src/foundation/vault.ts';
import { createLineWriter } from '../src/line/calls/line-writer.ts';

/**
 * The platform in its own process. With `per-call`, every call is held in one transaction and
 * settled in another, as many at once as the pool has connections: the same work without batches.
 */
const isPerCall = process.argv.includes('per-call');
/** A folder of its own: that of the working tree holds the files of another installation. */
const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
const config = { ...loadConfig(), dataDir };
const dataKey = config.dataKey?.[0];
if (!config.databaseUrl || !dataKey) throw new Error('DATABASE_URL and DATA_KEY are needed');
const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const app = await createApp({
  config,
  databaseTarget: config.databaseUrl,
  vault: createVault(dataKey),
  log: quiet,
  version: 'bench',
});
if (isPerCall) {
  // A separate writer for every call: nothing is ever batched.
  const { line } = app;
  const lone = () => createLineWriter({ ...line, timeZone: config.timeZone });
  line.holds = { ...line.holds, add: (item) => lone().holds.add(item) };
  line.settles = { ...line.settles, add: (item) => lone().settles.add(item) };
}
await app.start();
process.stdout.write(`ready ${app.publicUrl()}\n`);
process.once('SIGTERM', async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
});
