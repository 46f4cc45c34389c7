import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../foundation/settings/config.ts';
import { readKnownCells } from './read-cells.ts';
import { withApiUrl } from './with-api-url.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-api-url-'));
  file = join(folder, 'cells.yaml');
  const list = 'api: https://api.example.com/\ncells: { 3: { url: https://three.example.com } }';
  await writeFile(file, list);
});
afterAll(() => rm(folder, { recursive: true }));

const apiUrlOf = async (settings: Record<string, string>) => {
  const config = loadConfig({ PUBLIC_URL: 'https://three.example.com', ...settings });
  return withApiUrl(config, await readKnownCells(config.cellsFile)).apiUrl;
};

test('the address of the API is a setting, or that of the list of cells, or neither', async () => {
  expect(await apiUrlOf({})).toBeUndefined();
  expect(await apiUrlOf({ CELLS_FILE: file })).toBe('https://api.example.com');
  const API_URL = 'https://other.example.com/';
  expect(await apiUrlOf({ CELLS_FILE: file, API_URL })).toBe('https://other.example.com');
});

test('the address of the API has another host than the pages of people, wherever it is from', async () => {
  const PERSON_URL = 'https://api.example.com:8443';
  await expect(apiUrlOf({ CELLS_FILE: file, PERSON_URL })).rejects.toThrow(
    'PERSON_URL must have another host than api in CELLS_FILE (api.example.com)',
  );
  const API_URL = 'https://api.example.com';
  await expect(apiUrlOf({ API_URL, PERSON_URL })).rejects.toThrow(
    'PERSON_URL must have another host than API_URL (api.example.com)',
  );
});
