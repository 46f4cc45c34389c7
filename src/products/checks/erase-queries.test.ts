import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckRows, createCheckRows } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listOpenErasures, noteErasure, takeErasures } from './erase-queries.ts';

const hour = 3_600_000;
let database: TestDatabase;
let rows: CheckRows;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  rows = await createCheckRows(database.pool);
});
afterAll(() => database.drop());

const erasedAt = (ms: number) =>
  rows.check({ status: 1, ended_at: rows.at(-hour), erased_at: rows.at(ms) });

test('a vendor’s answer about one session says nothing about the others', async () => {
  const check = await erasedAt(0);
  await rows.session(check, { provider_code: 'one', erase_at: rows.now });
  await rows.session(check, { provider_code: 'two', erase_at: rows.now });
  const [session] = await takeErasures(database.pool, 9, ['two'], rows.now);
  if (!session) throw new Error('nobody is to be asked');
  await noteErasure(database.pool, session, { answer: 'erased', isErased: true }, rows.now);
  expect(await rows.readSessions(check)).toMatchObject([
    { provider_code: 'one', erased_at: rows.now, erase_at: null },
    { provider_code: 'two', erased_at: null, erase_at: rows.now, erase_answer: null },
  ]);
  await database.pool.query('truncate check_sessions');
});

test('open erasures are reported by vendor and answer, with their start, once requested', async () => {
  const asked = { provider_code: 'slow', erase_at: rows.now, erase_tries: 1, erase_answer: 'busy' };
  for (const hours of [-3, -5, -1]) await rows.session(await erasedAt(hours * hour), asked);
  const other = { ...asked, erase_answer: null };
  await rows.session(await erasedAt(-2 * hour), other);
  await rows.session(await erasedAt(-9 * hour), { ...other, erase_tries: 0 });
  expect(await listOpenErasures(database.pool)).toEqual([
    { providerCode: 'slow', answer: 'busy', count: 3, since: rows.at(-5 * hour) },
    { providerCode: 'slow', answer: 'no answer', count: 1, since: rows.at(-2 * hour) },
  ]);
});
