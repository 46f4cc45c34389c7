import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { calledProducts, type Mode } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { setOperator } from '../../people/accounts/operator-queries.ts';
import {
  createAccount,
  setAccountState,
  setNationalIdCheck,
  setProductOff,
  setRedirectOrigins,
} from '../../people/accounts/queries.ts';
import { assignTemplate, createTemplate } from '../../products/messages/template-queries.ts';
import { setLimits } from '../limits/queries.ts';
import { setAccountPrice } from '../pricing/queries.ts';
import { hashApiKey } from './api-key.ts';
import { createKey, type NewKey, revokeKey } from './key-queries.ts';
import type { Principal } from './principal.ts';
import { loadPrincipal, loadPrincipalOfKey } from './principal-queries.ts';

let database: TestDatabase;
let accountId: number;
let otherId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('delete from routes');
});
afterAll(() => database.drop());

beforeEach(async () => {
  ({ accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' }));
  ({ accountId: otherId } = await createAccount(byTest(database.pool), { name: 'Hazel' }));
});

/** The principal of a new key of the account. */
async function readNew(mode: Mode, key: Partial<NewKey> = {}): Promise<Principal> {
  const { apiKey } = await createKey(byTest(database.pool), { accountId, mode, ...key });
  return (await loadPrincipal(database.pool, hashApiKey(apiKey))) as Principal;
}

// @mutant src/line/callers/principal-queries.ts
// - row.mode === 'test' ? sandboxRoutes : (row.routes ?? [])
// + row.routes ?? []
test('a test key uses only the sandbox, and a live key the routes of its account and the default ones', async () => {
  const route = (account: number | null, region: string | null, code: string) =>
    database.pool.query(
      `insert into routes (product, account_id, region, providers) values ('sms_code', $1, $2, $3)`,
      [account, region, JSON.stringify([{ code }])],
    );
  await route(null, null, 'all');
  await route(null, 'CN', 'all in CN');
  await route(otherId, null, 'other');
  await route(accountId, null, 'own');
  await route(accountId, 'CN', 'own in CN');
  const { routes: live } = await readNew('live');
  const { routes: rehearsed } = await readNew('test');
  await database.pool.query('delete from routes');
  const codesOf = ({ providers }: { providers: readonly { code: string }[] }) =>
    providers.map(({ code }) => code).join();
  expect(live.map(codesOf)).toEqual(['own in CN', 'own', 'all in CN', 'all']);
  expect(rehearsed.map(({ product }) => product).sort()).toEqual([...calledProducts].sort());
  expect(rehearsed.map(codesOf)).toEqual(calledProducts.map(() => 'sandbox'));
});

test('a test key may manage webhooks, and a live key only if that was granted', async () => {
  expect((await readNew('test')).scopes).toEqual([...calledProducts, 'webhooks', 'payments']);
  expect((await readNew('live')).scopes).toEqual(calledProducts);
  expect((await readNew('live', { scopes: ['webhooks'] })).scopes).toEqual(['webhooks']);
});

test('a key has its account’s suspension and disabled products, and no other account’s', async () => {
  await setAccountState(byTest(database.pool), otherId, 'suspended');
  await setProductOff(byTest(database.pool), otherId, ['sms_code']);
  const { isSuspended, products: terms } = await readNew('live');
  expect([isSuspended, terms.sms_code.isOn]).toEqual([false, true]);
  await setAccountState(byTest(database.pool), accountId, 'suspended');
  await setProductOff(byTest(database.pool), accountId, ['sms_notice']);
  const changed = await readNew('live');
  expect(changed.isSuspended).toBe(true);
  const { face_verify, sms_code, sms_notice } = changed.products;
  expect([face_verify.isOn, sms_code.isOn, sms_notice.isOn]).toEqual([true, true, false]);
});

test('redirect origins and the ID check come from the account, and the operator is known', async () => {
  const { pool } = database;
  expect(await readNew('live')).toMatchObject({
    ...{ redirectOrigins: null, nationalIdCheck: null, isOperatorNamed: false },
  });
  await setRedirectOrigins(byTest(pool), accountId, ['https://a.example']);
  await setNationalIdCheck(byTest(pool), accountId, false);
  await setOperator(byTest(pool), {
    ...{ nameEn: 'Harbour', nameZh: '海港', contact: 'a@harbour.example' },
    privacyUrl: 'https://harbour.example/p',
  });
  expect(await readNew('live')).toMatchObject({
    ...{ redirectOrigins: ['https://a.example'], nationalIdCheck: false, isOperatorNamed: true },
  });
  await pool.query(`update products set is_on = false where product = 'sms_notice'`);
  const { sms_code, sms_notice } = (await readNew('live')).products;
  await pool.query('update products set is_on = true');
  expect([sms_code.isOn, sms_notice.isOn]).toEqual([true, false]);
});

// @mutant src/line/callers/principal-queries.ts
// - where k.account_id = $1 and k.key_id = $2`
// + where k.key_id = $2 and $1::integer is not null`
test('the key of an account is read like a caller’s key, and for no other account', async () => {
  const { keyId } = await createKey(byTest(database.pool), { accountId, mode: 'live' });
  const read = (of: number) => loadPrincipalOfKey(database.pool, of, keyId);
  expect(await read(accountId)).toMatchObject({ accountId, keyId, mode: 'live' });
  expect(await read(otherId)).toBeUndefined();
});

test('limits belong to the key’s account and mode', async () => {
  await setLimits(byTest(database.pool), otherId, 'live', { codePerDay: 9 });
  const all = {
    ...{ perNumber: true, codePerMinute: 4, codePerHour: 5, codePerDay: 6, noticePerDay: 7 },
    ...{ regions: ['CN', 'SG'], spendCapDay: 2n ** 60n },
  };
  await setLimits(byTest(database.pool), accountId, 'live', all);
  await setLimits(byTest(database.pool), accountId, 'test', { codePerDay: 3 });
  expect((await readNew('live')).limits).toEqual(all);
  expect((await readNew('test')).limits).toMatchObject({ codePerDay: 3, spendCapDay: null });
});

test('an account’s own price and template take precedence, and apply to it alone', async () => {
  const { pool } = database;
  const templateId = 'ROWAN';
  await createTemplate(byTest(pool), { templateId, product: 'sms_code', text: 'Rowan: {code}' });
  await assignTemplate(byTest(pool), { product: 'sms_code', accountId, templateId });
  await setAccountPrice(byTest(pool), accountId, 'sms_code', 501n);
  const { sms_code, sms_notice } = (await readNew('live')).products;
  expect(sms_code.templates.en?.templateId).toBe(templateId);
  expect(sms_code.templates.zh?.templateId).toBe(templateId);
  expect(sms_code.price).toMatchObject({ defaultPrice: 500n, accountPrice: 501n });
  expect(sms_notice.price).toMatchObject({ defaultPrice: 500n, accountPrice: null });
  const others = (await readNew('live', { accountId: otherId })).products.sms_code;
  expect(others.templates.en?.templateId).toBe('CODE_DEFAULT');
  expect(others.price.accountPrice).toBeNull();
});

test('an account’s template precedes the platform’s of a language, and its own of a language precedes both', async () => {
  const { pool } = database;
  const assign = async (templateId: string, owner: number | null, language: Language | null) => {
    await createTemplate(byTest(pool), { templateId, product: 'sms_notice', text: '{content}' });
    const key = { product: 'sms_notice', accountId: owner, language } as const;
    await assignTemplate(byTest(pool), { ...key, templateId });
  };
  const read = async () => {
    const { en, zh } = (await readNew('live')).products.sms_notice.templates;
    return [en?.templateId, zh?.templateId];
  };
  await assign('ALL_ZH', null, 'zh');
  expect(await read()).toEqual(['NOTICE_DEFAULT', 'ALL_ZH']);
  await assign('OWN', accountId, null);
  expect(await read()).toEqual(['OWN', 'OWN']);
  await assign('OWN_ZH', accountId, 'zh');
  expect(await read()).toEqual(['OWN', 'OWN_ZH']);
});

test('expiry, revocation, rate and cap of a key are read with it', async () => {
  expect(await readNew('live')).toMatchObject({
    expiresAtMs: Number.POSITIVE_INFINITY,
    isRevoked: false,
    perSecond: null,
    keyCap: null,
    addresses: null,
  });
  const expiresAt = new Date('2031-01-02T03:04:05.678Z');
  const key = { expiresAt, perSecond: 4, spendCapDay: 70n };
  const { apiKey, keyId } = await createKey(byTest(database.pool), {
    accountId,
    mode: 'live',
    ...key,
  });
  await revokeKey(byTest(database.pool), { keyId });
  expect(await loadPrincipal(database.pool, hashApiKey(apiKey))).toMatchObject({
    keyId,
    expiresAtMs: expiresAt.getTime(),
    isRevoked: true,
    perSecond: 4,
    keyCap: 70n,
  });
});

describe('an IP allowlist', () => {
  test('holds IPv4 and IPv6 networks and addresses, and nothing around them', async () => {
    const { addresses } = await readNew('live', {
      addresses: ['192.0.2.7', '10.1.2.3/16', '2001:db8::5', '2001:db8:1::/48'],
    });
    const isIn = (address: string) =>
      addresses?.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    const inside = ['192.0.2.7', '10.1.0.0', '10.1.255.255', '2001:db8::5', '2001:db8:1:ff::9'];
    const outside = ['192.0.2.6', '192.0.2.8', '10.2.0.0', '2001:db8::6', '2001:db8:2::1'];
    expect(inside.map(isIn)).toEqual(inside.map(() => true));
    expect(outside.map(isIn)).toEqual(outside.map(() => false));
  });
});
