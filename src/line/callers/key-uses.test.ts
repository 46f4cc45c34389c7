import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { eraseKeyUses, listAddressesAt, listKeyUses, pruneKeyUses } from './key-use-queries.ts';
import { createKeyUses } from './key-uses.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from key_uses'));

const log = { debug() {}, info() {}, warn: vi.fn(), error() {} };
const one = { accountId: 1, keyId: 11 };
const other = { accountId: 1, keyId: 12 };
const open = (options = {}) => createKeyUses(database.pool, log, options);
const usesOf = async (key: typeof one) =>
  (await listKeyUses(database.pool, key, 500)).map(({ address, requests }) => [address, requests]);

test('requests are counted by key and address, over all servers', async () => {
  const [first, second] = [open(), open()];
  for (const address of ['192.0.2.1', '192.0.2.1', '2001:db8::1']) first.note(one, address);
  second.note(one, '192.0.2.1');
  second.note(other, '192.0.2.9');
  expect(await usesOf(one)).toEqual([]);
  await Promise.all([first.write(), second.write()]);
  expect((await usesOf(one)).sort()).toEqual([
    ['192.0.2.1', 3],
    ['2001:db8::1', 1],
  ]);
  expect(await usesOf(other)).toEqual([['192.0.2.9', 1]]);
  await Promise.all([first.close(), second.close()]);
  expect(await usesOf(other)).toEqual([['192.0.2.9', 1]]);
});

test('says from where a key was in use at a time', async () => {
  await database.pool.query(
    `insert into key_uses (account_id, key_id, address, requests, first_at, last_at)
     values (1, 11, '192.0.2.1', 5, '2026-01-02', '2026-01-04'),
       (1, 11, '192.0.2.2', 9, '2026-01-03T00:00:10Z', '2026-01-05'),
       (1, 11, '', 99, '2026-01-01', '2026-01-09'), (1, 12, '192.0.2.3', 7, '2026-01-01', '2026-01-09')`,
  );
  const at = (time: string) => listAddressesAt(database.pool, one, new Date(time), 4);
  expect(await at('2026-01-01T12:00:00Z')).toEqual([]);
  expect(await at('2026-01-02T12:00:00Z')).toEqual(['192.0.2.1']);
  // A use is written some seconds after its call.
  expect(await at('2026-01-03T00:00:00Z')).toEqual(['192.0.2.2', '192.0.2.1']);
  expect(await at('2026-01-06T00:00:00Z')).toEqual([]);
});

test('a server that stops writes what it counted', async () => {
  const uses = open();
  uses.note(one, '192.0.2.1');
  await uses.close();
  expect(await usesOf(one)).toEqual([['192.0.2.1', 1]]);
});

test('more addresses than fit in memory are counted without their address', async () => {
  const uses = open({ maxPairs: 2 });
  for (const end of [1, 2, 3, 4, 1]) uses.note(one, `192.0.2.${end}`);
  await uses.close();
  expect((await usesOf(one)).toSorted()).toEqual(
    [
      [null, 2],
      ['192.0.2.1', 2],
      ['192.0.2.2', 1],
    ].toSorted(),
  );
});

// @mutant src/line/callers/key-uses.ts
// - for (const use of uses) add(use);
test('counts that could not be written are written with the next ones', async () => {
  const query = vi.spyOn(database.pool, 'query');
  query.mockImplementationOnce(() => Promise.reject(new Error('no connection')) as never);
  const uses = open();
  uses.note(one, '192.0.2.1');
  await uses.write();
  expect(log.warn).toHaveBeenCalledOnce();
  uses.note(one, '192.0.2.1');
  await uses.close();
  query.mockRestore();
  expect(await usesOf(one)).toEqual([['192.0.2.1', 2]]);
});

test('the newest hundred addresses of a key are kept, for ninety days', async () => {
  const uses = open();
  for (let end = 0; end < 120; end++) uses.note(one, `192.0.2.${end}`);
  uses.note(other, '192.0.2.1');
  uses.note(other, '192.0.2.2');
  await uses.close();
  await database.pool.query(
    `update key_uses set last_at = last_at - case
       when key_id = 12 and address = '192.0.2.1' then interval '91 days'
       when key_id = 11 and split_part(address, '.', 4)::integer < 20 then interval '1 day'
       else interval '0'
     end`,
  );
  await pruneKeyUses(database.pool);
  const kept = await usesOf(one);
  expect(kept).toHaveLength(100);
  expect(kept.map(([address]) => address)).not.toContain('192.0.2.19');
  expect(await usesOf(other)).toEqual([['192.0.2.2', 1]]);
  await eraseKeyUses(byTest(database.pool), 1);
  expect([await usesOf(one), await usesOf(other)]).toEqual([[], []]);
});
