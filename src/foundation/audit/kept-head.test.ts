import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createVault } from '../vault.ts';
import { readHead } from './entry-queries.ts';
import { adoptHead, type KeptHead, keepHead, readKeptHead, sealHead } from './kept-head.ts';
import { verifyAgainstKept } from './verify-entries.ts';

let database: TestDatabase;
let dataDir: string;
const vault = createVault(randomBytes(32));
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-head-'));
  vi.clearAllMocks();
  for (const price of [1, 2, 3]) await setPrice(price);
  return () => rm(dataDir, { recursive: true });
});

let changes = 0;
const setPrice = (price: number) =>
  byTest(database.pool).query(`update products set unit_price = $1 where product = 'sms_code'`, [
    ++changes * 10 + price,
  ]);
const keep = () => keepHead({ pool: database.pool, vault, log, dataDir });
const verify = () => verifyAgainstKept({ pool: database.pool, vault, dataDir });
/** As the program's own role can: without triggers, and without being a superuser. */
const cut = async (entries: number) => {
  const { pool } = database;
  await pool.query('alter table audit_entries disable trigger user');
  await pool.query(
    `delete from audit_entries where entry_id > (select max(entry_id) - $1 from audit_entries)`,
    [entries],
  );
  await pool.query('alter table audit_entries enable trigger user');
};

// @mutant src/foundation/audit/kept-head.ts
// - if (!kept || (await findHash(pool, kept.entryId)) === kept.hash) return
// + if (!kept || kept.hash !== '') return
test('entries that are cut off at the end show, also after more were written', async () => {
  await keep();
  expect(await verify()).toMatchObject({ ok: true, against: { keptAt: expect.any(String) } });
  await cut(3);
  const fault = { en: expect.stringContaining('the end was cut off') };
  expect(await verify()).toMatchObject({ ok: false, fault });
  for (const price of [4, 5, 6, 7]) await setPrice(price);
  await keep();
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('cut off'));
  expect(await verify()).toMatchObject({ ok: false, fault });
});

test('the head is kept and logged as the log grows', async () => {
  await keep();
  const first = await readKeptHead(dataDir, vault);
  await keep();
  expect(log.info).toHaveBeenCalledTimes(1);
  await setPrice(8);
  await keep();
  expect(log.info).toHaveBeenCalledTimes(2);
  expect(await readKeptHead(dataDir, vault)).not.toEqual(first);
  expect((await verify()).against).toEqual(log.info.mock.calls[1]?.[0]);
});

test('a head that another key sealed is a fault, and is not replaced', async () => {
  const other = createVault(randomBytes(32));
  await keepHead({ pool: database.pool, vault: other, log, dataDir });
  await keep();
  expect(log.error).toHaveBeenCalled();
  expect(await verify()).toMatchObject({ ok: false, against: null });
  await writeFile(join(dataDir, 'audit.head'), 'anything');
  expect(await verify()).toMatchObject({ ok: false, against: null });
});

test('without a kept head, verify says that it compared with none', async () => {
  expect(await verify()).toMatchObject({ ok: true, against: null });
});

describe('after a restore', () => {
  const adopt = (restored: { sealed: string | null; madeAt: string }, key = true) =>
    adoptHead(database.pool, dataDir, { vault: key ? vault : undefined, restored });
  const backup = async () => {
    const madeAt = new Date().toISOString();
    const head = { ...(await readHead(database.pool)), keptAt: madeAt } as KeptHead;
    return { head, restored: { sealed: sealHead(vault, head), madeAt } };
  };
  const later = new Date(Date.now() + 60_000).toISOString();
  const earlier = new Date(Date.now() - 60_000).toISOString();
  const keepAt = async (keptAt: string) => {
    const head = { ...(await readHead(database.pool)), keptAt } as KeptHead;
    await writeFile(join(dataDir, 'audit.head'), sealHead(vault, head));
    return head;
  };

  test('the log is compared with the head of the backup', async () => {
    const { head, restored } = await backup();
    expect(await adopt(restored, false)).toEqual({});
    expect(await verify()).toMatchObject({ ok: true, against: head });
    await cut(1);
    expect(await verify()).toMatchObject({ ok: false, against: head });
  });

  test('a head that was kept after the backup was made is given up and returned', async () => {
    const { head, restored } = await backup();
    await setPrice(9);
    const newer = await keepAt(later);
    await cut(1);
    expect(await verify()).toMatchObject({
      ok: false,
      fault: { en: expect.stringContaining('an older backup was restored') },
    });
    expect(await adopt(restored)).toEqual({ givenUp: newer });
    expect(await verify()).toMatchObject({ ok: true, against: head });
  });

  test('a backup without a head leaves none that its log cannot contain', async () => {
    const newer = await keepAt(later);
    await cut(1);
    expect(await adopt({ sealed: null, madeAt: new Date().toISOString() })).toEqual({
      givenUp: newer,
    });
    expect(await verify()).toMatchObject({ ok: true, against: null });
  });

  // @mutant src/foundation/audit/kept-head.ts
  // - if (kept && kept.keptAt < madeAt) return { missing: kept };
  test('a head that was kept before the backup was made stays, if entries were cut off', async () => {
    const older = await keepAt(earlier);
    await cut(1);
    const { restored } = await backup();
    expect(await adopt(restored)).toEqual({ missing: older });
    expect(await verify()).toMatchObject({ ok: false, against: older });
  });

  test('a kept head that the log contains stays, as does one that no key can open yet', async () => {
    const kept = await keepAt(earlier);
    await setPrice(9);
    const { restored } = await backup();
    expect(await adopt(restored)).toEqual({});
    expect(await adopt(restored, false)).toEqual({});
    expect(await readKeptHead(dataDir, vault)).toEqual(kept);
  });
});
