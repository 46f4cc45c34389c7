import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { systemClock } from '../clock.ts';
import { createVault } from '../vault.ts';
import { LiveRegistry } from './live-registry.ts';
import { addProvider, changeProvider, removeProvider } from './provider-queries.ts';
import { hashCallbackKey, makeCallbackKey, sealSettings } from './provider-settings.ts';
import { text } from './setting.ts';
import { asSmsVendor } from './vendor.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const vault = createVault(randomBytes(32));
const callbackKey = makeCallbackKey();
let database: TestDatabase;
let registry: LiveRegistry;
/** What happened to what was opened, by the address that it was opened with. */
let told: string[];
let letGo: () => void;

const config = Type.Object({ address: text({ title: { en: 'Address', zh: '地址' } }) });
const vendor = asSmsVendor<typeof config>({
  ...{ kind: 'sms', code: 'line', title: { en: 'Line', zh: '线路' }, config },
  ...{ codes: {}, receiptCodes: {}, horizonHours: 1, regions: 'all', receipts: [] },
  ...{ longMessages: true, template: { form: 'text', needsCode: false, needsSignature: false } },
  open({ address }, { former }) {
    told.push(`${address} opened`);
    former?.then(() => told.push(`${address} may bind`));
    return {
      send: async () => ({ kind: 'done', providerRef: address }),
      retire() {
        told.push(`${address} retired`);
        return new Promise((resolve) => {
          letGo = resolve;
        });
      },
      close: async () => void told.push(`${address} closed`),
    };
  },
});

const seal = (address: string) => sealSettings(vault, 'mine', { address, callbackKey });

async function add(address: string): Promise<void> {
  await addProvider(database.pool, {
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
  told = [];
  await database.pool.query('delete from providers');
  await add('a');
  registry = new LiveRegistry({
    ...{ pool: database.pool, vault, log: quiet, clock: systemClock, vendors: [vendor] },
    ...{ publicUrl: () => '', connections: 1, onReceipts: async () => {}, builtIn: [] },
  });
  await registry.reload();
});

test('what changes besides the settings leaves the connections of a provider as they are', async () => {
  await changeProvider(database.pool, 'mine', { isOn: false, costs: { each: '0.0300' } });
  await changeProvider(database.pool, 'mine', { sealedConfig: seal('a') });
  await registry.reload();
  expect(registry.sms.get('mine')).toMatchObject({ isOff: true, costs: { each: '0.0300' } });
  expect(told).toEqual(['a opened']);
});

test('new settings retire what was, and what comes after it waits for that', async () => {
  await changeProvider(database.pool, 'mine', { sealedConfig: seal('b') });
  await registry.reload();
  expect(told).toEqual(['a opened', 'a retired', 'b opened']);
  letGo();
  await expect.poll(() => told.at(-1)).toBe('b may bind');
  await registry.close();
  expect(told.slice(-2).sort()).toEqual(['a closed', 'b closed']);
});

test('one that was removed and made anew between two looks is another, although its version is the same', async () => {
  await removeProvider(database.pool, 'mine');
  await add('b');
  await registry.reload();
  expect(told).toEqual(['a opened', 'a retired', 'b opened']);
});
