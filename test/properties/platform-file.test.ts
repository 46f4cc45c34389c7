import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { stringify } from 'yaml';
import { inChange } from '../../src/foundation/audit/change-queries.ts';
import { createVault } from '../../src/foundation/vault.ts';
import { applyPlatform } from '../../src/installation/platform/apply-platform.ts';
import { exportPlatform } from '../../src/installation/platform/export-platform.ts';
import { planPlatform } from '../../src/installation/platform/plan-platform.ts';
import { readWanted } from '../../src/installation/platform/wanted-platform.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import { createTestDatabase } from '../kit/database.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'platform-property-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 10_000).toFixed(4));
const codes = ['yp', 'yp-2', '0th'] as const;
/** Texts that YAML could take for something else. */
const word = fc.oneof(
  fc.constantFrom(
    'yes',
    'null',
    '012',
    '1e3',
    '- a',
    '#x',
    ': y',
    '"',
    "it's",
    '汉字 {{',
    '~',
    '0x1f',
  ),
  fc.stringMatching(/^[A-Za-z0-9 .:#&*!|>'"%@-]{1,20}$/),
);
const provider = fc.record({
  vendor: fc.constant('yunpian'),
  isOn: fc.boolean(),
  settings: fc.record(
    {
      apikey: fc.constant({ env: 'PROPERTY_KEY' }),
      endpoint: fc.constant('https://us.yunpian.com'),
    },
    { requiredKeys: ['apikey'] },
  ),
  costs: fc.record({ each: price, regions: fc.dictionary(fc.constantFrom('CN', 'NO'), price) }),
});
const stops = fc
  .uniqueArray(fc.constantFrom(...codes), { minLength: 1 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((code) => fc.integer({ min: 0, max: 9 }).map((weight) => ({ code, weight }))),
    ),
  );
const file = fc.record({
  platform: fc.constant(1),
  limits: fc.record({ live: fc.record({ codePerDay: fc.integer({ min: 1, max: 1_000 }) }) }),
  products: fc.record({
    sms_code: fc.record({ price, perPart: fc.boolean(), isOn: fc.boolean() }),
  }),
  plans: fc.record({ face_verify: fc.record({ '2098-01-01T00:00:00Z': price }) }),
  providers: fc.record({
    ...Object.fromEntries(codes.map((code) => [code, provider])),
    shop: fc.constant({
      vendor: 'stripe-checkout',
      isOn: true,
      settings: { apiKey: { env: 'STRIPE_KEY' }, webhookSecret: { env: 'STRIPE_SECRET' } },
    }),
  }),
  payments: fc.record({
    shop: fc.record({
      card: fc.record({
        feePercent: price,
        chargedCurrency: fc.constantFrom('JPY', 'KWD'),
        rate: fc.constantFrom('162.1', '0162.10', '1', '0.0000000001', '1000000.0'),
      }),
      alipay: fc.record({ isOn: fc.boolean() }),
    }),
  }),
  templates: fc.dictionary(
    fc.constantFrom('T1', 'no', '7', 'a.b'),
    fc.record({
      product: fc.constant('sms_notice'),
      text: word.filter((text) => !/[{}]/.test(text) && text.trim() !== ''),
      forms: fc.record({ yp: fc.record({ code: word, order: fc.array(word, { maxLength: 2 }) }) }),
    }),
  ),
  assignments: fc.constant({}),
  routes: fc.record({ sms_code: fc.record({ default: stops, NO: stops }) }),
});

test('an exported file gives the same file on an empty installation', {
  timeout: longTimeoutMs,
}, async () => {
  vi.stubEnv('PROPERTY_KEY', 'property-key-0123456789abcdef012');
  vi.stubEnv('STRIPE_KEY', 'rk_live_property');
  vi.stubEnv('STRIPE_SECRET', `whsec_${'a'.repeat(32)}`);
  const property = fc.asyncProperty(file, async (made) => {
    const [one, two] = await Promise.all([installation(), installation()]);
    try {
      await one.apply(written(made));
      const exported = await one.print();
      await two.apply(exported);
      expect(await two.print()).toBe(exported);
      // And the file that was made is followed: no spelling was lost on the way.
      expect(await two.plan(written(made))).toEqual([]);
    } finally {
      await Promise.all([one.drop(), two.drop()]);
    }
  });
  await fc.assert(property, { numRuns: propertyRuns(3, 25) });
});

const written = (made: object) => stringify(made, { aliasDuplicateObjects: false });

async function installation() {
  const database = await createTestDatabase({ max: 2 });
  const ports = { vault: createVault(randomBytes(32)), vendors, currency: 'CNY' };
  const read = (text: string) => {
    const path = join(folder, `${randomBytes(6).toString('hex')}.yaml`);
    writeFileSync(path, text);
    return readWanted(path);
  };
  return {
    drop: () => database.drop(),
    print: () => exportPlatform(database.pool, ports),
    async plan(text: string) {
      return (await planPlatform(database.pool, ports, await read(text))).changes;
    },
    async apply(text: string) {
      const wanted = await read(text);
      const actor = { kind: 'command_line', name: 'tester' } as const;
      await inChange(database.pool, actor, 'platform.apply', (change) =>
        applyPlatform(change, ports, wanted, { allowRemoval: true }),
      );
    },
  };
}
