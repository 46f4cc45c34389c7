import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/database.ts';
import { wholePlatform } from '../../../foundation/contract/scope.ts';
import { findReference } from './queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into checks (
       account_id, check_id, mode, token_hash, link_hash, provider_code, created_at, expires_at
     )
     select 1, gen_random_uuid(), 'live', int4send(n), int4send(n), 'north', now(), now()
     from generate_series(1, 20000) n`,
  );
  await database.pool.query('vacuum analyze checks');
});
afterAll(() => database.drop());

test('a check is found by the end of its id without reading all of them', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select check_id as id from checks order by token_hash limit 1',
  );
  const id = rows[0]?.id as string;
  const found = await findReference(database.pool, wholePlatform, id.slice(-8));
  expect(found).toMatchObject([{ requestId: id, accountId: 1, product: 'face_verify' }]);
  let pages = 0;
  const query = async (text: string, values: unknown[]) => {
    const explained = await database.pool.query(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const { Plan: plan } = explained.rows[0]['QUERY PLAN'][0];
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return { rows: [] };
  };
  await findReference({ query } as never, wholePlatform, id.slice(-8));
  // They are on hundreds of pages.
  expect(pages).toBeLessThan(50);
});
