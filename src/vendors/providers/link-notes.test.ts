import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { LinkNotes } from './link-notes.ts';
import { listLinks } from './link-queries.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());
beforeEach(async () => void (await database.pool.query('delete from provider_links')));

const up = { wanted: 2, bound: 2, fault: null };
const down = { wanted: 2, bound: 1, fault: 'the bind was refused with status 13' };
const listed = async (code?: string) =>
  (await listLinks(database.pool, code)).map(({ bound, fault }) => ({ bound, fault }));

test('the last state of each process is what operators see', async () => {
  const [one, other] = [1, 2].map(() => new LinkNotes(database.pool, log, 'carrier'));
  for (const state of [up, down, up, down]) one?.note(state);
  other?.note(up);
  const both = [
    { bound: 1, fault: down.fault },
    { bound: 2, fault: null },
  ];
  await expect.poll(async () => (await listed()).length).toBe(2);
  await expect.poll(() => listed('carrier')).toEqual(expect.arrayContaining(both));
  expect(await listed('another')).toEqual([]);
  await one?.close();
  await other?.close();
  expect(await listed()).toEqual([]);
});

test('a closed provider notes nothing any more', async () => {
  const notes = new LinkNotes(database.pool, log, 'carrier');
  notes.note(up);
  await notes.close();
  notes.note(down);
  await notes.close();
  expect(await listed()).toEqual([]);
});

test('a process that ended without a word is forgotten', async () => {
  const notes = new LinkNotes(database.pool, log, 'carrier');
  notes.note(up);
  await expect.poll(async () => (await listed()).length).toBe(1);
  await database.pool.query(`update provider_links set said_at = now() - interval '16 minutes'`);
  expect(await listed()).toEqual([]);
  await notes.close();
});
