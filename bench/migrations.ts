import { createPool } from '../src/foundation/db/connect.ts';
import { migrate, planUpgrade } from '../src/foundation/db/migrate.ts';
import { quietLog } from '../src/foundation/db/quiet-log.ts';
import { installLastRelease } from '../test/kit/last-release.ts';
import { startEmbedded } from './bench-server.ts';
import { fillBooks } from './books-fill.ts';
import { readSizes } from './read-sizes.ts';
import { report } from './report.ts';
import { type HeldLock, watchLocks } from './watch-locks.ts';

/**
 * How long an upgrade from the last release keeps servers from writing, by table: a database of that release is
 * filled and migrated, and another connection watches which locks the migration holds.
 */
const isQuick = process.argv.includes('--quick');
const calls = isQuick ? 200_000 : 10_000_000;

const embedded = await startEmbedded();
const watcher = createPool(embedded.target, { max: 1, applicationName: 'bench watch' });
const upgrader = createPool(embedded.target, { max: 1, applicationName: 'bench upgrade' });
try {
  const release = await installLastRelease(upgrader);
  await fillBooks(upgrader, calls);
  const sizes = await readSizes(watcher, ['calls', 'transfers', 'events', 'call_search']);
  const { migrations } = await planUpgrade(upgrader);
  const { locks, tookMs } = await watchLocks(watcher, () => migrate(upgrader, { log: quietLog }));
  const names = migrations.map(({ name }) => name);
  const text = describe(`${release.version} (${release.migration})`, names, sizes, locks, tookMs);
  await report('MIGRATIONS', text, isQuick);
} finally {
  await watcher.end();
  await upgrader.end();
  await embedded.stop();
}

function describe(
  release: string,
  names: readonly string[],
  sizes: string,
  locks: readonly HeldLock[],
  tookMs: number,
): string {
  const rows = locks
    .toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))
    .map(({ table, mode, fromMs, toMs }) => `| ${table} | ${mode} | ${Math.ceil(toMs - fromMs)} |`);
  return [
    '# Upgrade benchmark',
    '',
    `${new Date().toISOString().slice(0, 10)}. A database of version ${release} with ${calls} calls (${sizes})`,
    `is upgraded to ${names.at(-1)} in ${Math.round(tookMs)} ms. These tables could not be written meanwhile, for so many`,
    'milliseconds; a lock of less than 3 ms can be missing.',
    '',
    '| table | lock | ms |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `Applied: ${names.join(', ')}.`,
    '',
  ].join('\n');
}
