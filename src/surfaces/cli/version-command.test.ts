import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWords } from '../../../test/kit/run-words.ts';

const migrations = join(import.meta.dirname, '../../foundation/db/migrations');
const newest = readdirSync(migrations).sort().at(-1)?.slice(0, 4);

test('names version, commit, Node and schema without an installation', async () => {
  const said = JSON.parse(await runWords('version', '--json'));
  expect(said).toEqual({
    version: '1.2.3',
    commit: expect.stringMatching(/^[0-9a-f]{12}(-dirty)?$/),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    schema: { migration: newest, functions: expect.any(Number) },
  });
  const text = await runWords('version');
  expect(text).toMatch(new RegExp(`^Version {4}1\\.2\\.3\nCommit .*\nSchema {5}${newest}\n`, 's'));
});
