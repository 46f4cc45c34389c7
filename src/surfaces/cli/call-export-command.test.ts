import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { thisMonth } from '../../../test/kit/this-month.ts';
import { writeNewFile } from './write-new-file.ts';

let fixture: Fixture;
let line: CommandLineFixture;
let folder: string;
beforeAll(async () => {
  fixture = await createFixture();
  line = createCommandLineFixture(fixture.database);
  folder = await mkdtemp(join(tmpdir(), 'countersign-export-'));
  const other = await fixture.newCaller();
  for (const caller of [fixture, fixture, other]) {
    await caller.call('sms_notice', { mobile: '13800000000', content: 'x' });
  }
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

test('the calls of a month, up to the last one, are written as CSV, of all accounts or of one', async () => {
  const all = join(folder, 'all.csv');
  const asked = `call export --mode test --month ${thisMonth()}`;
  expect(await line.json(`${asked} --out ${all}`)).toMatchObject({ calls: 3 });
  const lines = (await readFile(all, 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFrequestId,at,.*,provider,cost$/);
  expect(lines).toHaveLength(5);
  const one = join(folder, 'one.csv');
  const ofOne = `${asked} --account ${fixture.accountId} --out ${one}`;
  expect(await line.json(ofOne)).toMatchObject({ calls: 2 });
  await line.expectRefusal(ofOne, /exists/);
  const empty = join(folder, 'empty.csv');
  expect(await line.json(`call export --month 2020-01 --out ${empty}`)).toMatchObject({ calls: 0 });
});

test('a file has its name only when it is complete', async () => {
  const file = join(folder, 'half.csv');
  const fails = writeNewFile(file, async (handle) => {
    await handle.appendFile('half');
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^half\.csv\..+\.partial$/));
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
    throw new Error('the disk is full');
  });
  await expect(fails).rejects.toThrow('the disk is full');
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([]);
  // Another file that got the name meanwhile stays.
  const late = writeNewFile(file, () => writeFile(file, 'of another process'));
  await expect(late).rejects.toThrow('already exists');
  expect(await readFile(file, 'utf8')).toBe('of another process');
});
