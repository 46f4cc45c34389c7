import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createLedgerWorld } from '../../../test/kit/ledger-table.ts';
import { largestPrice } from '../../foundation/money.ts';
import {
  listPrices,
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from './queries.ts';

let database: TestDatabase;
let pool: Pool;
let accountId: number;
let otherId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  ({ accountId } = await createLedgerWorld(pool));
  ({ accountId: otherId } = await createLedgerWorld(pool));
});
afterAll(() => database.drop());

const prices = async (account?: number) =>
  Object.fromEntries(
    (await listPrices(pool, account)).map((p) => [p.product, [p.defaultPrice, p.accountPrice]]),
  );

// @mutant src/line/pricing/queries.ts
// - delete from account_prices where account_id = $1 and product = $2
// + delete from account_prices where product = $2
// @mutant src/line/pricing/queries.ts
// - a.product = d.product and a.account_id = $1
// + a.product = d.product
test('an agreed price belongs to one account and product, until it is ended', async () => {
  const before = await prices();
  await setAccountPrice(byTest(pool), accountId, 'sms_code', 7n);
  await setAccountPrice(byTest(pool), accountId, 'sms_code', 8n);
  expect(await prices(accountId)).toEqual({ ...before, sms_code: [before.sms_code?.[0], 8n] });
  expect(await prices(otherId)).toEqual(before);
  expect(await prices()).toEqual(before);

  await expect(unsetAccountPrice(byTest(pool), otherId, 'sms_code')).rejects.toThrow(
    'no price of its own',
  );
  await expect(unsetAccountPrice(byTest(pool), accountId, 'sms_notice')).rejects.toThrow(
    'no price',
  );
  await unsetAccountPrice(byTest(pool), accountId, 'sms_code');
  expect(await prices(accountId)).toEqual(before);
});

test('the default price belongs to one product', async () => {
  const before = await prices();
  await setDefaultPrice(byTest(pool), 'sms_notice', 9n);
  expect(await prices(otherId)).toEqual({ ...before, sms_notice: [9n, null] });
});

test.each([
  ['less than nothing', -1n, 'Price must be between 0 and'],
  ['more than the largest', largestPrice + 1n, 'between 0 and 100000000.0000'],
])('a price of %s is refused, and changes nothing', async (_, price, sentence) => {
  const before = await prices(accountId);
  await expect(setDefaultPrice(byTest(pool), 'sms_code', price)).rejects.toThrow(sentence);
  await expect(setAccountPrice(byTest(pool), accountId, 'sms_code', price)).rejects.toThrow(
    sentence,
  );
  expect(await prices(accountId)).toEqual(before);
});

test.each([0n, largestPrice])('a price of %s is accepted', async (price) => {
  await setDefaultPrice(byTest(pool), 'sms_code', price);
  await setAccountPrice(byTest(pool), accountId, 'sms_code', price);
  expect((await prices(accountId)).sms_code).toEqual([price, price]);
});

test('an account that does not exist has no price', async () => {
  await expect(setAccountPrice(byTest(pool), 999_999, 'sms_code', 1n)).rejects.toThrow(
    'Account 999999 not found.',
  );
});

test('only messages can be priced by part, each product by itself, on and off', async () => {
  const perPart = async () =>
    (await listPrices(pool)).filter((p) => p.perPart).map(({ product }) => product);
  await setPerPart(byTest(pool), 'sms_notice', true);
  expect(await perPart()).toEqual(['sms_notice']);
  await setPerPart(byTest(pool), 'sms_notice', false);
  expect(await perPart()).toEqual([]);
  await expect(setPerPart(byTest(pool), 'face_verify', true)).rejects.toThrow('Only SMS products');
});
