import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';
import { quietLog as log } from '../../foundation/db/quiet-log.ts';
import { closeDays } from '../../money/ledger/close-days.ts';

let fixture: OwnCommandLine;
beforeAll(async () => {
  fixture = await createOwnCommandLine();
  for (const name of ['Rowan', '=Hazel', 'Idle']) {
    await fixture.run(['account', 'create', '--name', name]);
  }
  await fixture.run('wallet top-up --account 1 --mode live --amount 12.5 --reference A');
  await fixture.run('wallet top-up --account 2 --mode live --amount 2 --reference B');
  // Last month: what moved then is final when its days are closed.
  await fixture.pool.query(`update accounts set created_at = created_at - interval '50 days'`);
  await fixture.pool.query(
    `update transfers set made_at = made_at - interval '40 days' where account_id < 3`,
  );
  await fixture.pool.query(
    `update manual_entries set made_at = made_at - interval '40 days' where account_id < 3`,
  );
  await closeDays({ pool: fixture.pool, log, timeZone: 'Asia/Shanghai' }, null);
});
afterAll(() => fixture.close());

const month = () =>
  Temporal.Now.zonedDateTimeISO('Asia/Shanghai')
    .subtract({ hours: 40 * 24 })
    .toPlainDate()
    .toPlainYearMonth()
    .toString();

test('has a statement for each account with money, and an index whose totals are the ledger’s', async () => {
  const file = join(fixture.folder, 'one.tar.gz');
  const done = await fixture.json(`wallet statements --month ${month()} --out ${file}`);
  expect(done).toMatchObject({
    ...{ accounts: 2, isEqual: true, isFinal: true, toppedUp: '14.5000', closing: '14.5000' },
  });
  const out = join(fixture.folder, 'out');
  await mkdir(out);
  await promisify(execFile)('tar', ['-xzf', file, '-C', out]);
  expect((await readdir(join(out, month()))).sort()).toEqual([
    `1-live-${month()}.csv`,
    `1-live-${month()}.pdf`,
    `2-live-${month()}.csv`,
    `2-live-${month()}.pdf`,
    'index.csv',
  ]);
  const index = (await readFile(join(out, month(), 'index.csv'), 'utf8')).split('\r\n');
  // A name is user input, and does not run as a formula.
  expect(index[2]).toContain("'=Hazel");
  expect(index[3]).toBe(',total,,0.0000,14.5000,0.0000,0.0000,0.0000,14.5000,');
  const pdf = await readFile(join(out, month(), `1-live-${month()}.pdf`));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('is the same every time once the month is closed, and overwrites no file', async () => {
  const [one, again] = [join(fixture.folder, 'one.tar.gz'), join(fixture.folder, 'again.tar.gz')];
  await fixture.run(`wallet statements --month ${month()} --out ${again}`);
  expect((await readFile(again)).equals(await readFile(one))).toBe(true);
  await fixture.expectRefusal(`wallet statements --month ${month()} --out ${again}`, /exists/);
});
