import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { loadConfig } from '../../foundation/settings/config.ts';
import { createVault } from '../../foundation/vault.ts';
import { storeCell } from '../../installation/cells/cell-queries.ts';
import { examineCells } from './examine-cells.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

/** What doctor says after the file was edited. */
async function examineWith(text: string | undefined, publicUrl = 'https://three.example.com/') {
  const file = join(folder, 'cells.yaml');
  if (text !== undefined) await writeFile(file, text);
  const config = loadConfig({
    PUBLIC_URL: publicUrl,
    ...(text === undefined ? {} : { CELLS_FILE: file }),
  });
  const vault = createVault(Buffer.alloc(32));
  const { ok, details } = await examineCells({ pool: database.pool, vault, config });
  return [ok, details.map(({ en }) => en).join()];
}

const list = `api: https://api.example.com
cells:
  2: { url: https://two.example.com }
  3: { url: https://three.example.com }
`;

test('says what an edited list of cells means for this one', async () => {
  const says = (words: string) => expect.stringContaining(words);
  expect(await examineWith(undefined)).toEqual([true, says('CELLS_FILE is not set')]);
  expect(await examineWith(list)).toEqual([false, says('has no number. Set CELL')]);
  await storeCell(database.pool, 3);
  expect(await examineWith(list)).toEqual([true, says('Cells in the file: 2.')]);
  expect(await examineWith(list.replace('cells:', 'cells: ['))).toEqual([
    false,
    says('Servers that run keep the list that they read; the next start will fail'),
  ]);
  expect(await examineWith(list.replace('  3:', '  4:'))).toEqual([false, says('lacks cell 3')]);
  const swapped = list.replace('two', 'other').replace('three', 'two').replace('other', 'three');
  expect(await examineWith(swapped)).toEqual([
    false,
    says('at https://two.example.com, and PUBLIC_URL is https://three.example.com.'),
  ]);
});
