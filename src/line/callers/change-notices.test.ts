import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  createAccount,
  setAccountState,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from '../../people/accounts/queries.ts';
import {
  assignTemplate,
  createTemplate,
  deleteTemplate,
  unassignTemplate,
  updateTemplate,
} from '../../products/messages/template-queries.ts';
import { setLimits } from '../limits/queries.ts';
import {
  setAccountPrice,
  setDefaultPrice,
  setPerPart,
  unsetAccountPrice,
} from '../pricing/queries.ts';
import { createKey, revokeKey } from './key-queries.ts';

let database: TestDatabase;
let listener: pg.Client;
let words: string[] = [];
let lasts = 0;
let accountId: number;
let otherId: number;
let keyId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  listener = new pg.Client(database.target);
  await listener.connect();
  listener.on('notification', ({ payload }) => words.push(payload ?? ''));
  await listener.query('listen catalog');
});
afterAll(async () => {
  await listener.end();
  await database.drop();
});

beforeEach(async () => {
  ({ accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' }));
  ({ accountId: otherId } = await createAccount(byTest(database.pool), { name: 'Hazel' }));
  ({ keyId } = await createKey(byTest(database.pool), { accountId, mode: 'live' }));
  const templates = ['ONE', 'TWO'];
  for (const templateId of templates) {
    const template = { templateId, product: 'sms_code', text: '{code}' } as const;
    await createTemplate(byTest(database.pool), template).catch(() => {});
  }
  await assignTemplate(byTest(database.pool), {
    product: 'sms_code',
    accountId,
    templateId: 'ONE',
  });
  await setAccountPrice(byTest(database.pool), accountId, 'sms_code', 1n);
  await setLimits(byTest(database.pool), accountId, 'live', { codePerDay: 3 });
});

interface Versions {
  own: number;
  other: number;
  platform: number;
}

async function readVersions(): Promise<Versions> {
  const { rows } = await database.pool.query<Versions>(
    `select (select version from accounts where account_id = $1) as own,
       (select version from accounts where account_id = $2) as other,
       (select version from platform) as platform`,
    [accountId, otherId],
  );
  return rows[0] as Versions;
}

/** The notifications of a change, and the versions it raised. */
async function noticesOf(change: (pool: pg.Pool) => Promise<unknown>) {
  await hearAll();
  const before = await readVersions();
  words = [];
  await change(database.pool);
  await hearAll();
  const after = await readVersions();
  return {
    words: new Set(words.filter((word) => !word.startsWith('last'))),
    own: after.own > before.own,
    other: after.other > before.other,
    platform: after.platform > before.platform,
  };
}

/** Notifications arrive in commit order, so the last one comes after all others. */
async function hearAll(): Promise<void> {
  lasts += 1;
  const last = `last ${lasts}`;
  await database.pool.query(`select pg_notify('catalog', $1)`, [last]);
  while (!words.includes(last)) await sleep(5);
}

type Change = [string, (pool: pg.Pool) => Promise<unknown>];

const product = 'sms_code';

function addRoute(pool: pg.Pool, account: number | null): Promise<unknown> {
  return pool.query(
    `insert into routes (product, account_id, region, providers) values ($1, $2, 'CN', '[]')`,
    [product, account],
  );
}

const ofAccount: Change[] = [
  ['a key is made', (pool) => createKey(byTest(pool), { accountId, mode: 'test' })],
  ['a key is revoked', (pool) => revokeKey(byTest(pool), { keyId })],
  ['a key is removed', (pool) => pool.query('delete from keys where key_id = $1', [keyId])],
  ['it is suspended', (pool) => setAccountState(byTest(pool), accountId, 'suspended')],
  ['a product is off', (pool) => setProductOff(byTest(pool), accountId, ['sms_code'])],
  [
    'its list of origins',
    (pool) => setRedirectOrigins(byTest(pool), accountId, ['https://a.example']),
  ],
  ['its national check', (pool) => setNationalIdCheck(byTest(pool), accountId, true)],
  ['a price is agreed', (pool) => setAccountPrice(byTest(pool), accountId, 'sms_notice', 1n)],
  ['a price is changed', (pool) => setAccountPrice(byTest(pool), accountId, product, 2n)],
  ['a price is given up', (pool) => unsetAccountPrice(byTest(pool), accountId, product)],
  ['a limit is set', (pool) => setLimits(byTest(pool), accountId, 'test', { codePerDay: 3 })],
  ['a limit is changed', (pool) => setLimits(byTest(pool), accountId, 'live', { codePerDay: 4 })],
  [
    'a template is its own',
    (pool) => assignTemplate(byTest(pool), { product, accountId, templateId: 'TWO' }),
  ],
  ['a route is its own', (pool) => addRoute(pool, accountId)],
  ['a template is not', (pool) => unassignTemplate(byTest(pool), { product, accountId })],
];

test.each(ofAccount)(
  'of an account, %s: invalidates its cache entries and reaches the hold',
  async (_, change) => {
    expect(await noticesOf(change)).toEqual({
      words: new Set([String(accountId)]),
      own: true,
      other: false,
      platform: false,
    });
  },
);

const ofPlatform: Change[] = [
  ['a price', (pool) => setDefaultPrice(byTest(pool), product, 501n)],
  ['pricing by part', (pool) => setPerPart(byTest(pool), product, true)],
  [
    'a new template',
    (pool) => createTemplate(byTest(pool), { templateId: 'NEW', product, text: '{code}' }),
  ],
  ['the text of a template', (pool) => updateTemplate(byTest(pool), 'TWO', { text: 'x {code}' })],
  ['a template that is gone', (pool) => deleteTemplate(byTest(pool), 'NEW')],
  [
    'the template of all',
    (pool) => assignTemplate(byTest(pool), { product, accountId: null, templateId: 'TWO' }),
  ],
  ['no template for all', (pool) => unassignTemplate(byTest(pool), { product, accountId: null })],
  ['a route of all', (pool) => addRoute(pool, null)],
  ['no route of all', (pool) => pool.query('delete from routes where account_id is null')],
];

test.each(ofPlatform)('of the platform, %s: invalidates all cache entries', async (_, change) => {
  expect(await noticesOf(change)).toMatchObject({
    words: new Set(['*']),
    own: false,
    other: false,
    platform: true,
  });
});
