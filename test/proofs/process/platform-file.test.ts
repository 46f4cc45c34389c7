import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeCell } from '../../../src/installation/cells/cell-queries.ts';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { countBlocked } from '../../kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { launch, runCommand } from '../../kit/server-process.ts';

const cellCount = 20;
const dataKey = Buffer.alloc(32, 'k');
let folder: string;
let cells: TestDatabase[];
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-platform-'));
  cells = [];
  for (let at = 0; at < cellCount; at++) {
    const database = await createTestDatabase({ max: 2 });
    await openVault(database.pool, [dataKey]);
    await storeCell(database.pool, at + 1);
    cells.push(database);
  }
  env = {
    DATA_DIR: join(folder, 'data'),
    DATA_KEY: dataKey.toString('hex'),
    YP_APIKEY: 'first-key-0123456789abcdef012345',
    ...Object.fromEntries(cells.map(({ target }, at) => [`CELL_${at + 1}`, target])),
  };
  const rows = cells.map((_, at) => {
    const cell = at + 1;
    return `  ${cell}: { url: https://api.example/c${cell}, database: { env: CELL_${cell} } }`;
  });
  writeFileSync(
    join(folder, 'cells.yaml'),
    `api: https://api.example\ncells:\n${rows.join('\n')}\n`,
  );
  writeFileSync(
    join(folder, 'platform.yaml'),
    `platform: 1
limits: { live: { codePerMinute: 3 } }
products: { sms_code: { price: "0.0660" } }
providers: { yp: { vendor: yunpian, settings: { apikey: { env: YP_APIKEY } } } }
routes: { sms_code: { default: [{ code: yp }] } }
`,
  );
}, longTimeoutMs);
afterAll(async () => {
  for (const database of cells) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const words = (verb: string, ...rest: string[]) => [
  'platform',
  verb,
  join(folder, 'platform.yaml'),
  ...rest,
];
const command = (verb: string, given = env) =>
  runCommand(words(verb, '--cells', join(folder, 'cells.yaml'), '--json'), given);

/** The version, the price and the number of providers of a cell. */
async function stateOf({ pool }: TestDatabase) {
  const { rows } = await pool.query(
    `select (select max(version) from platform_versions) as version,
       (select unit_price from products where product = 'sms_code') as price,
       (select count(*)::integer from providers) as providers`,
  );
  return rows[0];
}

test('an apply that is killed in its middle has changed nothing', {
  timeout: longTimeoutMs,
}, async () => {
  const [first] = cells as [TestDatabase];
  const before = await stateOf(first);
  const blocker = await first.pool.connect();
  // Routes come last, so the price and the provider are already written when it waits here.
  await blocker.query('begin; lock table routes in share mode');
  const { child } = launch(words('apply'), { ...env, DATABASE_URL: first.target });
  await expect.poll(() => countBlocked(first.pool), { timeout: 60_000 }).toBe(1);
  child.kill('SIGKILL');
  await blocker.query('rollback');
  blocker.release();
  await expect.poll(() => countBlocked(first.pool)).toBe(0);
  expect(await stateOf(first)).toEqual(before);
  expect(before).toMatchObject({ version: null, providers: 0 });
});

test('plans over 20 cells within 10 s, and applies cell by cell', {
  timeout: longTimeoutMs,
}, async () => {
  const started = performance.now();
  const planned = await command('plan');
  const seconds = (performance.now() - started) / 1_000;
  console.info(`plan over ${cellCount} cells: ${seconds.toFixed(1)} s`);
  expect(planned).toMatchObject({ code: 4, stderr: '' });
  expect(JSON.parse(planned.stdout).cells).toHaveLength(cellCount);
  // Other proofs may share the processor: three times the figure that an idle machine keeps.
  expect(seconds).toBeLessThan(30);

  // The database of the third cell is away: the first two follow the file, and it says so.
  const away = {
    ...env,
    CELL_3: (env.CELL_3 as string).replace(/\/test_[^?]*/, '/no_such_database'),
  };
  const stopped = await command('apply', away);
  expect(stopped.code).toBe(1);
  const { applied, failed, left } = JSON.parse(stopped.stdout);
  expect(applied.map(({ cell }: { cell: number }) => cell)).toEqual([1, 2]);
  expect(failed).toMatchObject({ cell: 3, fault: expect.stringContaining('no_such_database') });
  expect(left).toHaveLength(cellCount - 3);
  expect(stopped.stdout + stopped.stderr).not.toContain('first-key');

  const rest = await command('apply');
  expect(rest.code).toBe(0);
  const same = JSON.parse(rest.stdout).applied.filter(({ isSame }: { isSame: boolean }) => isSame);
  expect(same).toHaveLength(2);
  for (const cell of cells) {
    expect(await stateOf(cell)).toEqual({ version: 1, price: 660n, providers: 1 });
  }
  expect(await command('plan')).toMatchObject({ code: 0 });
});
