import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';
import { readPdf } from '../../../test/kit/read-pdf.ts';

let fixture: OwnCommandLine;
beforeAll(async () => {
  fixture = await createOwnCommandLine();
  for (const name of ['Rowan', 'Hazel']) await fixture.run(`account create --name ${name}`);
  await fixture.run('account set --account 1 --language en');
  await fixture.run('wallet top-up --account 1 --mode live --amount 12.5 --reference INV-1');
});
afterAll(() => fixture.close());

const closures = async () => {
  // Other checks find something to do in an empty installation, so it exits with 1.
  const { checks } = JSON.parse((await fixture.run('doctor --json')).out);
  return checks.find(({ check }: { check: string }) => check === 'closures');
};

test('an account is closed with a final statement and a pay-out note, and paid out', async () => {
  const out = join(fixture.folder, 'papers');
  const closed = await fixture.json(`account close --account 1 --reason moved --out ${out}`);
  expect(closed).toMatchObject({ state: 'closed', payOut: '12.5000', owed: '0.0000' });
  const files = (await readdir(out)).sort();
  expect(files).toEqual([
    '1-payout.json',
    '1-payout.pdf',
    expect.stringMatching(/^statement-1-live-20\d\d-\d\d\.pdf$/),
  ]);
  const textOf = async (file = '') => (await readPdf(await readFile(join(out, file)))).join();
  const note = await textOf(files[1]);
  expect(note).toContain('To be paid out: 12.50 CNY');
  expect(note).toContain('Rowan (1)');
  expect(note).toContain('moved');
  expect(await textOf(files[2])).toContain('Final statement of a closed account');
  expect(JSON.parse(await readFile(join(out, '1-payout.json'), 'utf8'))).toMatchObject({
    ...{ accountId: 1, accountName: 'Rowan', payOut: '12.5000', number: '1-payout' },
  });
  const month = files[2]?.slice(-11, -4) ?? '';
  const before = Temporal.PlainYearMonth.from(month).subtract({ months: 1 });
  const closedAt = async (of: string) =>
    (await fixture.json(`wallet statement --account 1 --mode live --month ${of}`)).closedAt;
  expect(await closedAt(month)).toContain(month);
  expect(await closedAt(`${before}`)).toBeNull();
  const list = await fixture.json('account list');
  expect(list.accounts.map(({ state }: { state: string }) => state)).toEqual(['closed', 'active']);
  expect(await closures()).toMatchObject({ ok: false });
  await fixture.expectRefusal('account close --account 1 --paid-out B-77', /--amount/);
  const paid = await fixture.json('account close --account 1 --paid-out B-77 --amount 12.5');
  expect(paid).toMatchObject({ payOut: '0.0000', number: '1-payout-2' });
  expect(await closures()).toMatchObject({ ok: true });
});

test('a customer who used credit is told what is owed', async () => {
  await fixture.run('wallet credit --account 2 --mode live --amount 10');
  await fixture.run(
    'wallet adjust --account 2 --mode live --amount -3 --reason late --reference A-1',
  );
  expect(await fixture.json('account close --account 2')).toMatchObject({
    ...{ payOut: '0.0000', owed: '3.0000' },
  });
  await fixture.expectRefusal('account close --account 2 --paid-out X --amount 3', /no balance/);
  expect((await fixture.run('account reopen --account 2')).out).toContain('create new ones');
  await fixture.expectRefusal('account reopen --account 2', /not closed/);
});
