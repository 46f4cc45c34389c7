import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type CheckFixture, createCheckFixture } from '../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { makeSecret } from '../../foundation/cell/cell-secret.ts';
import { createVault } from '../../foundation/vault.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import { openSettings } from '../../vendors/providers/provider-settings.ts';
import { writeNewProvider } from '../../vendors/providers/write-provider.ts';
import { httpSmsSimulator } from '../../vendors/simulators/http-sms.ts';
import { vendors } from '../../vendors/vendors.ts';
import { storeCell } from './cell-queries.ts';
import { readCells } from './read-cells.ts';

let folder: string;
let database: TestDatabase;
let fixture: CheckFixture;
const vault = createVault(Buffer.alloc(32, 7));

/** This is cell 3. The list has cell 5, and no cell 9. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
  const file = join(folder, 'cells.yaml');
  await writeFile(
    file,
    'api: https://api.example\ncells: {3: {url: "https://api.example/c3"}, 5: {url: "https://five.example/in"}}',
  );
  database = await createTestDatabase();
  await storeCell(database.pool, 3);
  fixture = await createCheckFixture(database.target, { vault, cells: await readCells(file) });
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const open = (path: string, init: RequestInit = {}) =>
  fetch(`${fixture.url}${path}`, { redirect: 'manual', ...init });

async function refusalOf(reply: Response) {
  const { reason, details } = (await reply.json()) as { reason: string; details?: unknown };
  return { status: reply.status, reason, details };
}

const elsewhere = (field: string) => ({
  status: 421,
  reason: 'wrong_cell',
  details: [{ field, problem: 'belongs to installation 5, at https://five.example/in' }],
});

test('links and tokens carry the number of their cell, and work there', async () => {
  const check = await fixture.ask();
  expect(check.path).toMatch(/^\/v\/3_[\w-]{32}$/);
  expect(check.authToken).toMatch(/^fv_3_[\w-]{32}$/);
  expect((await open(check.path)).status).toBe(200);
  expect(await fixture.recheck(check.authToken)).toMatchObject({ providerCode: 'sandbox' });
});

test('a browser with a link of another cell goes on to that cell', async () => {
  const link = makeSecret(5);
  for (const path of [`/v/${link}`, `/v/${link}?lang=zh-CN&a=%2F`, `/v/${link}/return?b=%20`]) {
    const reply = await open(path);
    expect(reply.status).toBe(307);
    expect(reply.headers.get('location')).toBe(`https://five.example/in${path}`);
  }
});

test('a script with a link of another cell is refused, with the address', async () => {
  const path = `/v/${makeSecret(5)}`;
  expect(await refusalOf(await open(`${path}/view`))).toEqual(elsewhere('link'));
  const posted = await open(`${path}/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{}',
  });
  expect(await refusalOf(posted)).toEqual(elsewhere('link'));
});

test('a link with the number of no cell is unknown', async () => {
  const page = await open(`/v/${makeSecret(9)}`);
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('This link is not valid');
  expect((await open(`/v/${makeSecret(9)}/view`)).status).toBe(404);
});

// @mutant src/products/checks/recheck.ts
// - requireOwnSecret(ports.cells, authToken, { field: 'authToken', unknown: 'auth_token_unknown' });
test('a token of another cell is refused, with the address', async () => {
  await expect(fixture.recheck(`fv_${makeSecret(5)}`)).rejects.toThrow(
    /"wrong_cell".*https:\/\/five\.example\/in/,
  );
  await expect(fixture.recheck(`fv_${makeSecret(9)}`)).rejects.toThrow('"auth_token_unknown"');
  await expect(fixture.recheck(`fv_${makeSecret(undefined)}`)).rejects.toThrow(
    '"auth_token_unknown"',
  );
});

test('callback URLs carry the number; one of another cell gets 421 so that the vendor retries', async () => {
  const [vendor] = vendors.filter(({ code }) => code === 'http-sms');
  if (!vendor) throw new Error('no vendor');
  const settings = httpSmsSimulator.config('http://127.0.0.1:9');
  const by = byTest(database.pool);
  await writeNewProvider(by, vault, vendor, { code: 'mine', isOn: true, settings });
  const { callbackKey } = openSettings(vault, await findProvider(database.pool, 'mine'));
  expect(callbackKey).toMatch(/^3_[\w-]{32}$/);
  const post = (key: string) => open(`/callbacks/${key}`, { method: 'POST', body: '{}' });
  expect(await refusalOf(await post(makeSecret(5)))).toEqual(elsewhere('callback URL'));
  expect((await post(makeSecret(9))).status).toBe(404);
  expect((await post(makeSecret(3))).status).toBe(404);
});
