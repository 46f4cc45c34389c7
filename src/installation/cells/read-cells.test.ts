import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCells } from './read-cells.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'cells.yaml');
  await writeFile(path, text);
  return readCells(path);
}

const good = `
api: https://api.example.com
cells:
  1:
    url: https://one.example.com
  3: { url: "http://10.0.0.3:8080" }
`;

test('reads the public address and the address of each cell', async () => {
  expect(await read(good)).toEqual({
    api: 'https://api.example.com',
    cells: { 1: { url: 'https://one.example.com' }, 3: { url: 'http://10.0.0.3:8080' } },
  });
});

test('addresses can end in a slash', async () => {
  const slashed = good.replaceAll('.com', '.com/').replace('8080" }', '8080//", isolated: true }');
  expect(await read(slashed)).toEqual({
    api: 'https://api.example.com',
    cells: {
      1: { url: 'https://one.example.com' },
      3: { url: 'http://10.0.0.3:8080', isolated: true },
    },
  });
});

test.each([
  ['api: [', /Flow sequence/],
  ['', /must be object/],
  [good.replace('api:', 'apis:'), /api/],
  [good.replace('  1:', '  one:'), /\/cells\/one must be a number/],
  [good.replace('  1:', '  2001:'), /\/cells\/2001 must be a number from 1 to 2000/],
  [
    good.replace('https://one.example.com', 'ftp://one.example.com'),
    /\/cells\/1\/url must be an http/,
  ],
  [good.replace('url: https', 'urls: https'), /cells\/1/],
  [
    good.replace('http://10.0.0.3:8080', 'https://one.example.com/'),
    /\/cells\/3\/url must differ from that of cell 1/,
  ],
  [`${good}unnumbered: 2`, /\/unnumbered must be one of the cells/],
  [good.replace(':8080" }', '", person: "nowhere" }'), /\/cells\/3\/person must be an http/],
  [good.replace(':8080" }', '", servers: ["10.0.0.3"] }'), /\/cells\/3\/servers\/0/],
])('rejects %j with the place of the fault', async (text, fault) => {
  await expect(read(text)).rejects.toThrow(fault);
});

test('rejects a missing file', async () => {
  await expect(readCells(join(folder, 'none.yaml'))).rejects.toThrow(/CELLS_FILE .*none\.yaml/);
});
