import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createKey, revokeKey } from '../../line/callers/key-queries.ts';
import { createAccount, setAccountState } from '../../people/accounts/queries.ts';
import { addProvider, changeProvider } from '../../vendors/providers/provider-queries.ts';
import { setRoute } from '../../vendors/providers/route-queries.ts';
import {
  listLiveUses,
  listUnserved,
  readHarmfulSettings,
  readPartitionFacts,
  readUnsafeCommits,
} from './doctor-queries.ts';

let database: TestDatabase;
let pool: Pool;
let accountId: number;
let keyId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.pool;
  for (const providerCode of ['mine', 'other']) {
    await addProvider(byTest(pool), {
      providerCode,
      kind: 'sms',
      vendorCode: 'http-sms',
      isOn: true,
      sealedConfig: Buffer.from('sealed'),
      callbackHash: Buffer.from(providerCode),
      particulars: {},
      costs: {},
    });
  }
});
afterAll(() => database.drop());

beforeEach(async () => {
  await pool.query('delete from routes');
  await pool.query('delete from keys');
  await pool.query('update products set is_on = true');
  for (const code of ['mine', 'other']) await changeProvider(byTest(pool), code, { isOn: true });
  ({ accountId } = await createAccount(byTest(pool), { name: 'Rowan' }));
  ({ keyId } = await createKey(byTest(pool), { accountId, mode: 'live', scopes: ['sms_code'] }));
});

const ofEveryone = { product: 'sms_code', accountId: null, region: null } as const;
const routeTo = (codes: string[], account: number | null = null, region: string | null = null) =>
  setRoute(
    byTest(pool),
    { ...ofEveryone, accountId: account, region },
    codes.map((code) => ({ code })),
  );
const unserved = async () =>
  (await listUnserved(pool)).map(
    ({ product, isSandbox, accounts }) => `${product} ${accounts}${isSandbox ? ' sandbox' : ''}`,
  );

describe('live calls without a provider', () => {
  test('are those without a route, or without an enabled provider on it', async () => {
    expect(await unserved()).toEqual(['sms_code 1']);
    await routeTo(['mine', 'other']);
    expect(await unserved()).toEqual([]);
    await changeProvider(byTest(pool), 'mine', { isOn: false });
    expect(await unserved()).toEqual([]);
    await changeProvider(byTest(pool), 'other', { isOn: false });
    expect(await unserved()).toEqual(['sms_code 1']);
  });

  test('are those that go to the sandbox only', async () => {
    await routeTo(['sandbox'], accountId);
    expect(await unserved()).toEqual(['sms_code 1 sandbox']);
    await routeTo(['sandbox', 'mine'], accountId);
    expect(await unserved()).toEqual([]);
  });

  test('are judged by the account’s own route, if it has one', async () => {
    await changeProvider(byTest(pool), 'other', { isOn: false });
    await routeTo(['mine']);
    await routeTo(['other'], accountId);
    expect(await unserved()).toEqual(['sms_code 1']);
    const { accountId: second } = await createAccount(byTest(pool), { name: 'Hazel' });
    await createKey(byTest(pool), {
      accountId: second,
      mode: 'live',
      scopes: ['sms_code', 'sms_notice', 'webhooks'],
    });
    expect(await unserved()).toEqual(['sms_code 1', 'sms_notice 1']);
  });

  test('are judged by the route for all regions, and not by that for one', async () => {
    await changeProvider(byTest(pool), 'other', { isOn: false });
    await routeTo(['mine'], null, 'GB');
    await routeTo(['other']);
    expect(await unserved()).toEqual(['sms_code 1']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['its key is revoked', () => revokeKey(byTest(pool), { keyId })],
    ['its key has expired', () => pool.query(`update keys set expires_at = now()`)],
    ['its key is for tests', () => pool.query(`update keys set mode = 'test'`)],
    ['the account is suspended', () => setAccountState(byTest(pool), accountId, 'suspended')],
    ['the product is off', () => pool.query('update products set is_on = false')],
  ])('are none if %s', async (_, change) => {
    expect(await listLiveUses(pool)).toEqual([{ accountId, product: 'sms_code' }]);
    await change();
    expect(await unserved()).toEqual([]);
    expect(await listLiveUses(pool)).toEqual([]);
  });
});

test('harmful settings are reported with the problem, and no others', async () => {
  expect(await readHarmfulSettings(pool)).toEqual([]);
  const client = await pool.connect();
  try {
    await client.query(`set default_transaction_isolation = 'serializable'`);
    await client.query(`set log_statement = 'mod'`);
    await client.query(`set idle_session_timeout = '1h'`);
    const found = await readHarmfulSettings(client as unknown as Pool);
    expect(found.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'default_transaction_isolation serializable',
      'idle_session_timeout 1h',
      'log_statement mod',
    ]);
    await client.query('reset all; set log_min_duration_statement = 100');
    await client.query('set log_parameter_max_length = -1');
    const slow = () => readHarmfulSettings(client as unknown as Pool);
    expect(await slow()).toMatchObject([{ name: 'log_min_duration_statement', value: '100ms' }]);
    // Statements without their values reveal nothing.
    await client.query('set log_parameter_max_length = 0');
    expect(await slow()).toEqual([]);
  } finally {
    client.release(true);
  }
});

test('commits that a failover would lose are reported', async () => {
  const client = await pool.connect();
  try {
    const found = async () =>
      (await readUnsafeCommits(client as unknown as Pool)).map(({ name, value }) => [name, value]);
    const alone = ['synchronous_standby_names', `''`];
    // The tests' own server has no standby.
    expect(await found()).toEqual([alone]);
    await client.query(`set synchronous_commit = 'remote_apply'`);
    expect(await found()).toEqual([alone]);
    await client.query(`set synchronous_commit = 'local'`);
    expect(await found()).toEqual([['synchronous_commit', 'local'], alone]);
  } finally {
    client.release(true);
  }
});

test('months without a partition, and rows outside every month, are reported by table', async () => {
  expect(await readPartitionFacts(pool)).toEqual({ missing: [], spare: [] });
  const { rows } = await pool.query<{ name: string }>(
    `select 'events' || to_char((now() at time zone 'UTC') + interval '1 month', '_YYYYMM') as name`,
  );
  await pool.query(`drop table ${rows[0]?.name}`);
  await pool.query(
    `insert into message_contents (content_id, sealed)
     values ('00000000-0000-7000-8000-000000000000', 'x')`,
  );
  expect(await readPartitionFacts(pool)).toEqual({
    missing: ['events'],
    spare: ['message_contents'],
  });
});
