import type { ClientBase } from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { copyIn, copyOut, emptyTables, makePartition, setSequence } from './copy-queries.ts';

const query = vi.fn();
const client = { query } as unknown as ClientBase;
beforeEach(() => {
  query.mockReset().mockResolvedValue({ rows: [] });
});

const id = '00000000-0000-0000-0000-000000000000';
const partition = {
  name: 'calls_202601',
  parent: 'calls',
  bounds: `FOR VALUES FROM ('${id}') TO ('${id}')`,
  fillfactor: null,
};

describe('names in a file become SQL only if they are names of our schema', () => {
  const foreign = ['x"; drop table wallets; --', 'Accounts', 'public.accounts', '', 'a'.repeat(64)];
  test.each(foreign)('%j is not one', async (word) => {
    const refused = /is no name of ours/;
    const table = { table: word, columns: ['a'] };
    const columns = { table: 'accounts', columns: ['name', word] };
    for (const start of [table, columns]) {
      expect(() => copyIn(client, start)).toThrow(refused);
      expect(() => copyOut(client, start)).toThrow(refused);
    }
    await expect(makePartition(client, { ...partition, name: word })).rejects.toThrow(refused);
    await expect(makePartition(client, { ...partition, parent: word })).rejects.toThrow(refused);
    await expect(setSequence(client, { name: word, last: '1' })).rejects.toThrow(refused);
    await expect(emptyTables(client, [word])).rejects.toThrow(refused);
    expect(query).not.toHaveBeenCalled();
  });

  test.each([
    `${partition.bounds}; drop table wallets`,
    `FOR VALUES IN ('x')`,
    `FOR VALUES FROM ('${id}') TO (pg_sleep(9))`,
    'DEFAULT x',
  ])('%j are not bounds', async (bounds) => {
    const tried = makePartition(client, { ...partition, bounds });
    await expect(tried).rejects.toThrow(/are no bounds of ours/);
    expect(query).not.toHaveBeenCalled();
  });
});

test('a partition is created as it was, with the same fillfactor', async () => {
  await makePartition(client, { ...partition, fillfactor: 50 });
  expect(query.mock.lastCall?.[0]).toMatch(
    /create table if not exists "calls_202601" partition of "calls"\s+FOR VALUES .* with \(fillfactor = 50\)$/,
  );
  await makePartition(client, { ...partition, name: 'calls_other', bounds: 'DEFAULT' });
  expect(query.mock.lastCall?.[0]).toMatch(/partition of "calls"\s+DEFAULT$/);
});
