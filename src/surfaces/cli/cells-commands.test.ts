import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOwnCommandLine,
  type OwnCommandLine,
} from '../../../test/kit/command-line-fixture.ts';
import { storeCell } from '../../installation/cells/cell-queries.ts';

let fixture: OwnCommandLine;
beforeAll(async () => {
  fixture = await createOwnCommandLine();
});
afterAll(() => fixture.close());

test('prints the configuration of the proxy that was named, from the list of cells', async () => {
  const file = join(fixture.folder, 'cells.yaml');
  await writeFile(
    file,
    'api: https://api.example.com\ncells: {3: {url: "https://api.example.com/c3", servers: ["10.0.0.3:8080"]}}',
  );
  const words = {
    nginx: 'upstream countersign_3 {',
    haproxy: 'backend countersign_3',
    caddy: '(countersign_3) {',
  };
  for (const [name, word] of Object.entries(words)) {
    const { out, exitCode } = await fixture.run(`cells proxy --${name} --file ${file}`);
    expect([exitCode, out]).toEqual([0, expect.stringContaining(word)]);
    expect(await fixture.json(`cells proxy --${name} --file ${file} --json`)).toEqual({
      ...{ proxy: name, config: out.trimEnd() },
    });
  }
});

test('needs one proxy and a list of cells', async () => {
  const sentence = 'Name one proxy: --nginx, --haproxy or --caddy.';
  await fixture.expectRefusal('cells proxy', sentence);
  await fixture.expectRefusal('cells proxy --nginx --caddy', sentence);
  await fixture.expectRefusal(
    `cells proxy --nginx --file ${fixture.folder}/none.yaml`,
    /none\.yaml/,
  );
});

test('replaces the signing key of a cell, and names both', async () => {
  await fixture.expectRefusal('cell rotate-key', /This installation has no number/);
  await storeCell(fixture.pool, 3);
  const first = await fixture.json('cell rotate-key');
  expect(first).toEqual({ before: null, after: expect.stringMatching(/^[\w-]{43}$/) });
  const { out } = await fixture.run('cell rotate-key');
  expect(out).toContain(`Key ${first.after} is replaced. This cell signs with key `);
});
