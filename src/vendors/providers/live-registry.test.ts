import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { makeSecret } from '../../foundation/cell/cell-secret.ts';
import { systemClock } from '../../foundation/clock.ts';
import { NoAnswer, NotSent } from '../../foundation/outbound/http-client.ts';
import { createVault } from '../../foundation/vault.ts';
import { LiveRegistry } from './live-registry.ts';
import { asPaymentVendor, type PaymentOrder, type RefundOrder } from './payment.ts';
import type { ProviderKind } from './provider.ts';
import { addProvider, changeProvider, removeProvider } from './provider-queries.ts';
import { hashCallbackKey, sealSettings } from './provider-settings.ts';
import { asMessageVendor } from './vendor.ts';
import { text } from './vendor-setting.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const vault = createVault(randomBytes(32));
const callbackKey = makeSecret(undefined);
let database: TestDatabase;
let registry: LiveRegistry;
/** What happened to each opened provider, by its URL. */
let events: string[];
let letGo: () => void;

const config = Type.Object({ address: text({ title: { en: 'Address', zh: '地址' } }) });
const vendor = asMessageVendor<typeof config>({
  ...{ kind: 'sms', code: 'line', title: { en: 'Line', zh: '线路' }, config },
  ...{ codes: {}, receiptCodes: {}, horizonHours: 1, regions: 'all', receipts: [] },
  ...{ longMessages: true, template: { form: 'text', needsCode: false, needsSignature: false } },
  open({ address }, { former }) {
    events.push(`${address} opened`);
    former?.then(() => events.push(`${address} may bind`));
    return {
      send: async () => ({ kind: 'done', providerRef: address }),
      retire() {
        events.push(`${address} retired`);
        return new Promise((resolve) => {
          letGo = resolve;
        });
      },
      close: async () => void events.push(`${address} closed`),
    };
  },
});

const till = asPaymentVendor<typeof config>({
  ...{ kind: 'payment', code: 'till', title: { en: 'Till', zh: '收银台' }, config },
  ...{ codes: {}, horizonHours: 1, currencies: 'all', methods: {} },
  open: () => ({
    begin: () => Promise.reject(new NotSent('refused')),
    refund: () => Promise.reject(new NoAnswer('reset')),
    query: async () => ({ state: 'absent' }),
    queryRefund: async () => ({ state: 'absent' }),
    close: async () => {},
    readCallback: () => ({ kind: 'refused', because: 'form', detail: '' }),
  }),
});

const seal = (address: string) => sealSettings(vault, 'mine', { address, callbackKey });

async function add(address: string): Promise<void> {
  await addProvider(byTest(database.pool), {
    ...{ providerCode: 'mine', kind: 'sms', vendorCode: 'line', isOn: true },
    sealedConfig: seal(address),
    callbackHash: hashCallbackKey(callbackKey),
    ...{ particulars: {}, costs: {} },
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

beforeEach(async () => {
  events = [];
  await database.pool.query('delete from providers');
  await add('a');
  registry = new LiveRegistry({
    ...{ pool: database.pool, vault, log: quiet, clock: systemClock, vendors: [vendor, till] },
    ...{ publicUrl: () => '', connections: 1, onReceipts: async () => {}, builtIn: [] },
  });
  await registry.reload();
});

test('changes other than settings keep a provider’s connections', async () => {
  await changeProvider(byTest(database.pool), 'mine', { isOn: false, costs: { each: '0.0300' } });
  await changeProvider(byTest(database.pool), 'mine', { sealedConfig: seal('a') });
  await registry.reload();
  expect(registry.sms.get('mine')).toMatchObject({ isOff: true, costs: { each: '0.0300' } });
  expect(events).toEqual(['a opened']);
});

test('new settings retire the old connections, and the new ones wait for that', async () => {
  await changeProvider(byTest(database.pool), 'mine', { sealedConfig: seal('b') });
  await registry.reload();
  expect(events).toEqual(['a opened', 'a retired', 'b opened']);
  letGo();
  await expect.poll(() => events.at(-1)).toBe('b may bind');
  await registry.close();
  expect(events.slice(-2).sort()).toEqual(['a closed', 'b closed']);
});

test('a provider removed and created again between two reads is a new one, even with the same version', async () => {
  await removeProvider(byTest(database.pool), 'mine');
  await add('b');
  await registry.reload();
  expect(events).toEqual(['a opened', 'a retired', 'b opened']);
});

test('an old provider is closed only when no call can be waiting for it any more', async () => {
  await changeProvider(byTest(database.pool), 'mine', { sealedConfig: seal('b') });
  await registry.reload();
  letGo();
  await sleep(100);
  expect(events).not.toContain('a closed');
  await registry.close();
});

test('a removed provider gets no calls and no callbacks', async () => {
  const hash = hashCallbackKey(callbackKey);
  expect([registry.sms.has('mine'), registry.findByCallback(hash)?.code]).toEqual([true, 'mine']);
  await removeProvider(byTest(database.pool), 'mine');
  await registry.reload();
  expect([registry.sms.has('mine'), registry.findByCallback(hash)]).toEqual([false, undefined]);
  expect(events).toEqual(['a opened', 'a retired']);
});

test('a reader that needs a certain version gets at least that', async () => {
  await changeProvider(byTest(database.pool), 'mine', { isOn: false });
  const { rows } = await database.pool.query<{ version: number }>('select version from platform');
  await registry.reach((rows[0]?.version ?? 0) - 1);
  await registry.reach(rows[0]?.version ?? 0);
  expect(registry.sms.get('mine')).toMatchObject({ isOff: true });
});

test('a request during a read gets what the next read returns', async () => {
  const { pool } = database;
  const gate = Promise.withResolvers<void>();
  const slow = {
    async query(asked: string) {
      const found = await pool.query(asked);
      read.resolve();
      await gate.promise;
      return found;
    },
  } as unknown as Pool;
  const read = Promise.withResolvers<void>();
  const slowly = new LiveRegistry({
    ...{ pool: slow, vault, log: quiet, clock: systemClock, vendors: [vendor] },
    ...{ publicUrl: () => '', connections: 1, onReceipts: async () => {}, builtIn: [] },
  });
  const first = slowly.reload();
  await read.promise;
  await changeProvider(byTest(pool), 'mine', { isOn: false });
  const second = slowly.reload();
  gate.resolve();
  await Promise.all([first, second]);
  expect(slowly.sms.get('mine')).toMatchObject({ isOff: true });
});

// @mutant src/vendors/providers/live-registry.ts
// - if (this.#next) return this.#next;
// + if (!this.#next && !this.#loading) return this.#start();
test('shares the next load among all callers that wait for it', async () => {
  const { pool } = database;
  const { rows } = await pool.query<{ version: number }>('select version from platform');
  const gate = Promise.withResolvers<void>();
  let loads = 0;
  const counting = {
    async query(asked: string) {
      loads++;
      const found = await pool.query(asked);
      await gate.promise;
      return found;
    },
  } as unknown as Pool;
  const shared = new LiveRegistry({
    ...{ pool: counting, vault, log: quiet, clock: systemClock, vendors: [vendor] },
    ...{ publicUrl: () => '', connections: 1, onReceipts: async () => {}, builtIn: [] },
  });
  const first = shared.reload();
  await expect.poll(() => loads).toBe(1);
  const callers = Array.from({ length: 200 }, () => shared.reach(rows[0]?.version ?? 0));
  gate.resolve();
  await Promise.all([first, ...callers]);
  expect(loads).toBeLessThanOrEqual(2);
});

test('a load that fails fails its callers, and the next caller loads again', async () => {
  let isAway = true;
  const failing = {
    query: (asked: string) =>
      isAway ? Promise.reject(new Error('away')) : database.pool.query(asked),
  } as unknown as Pool;
  const shared = new LiveRegistry({
    ...{ pool: failing, vault, log: quiet, clock: systemClock, vendors: [vendor] },
    ...{ publicUrl: () => '', connections: 1, onReceipts: async () => {}, builtIn: [] },
  });
  const all = [shared.reload(), shared.reload(), shared.reload()];
  for (const one of await Promise.allSettled(all)) expect(one.status).toBe('rejected');
  isAway = false;
  await shared.reload();
  expect([...shared.sms.keys()]).toEqual(['mine']);
});

test('a provider that cannot be opened serves no calls, and affects no other', async () => {
  const other = (
    providerCode: string,
    vendorCode: string,
    sealedConfig: Buffer,
    kind: ProviderKind = 'sms',
  ) =>
    addProvider(byTest(database.pool), {
      ...{ providerCode, kind, vendorCode, isOn: true, sealedConfig },
      callbackHash: hashCallbackKey(providerCode),
      ...{ particulars: {}, costs: {} },
    });
  // In the order in which they are read, before and after a valid one.
  await other('a-stranger', 'unknown', seal('x'));
  // Sealed for another provider, and copied here.
  await other('b-copied', 'line', seal('x'));
  // As an older server reads the provider of a newer one.
  await other('c-newer', 'unknown-email', seal('x'), 'email');
  await other('z-well', 'line', sealSettings(vault, 'z-well', { address: 'z', callbackKey: 'z' }));
  await registry.reload();
  expect([...registry.sms.keys()].sort()).toEqual(['mine', 'z-well']);
  expect(registry.email.size).toBe(0);
});

test('a provider of payments is opened, stays known when it is off, and a lost connection is a failure', async () => {
  await addProvider(byTest(database.pool), {
    ...{ providerCode: 'shop', kind: 'payment', vendorCode: 'till', isOn: false },
    sealedConfig: sealSettings(vault, 'shop', { address: 'z', callbackKey: 'z' }),
    callbackHash: hashCallbackKey('z'),
    ...{ particulars: {}, costs: {} },
  });
  await registry.reload();
  const shop = registry.payment.get('shop');
  expect(shop).toMatchObject({ vendorCode: 'till', isOff: true });
  const context = { signal: new AbortController().signal };
  expect(await shop?.begin({} as PaymentOrder, context)).toMatchObject({ kind: 'unavailable' });
  expect(await shop?.refund({} as RefundOrder, context)).toMatchObject({ kind: 'unknown' });
  expect(registry.findByCallback(hashCallbackKey('z'))).toBeDefined();
});
