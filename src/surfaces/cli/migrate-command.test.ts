import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { installLastRelease, type Release } from '../../../test/kit/last-release.ts';
import { createClient } from '../../foundation/db/connect.ts';

let database: TestDatabase;
let cli: CommandLineFixture;
let release: Release;

beforeAll(async () => {
  database = await createTestDatabase({ isBare: true });
  cli = createCommandLineFixture(database);
  release = await installLastRelease(database.pool);
});
afterAll(() => database.drop());

test('lists what the next start applies and locks, and changes nothing', async () => {
  const server = createClient(database.target, 'countersign listen catalog');
  await server.connect();
  const { out, exitCode } = await cli.run('migrate --plan');
  await server.end();
  expect(out).toMatch(/^The database has 0036_\w+\. The next server of this version that starts /);
  expect(out).toMatch(/^0037_late_charges +no +transfers for a moment$/m);
  expect(out).toMatch(/^0038_provider_turns +no +nothing$/m);
  expect(out).toMatch(/^1 server uses the database now and can go on\.$/m);
  expect(exitCode).toBe(0);
  const { migrations, database: last, replacesFunctions } = await cli.json('migrate --plan');
  expect(migrations[0]).toMatchObject({ name: '0037_late_charges', isBreaking: false });
  expect({ last, replacesFunctions }).toEqual({ last: release.migration, replacesFunctions: true });
});

test('says that there is nothing to do', async () => {
  const current = await createTestDatabase();
  const { out } = await createCommandLineFixture(current).run('migrate --plan');
  expect(out).toMatch(/^The database has \d{4}_\w+\. There is nothing to migrate\.\n$/);
  await current.drop();
});

test('asks for --plan: only a server migrates', async () => {
  await cli.expectRefusal('migrate', /--plan/, 2);
});
