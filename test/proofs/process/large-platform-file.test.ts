import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVault } from '../../../src/installation/data-keys/bind-keys.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type Ran, runCommand } from '../../kit/server-process.ts';

const templateCount = 10_000;
const dataKey = Buffer.alloc(32, 'k');
let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-platform-'));
  database = await createTestDatabase({ max: 4 });
  await openVault(database.pool, [dataKey]);
}, longTimeoutMs);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file with so many templates, whose texts differ by the word. */
function write(word: string, more = ''): string {
  const path = join(folder, `${word}.yaml`);
  const rows = Array.from(
    { length: templateCount },
    (_, at) => `  T${at}: { product: sms_notice, text: "${word} ${at}: hello {name}" }`,
  );
  writeFileSync(
    path,
    `platform: 1
assignments: { sms_code: { default: C }, sms_notice: { default: T0 } }
templates:
  C: { product: sms_code, text: "Code {code}" }
${rows.join('\n')}
${more}`,
  );
  return path;
}

/** Runs a command with so little memory that a copy for each template would not fit. */
async function run(verb: 'plan' | 'apply', path: string, ...options: string[]): Promise<Ran> {
  const started = performance.now();
  const ran = await runCommand(['platform', verb, path, ...options], {
    ...{ DATABASE_URL: database.target, DATA_KEY: dataKey.toString('hex') },
    ...{ DATA_DIR: join(folder, 'data'), NODE_OPTIONS: '--max-old-space-size=256' },
  });
  const seconds = (performance.now() - started) / 1_000;
  console.info(`${verb} of ${templateCount} templates: ${seconds.toFixed(1)} s`);
  return ran;
}

async function countTemplates(word: string): Promise<number> {
  const { rows } = await database.pool.query(
    `select count(*)::integer as count from templates where text like $1 || ' %'`,
    [word],
  );
  return rows[0].count;
}

test('a file with 10,000 templates is planned and applied, all of it or nothing', {
  timeout: longTimeoutMs,
}, async () => {
  const path = write('first');
  const planned = await run('plan', path);
  expect([planned.code, planned.stderr]).toEqual([4, '']);
  expect(planned.stdout).toContain('+ Add template T9999\n');
  const sum = /Plan (\w+): 10001 additions, 2 changes, \d+ removals\.\n$/;
  expect(planned.stdout.slice(-100)).toMatch(sum);
  const [, hash = ''] = sum.exec(planned.stdout) ?? [];

  // What is refused last takes everything back.
  const routes = 'routes: { sms_notice: { default: [{ code: nobody }] } }\n';
  const refused = await run('apply', write('refused', routes), '--allow-removal');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('nobody')]);
  expect(await countTemplates('refused')).toBe(0);

  const applied = await run('apply', path, '--allow-removal', '--plan-hash', hash);
  expect([applied.code, applied.stderr]).toEqual([0, '']);
  expect(await countTemplates('first')).toBe(templateCount);

  // A file that was edited after its plan was read has another plan.
  const second = write('second');
  const stale = await run('apply', second, '--plan-hash', hash);
  expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining('The plan has changed')]);
  expect(await countTemplates('second')).toBe(0);
  const changed = await run('apply', second);
  expect([changed.code, changed.stderr]).toEqual([0, '']);
  expect(await countTemplates('second')).toBe(templateCount);
});
