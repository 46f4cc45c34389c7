import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { addProvider, removeProvider } from './provider-queries.ts';
import { readRuns } from './provider-run-queries.ts';
import { createProviderRuns, type ProviderRuns } from './provider-runs.ts';

let database: TestDatabase;
const configured = {
  ...{ kind: 'sms' as const, vendorCode: 'http-sms', isOn: true, particulars: {}, costs: {} },
  sealedConfig: Buffer.of(1),
};

beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
  for (const [n, providerCode] of ['one', 'two'].entries()) {
    const callbackHash = Buffer.alloc(32, n);
    await addProvider(byTest(database.pool), { ...configured, providerCode, callbackHash });
  }
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from provider_runs'));

const log = { debug() {}, info() {}, warn: vi.fn(), error() {} };
let seconds = 0;
const at = (second: number) => new Date(Date.UTC(2026, 10, 18, 6, 0, second));
const open = () => createProviderRuns(database.pool, log, { now: () => at(++seconds) });
beforeEach(() => {
  seconds = 0;
});

/** Notes a dot as a success and any letter as a failure. */
function noteAll(runs: ProviderRuns, text: string, code = 'one'): void {
  for (const sign of text) runs.note(code, sign === '.' ? null : 'provider_unreachable');
}

test('attempts are kept in their order, with the failures since the last success', async () => {
  const runs = open();
  noteAll(runs, '..x.');
  await runs.write();
  noteAll(runs, 'xx');
  await runs.write();
  noteAll(runs, 'x');
  await runs.close();
  expect(await readRuns(database.pool)).toEqual([
    {
      ...{ providerCode: 'one', recent: '..x.xxx', failedInRow: 3, failingSince: at(2) },
      reason: 'provider_unreachable',
    },
  ]);
});

// @mutant src/vendors/providers/provider-run-queries.ts
// - + case when strpos(excluded.recent, '.') > 0 then 0 else r.failed_in_row end,
// + + r.failed_in_row,
test('a success at one server ends the failures that another counted', async () => {
  const [first, second] = [open(), open()];
  noteAll(first, 'x'.repeat(14));
  await first.write();
  noteAll(second, 'xx');
  await second.write();
  expect(await readRuns(database.pool)).toMatchObject([{ failedInRow: 16, failingSince: at(1) }]);
  noteAll(second, '.');
  await second.close();
  expect(await readRuns(database.pool)).toMatchObject([{ failedInRow: 0, failingSince: null }]);
  await first.close();
});

test('two servers that write at once lose no attempt', async () => {
  const servers = [open(), open(), open()];
  for (let turn = 0; turn < 10; turn++) {
    for (const server of servers) {
      noteAll(server, 'x', 'two');
      noteAll(server, 'x', 'one');
    }
    await Promise.all(servers.map((server) => server.write()));
  }
  const runs = await readRuns(database.pool);
  expect(runs.map(({ failedInRow, recent }) => [failedInRow, recent.length])).toEqual([
    [30, 30],
    [30, 30],
  ]);
  await Promise.all(servers.map((server) => server.close()));
});

test('the last hundred attempts are kept, and failures are counted beyond them', async () => {
  const runs = open();
  noteAll(runs, `.${'x'.repeat(150)}`);
  await runs.write();
  noteAll(runs, 'x'.repeat(150));
  await runs.close();
  const [run] = await readRuns(database.pool);
  expect([run?.recent.length, run?.failedInRow]).toEqual([100, 300]);
});

// @mutant src/vendors/providers/provider-runs.ts
// - runs = earlier;
test('what could not be written is written before what came later', async () => {
  const query = vi.spyOn(database.pool, 'query');
  query.mockImplementationOnce(() => Promise.reject(new Error('no connection')) as never);
  const runs = open();
  noteAll(runs, '.x');
  const failing = runs.write();
  noteAll(runs, 'x');
  await failing;
  expect(log.warn).toHaveBeenCalledOnce();
  await runs.close();
  query.mockRestore();
  expect(await readRuns(database.pool)).toMatchObject([{ recent: '.xx', failingSince: at(1) }]);
});

test('a provider that was removed has no state, and its code begins without a past', async () => {
  const runs = open();
  const callbackHash = Buffer.alloc(32, 9);
  await addProvider(byTest(database.pool), { ...configured, providerCode: 'gone', callbackHash });
  noteAll(runs, 'xxxxxx', 'gone');
  await runs.write();
  await removeProvider(byTest(database.pool), 'gone');
  noteAll(runs, 'x', 'gone');
  await runs.close();
  expect(await readRuns(database.pool)).toEqual([]);
});
