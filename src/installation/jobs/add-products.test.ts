import { afterEach, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { FirstTerms, Product } from '../../foundation/contract/products.ts';
import { createClient } from '../../foundation/db/connect.ts';
import { createKey } from '../../line/callers/key-queries.ts';
import { loadPrincipalOfKey } from '../../line/callers/principal-queries.ts';
import { listProducts } from '../../line/pricing/queries.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { chineseTemplates } from '../../products/messages/chinese-templates.ts';
import { deleteTemplate, listTemplates } from '../../products/messages/template-queries.ts';
import { addProducts, addProductsAtStart } from './add-products.ts';

/** A product that only a later version knows. */
const later = 'voice_code' as Product;
const terms: FirstTerms = { unitPrice: 700n, template: { templateId: 'VOICE', text: '{code}' } };
const once = { added: [[later, terms]] as const, looks: 1 };

let database: TestDatabase;
let accountId: number;
let testKey: number;
let liveKey: number;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ accountId } = await createAccount(byTest(database.pool), { name: 'A' }));
  ({ keyId: testKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' }));
  ({ keyId: liveKey } = await createKey(byTest(database.pool), { accountId, mode: 'live' }));
});
afterEach(() => database.drop());

async function readRows() {
  const { rows } = await database.pool.query(
    `select
       (select unit_price::integer from products where product = $1) as price,
       (select text from templates where product = $1) as text,
       (select count(*)::integer from template_assignments where product = $1) as assigned,
       (select count(*)::integer from price_history where product = $1) as history,
       array(select key_id from keys where $1 = any (scopes)) as keys`,
    [later],
  );
  return rows[0];
}

// @mutant src/installation/jobs/add-products.ts
// - if (!(await areOlderServersGone(pool, looks))) return [];
// + //
test('adds a new product once, when the last server of an older version has stopped', async () => {
  const { pool, target } = database;
  const older = createClient(target, 'countersign listen catalog');
  await older.connect();
  expect(await addProducts(pool, once)).toEqual([]);
  expect(await readRows()).toMatchObject({ price: null, text: null, keys: [] });
  await older.end();

  await expect.poll(() => addProducts(pool, once)).toEqual([later]);
  const added = { price: 700, text: '{code}', assigned: 1, history: 1, keys: [testKey] };
  expect(await readRows()).toEqual(added);
  await pool.query('delete from template_assignments where product = $1', [later]);
  expect(await addProducts(pool, once)).toEqual([]);
  expect(await readRows()).toEqual({ ...added, assigned: 0 });
});

test('a new platform has Chinese templates, and its accounts use the English ones until one is assigned', async () => {
  const { pool } = database;
  const stored = await listTemplates(pool);
  for (const { templateId, text } of chineseTemplates) {
    const found = stored.find((one) => one.templateId === templateId);
    expect(found).toMatchObject({ text, variables: ['code'], assignments: [] });
  }
  const caller = await loadPrincipalOfKey(pool, accountId, testKey);
  expect(caller?.products.sms_code?.templates.zh?.templateId).toBe('CODE_DEFAULT');
});

test('a platform with accounts gets no template back that an operator deleted', async () => {
  const { pool } = database;
  await deleteTemplate(byTest(pool), 'CODE_ZH');
  await addProductsAtStart(pool);
  expect((await listTemplates(pool)).map(({ templateId }) => templateId)).not.toContain('CODE_ZH');
});

test('several servers add a product together, and one of them does', async () => {
  const all = await Promise.all([1, 2, 3].map(() => addProducts(database.pool, once)));
  expect(all.flat()).toEqual([later]);
});

test('a server that does not know a product leaves its rows alone', async () => {
  const { pool } = database;
  await addProducts(pool, once);
  const before = await listProducts(pool);
  expect(before.map(({ product }) => product)).not.toContain(later);
  expect((await listTemplates(pool)).map(({ product }) => product)).not.toContain(later);
  for (const keyId of [testKey, liveKey]) {
    const caller = await loadPrincipalOfKey(pool, accountId, keyId);
    expect(caller?.scopes).not.toContain(later);
    expect(Object.keys(caller?.products ?? {})).not.toContain(later);
  }
});

// @mutant src/line/callers/principal-queries.ts
// - const notYet = { unitPrice: '0', accountPrice: null, perPart: false, isOn: false };
// + const notYet = { unitPrice: '0', accountPrice: null, perPart: false, isOn: true };
test('a product that the platform does not have yet is off', async () => {
  const { pool } = database;
  await pool.query(
    `delete from template_assignments where product = 'sms_notice';
     delete from templates where product = 'sms_notice';
     delete from price_history where product = 'sms_notice';
     delete from products where product = 'sms_notice'`,
  );
  const caller = await loadPrincipalOfKey(pool, accountId, testKey);
  expect(caller?.products.sms_notice.isOn).toBe(false);
  expect(caller?.products.sms_code.isOn).toBe(true);
});
