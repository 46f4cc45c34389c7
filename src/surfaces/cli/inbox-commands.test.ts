import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  fixture = createCommandLineFixture(database);
  await fixture.run('account create --name Rowan');
  await fixture.run('account create --name Alder');
});
afterAll(() => database.drop());

const chaos = (words = '', account = 1) => fixture.json(`inbox chaos --account ${account}${words}`);
const calm = { delayMs: 0, fail: 0, timeOut: 0, lose: 0, duplicate: 0, reorder: 0 };

test('the sandbox of one account misbehaves as set, and the rest stays as it was', async () => {
  expect(await chaos()).toEqual(calm);
  const first = { ...calm, fail: 10, delayMs: 200 };
  expect(await chaos(' --fail 10 --delay-ms 200')).toEqual(first);
  const all = { ...first, timeOut: 20, lose: 30, duplicate: 40, reorder: 50 };
  expect(await chaos(' --time-out 20 --lose 30 --duplicate 40 --reorder 50')).toEqual(all);
  expect(await chaos(' --fail 0')).toEqual({ ...all, fail: 0 });
  expect(await chaos()).toEqual({ ...all, fail: 0 });
  expect(await chaos('', 2)).toEqual(calm);
  expect(await chaos(' --calm --lose 5')).toEqual({ ...calm, lose: 5 });
  expect(await chaos(' --calm')).toEqual(calm);
});

test('showing it changes nothing, and is not audited', async () => {
  await chaos();
  const { entries } = await fixture.json('audit list --action inbox.chaos --account 2');
  expect(entries).toEqual([]);
  await fixture.expectRefusal('inbox chaos --account 99', 'Account 99 not found.');
});
