import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { listEntries } from '../../foundation/audit/entry-queries.ts';
import { verifyEntries } from '../../foundation/audit/verify-entries.ts';
import { createVault } from '../../foundation/vault.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import { openSettings } from '../../vendors/providers/provider-settings.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;
let folder: string;
const vault = createVault(randomBytes(32));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-'));
});
beforeEach(async () => {
  database = await createTestDatabase({ max: 4 });
  fixture = createCommandLineFixture(database, vault);
  vi.stubEnv('YP_APIKEY', 'first-key-0123456789abcdef012345');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a platform file and returns its path. */
function write(text: string, name = 'platform.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, text.includes('platform: 1') ? text : `platform: 1\n${text}`);
  return path;
}

const run: CommandLineFixture['run'] = (line) => fixture.run(line);
const json: CommandLineFixture['json'] = (line) => fixture.json(line);
const apply = (text: string, ...options: string[]) =>
  json(['platform', 'apply', write(text), ...options]);
const plan = async (text: string) => {
  const { out, err, exitCode } = await run(['platform', 'plan', write(text)]);
  expect(err).toBe('');
  return { out, exitCode };
};

const provider = `providers:
  yp:
    vendor: yunpian
    settings: { apikey: { env: YP_APIKEY } }
    costs: { each: "0.045" }
`;

test('the bank details for customers are a section, which can be locked', async () => {
  const file = 'bank: { payee: "Acme Ltd\\nCN12 3456 " }\nlocked: [bank]';
  await apply(file);
  expect(await json('bank payee')).toMatchObject({ details: 'Acme Ltd\nCN12 3456' });
  expect((await plan(file)).exitCode).toBe(0);
  expect((await run('platform export')).out).toContain('payee: |-');
  const changed = await run(['bank', 'payee', '--set', 'Another Ltd']);
  expect(changed.exitCode).not.toBe(0);
  expect(await json('bank payee')).toMatchObject({ details: 'Acme Ltd\nCN12 3456' });
});

test('invoices are a section: its rates come before they are switched on, and it can be locked', async () => {
  const file = (more: string) => `
operator:
  legalName: { en: Acme B.V., zh: 艾克米 }
  contact: tax@acme.example
  privacyUrl: https://acme.example/privacy
invoices:
  isOn: true
  sellerAddress: "Kade 1 \\n3511 Utrecht"
  sellerTaxId: NL1
  invoiceNumbers: "A-{year}-{number}"
  vat:
${more}`;
  const rates = `    CH: { percent: "0", note: Not taxable }
    default: { percent: "21" }
`;
  await apply(file(rates));
  expect(await json('invoice settings')).toMatchObject({
    ...{ isOn: true, sellerAddress: 'Kade 1\n3511 Utrecht', invoicePattern: 'A-{year}-{number}' },
    creditNotePattern: 'CN-{year}-{number:6}',
    vat: [{ percent: '21.0000' }, { country: 'CH', note: 'Not taxable' }],
  });
  expect((await plan(file(rates))).exitCode).toBe(0);
  const exported = (await run('platform export')).out;
  expect((await plan(exported)).exitCode).toBe(0);
  await apply(
    file(`    default: { percent: "19", reverseCharge: true }\nlocked: [invoices.isOn]\n`),
    '--allow-removal',
  );
  expect((await json('invoice settings')).vat).toMatchObject([
    { percent: '19.0000', isReverseCharge: true },
  ]);
  expect((await run('invoice set --on off')).exitCode).not.toBe(0);
  expect((await run('invoice set-vat --percent 20')).exitCode).toBe(0);
  await apply(file(`    default: { percent: "19" }\nlocked: [invoices]\n`));
  expect((await run('invoice set-vat --percent 20')).exitCode).not.toBe(0);
  expect((await run('invoice set-vat --percent 7 --country DE')).exitCode).not.toBe(0);
  const none = write(file('    CH: { percent: "3" }\n'));
  const refused = await run(['platform', 'apply', none, '--allow-removal']);
  expect(refused.err).toContain('default VAT rate cannot be removed');
});

describe('platform plan', () => {
  test('tells who pays a list price that changes, and exits with 4', async () => {
    const { accountId } = await json(['account', 'create', '--name', 'Rowan']);
    const other = await json(['account', 'create', '--name', 'Agreed']);
    await json(`price set --product sms_code --amount 0.01 --account ${other.accountId}`);
    await database.pool.query(
      `insert into usage_days (account_id, mode, day, product, calls)
       values ($1, 'live', current_date - 3, 'sms_code', 41), ($1, 'test', current_date, 'sms_code', 7),
         ($1, 'live', current_date - 40, 'sms_code', 100), ($2, 'live', current_date, 'sms_code', 900)`,
      [accountId, other.accountId],
    );
    await json('price set --product sms_code --amount 0.05');
    const { out, exitCode } = await plan('products: { sms_code: { price: "0.06" } }');
    expect(exitCode).toBe(4);
    expect(out).toContain('~ Change product sms_code\n    price 0.0500 -> 0.0600\n');
    expect(out).toContain(
      `=> List price, +0.0100 a call: 1 account, 41 live calls in the last 30 days; most by Rowan (${accountId}): 41.`,
    );
    expect(out).toMatch(/Plan [0-9a-f]{16}: 0 additions, 1 change, 0 removals\.\n$/);
    // It changes nothing, and one that finds nothing exits with 0.
    expect((await plan('products: { sms_code: { price: "0.0500" } }')).exitCode).toBe(0);
  });

  test('shows a changed secret without printing either', async () => {
    await apply(provider);
    vi.stubEnv('YP_APIKEY', 'other-key-0123456789abcdef012345');
    const { out, exitCode } = await plan(provider);
    expect(exitCode).toBe(4);
    expect(out).toContain('settings.apikey: secret changed');
    expect(out).not.toMatch(/first-key|other-key/);
    const unread = await run(['platform', 'plan', write(provider), '--no-secrets']);
    expect(unread).toMatchObject({ exitCode: 0, out: 'Nothing to change.\n' });
  });

  test('says which routes lose a provider, and which templates are in use', async () => {
    await apply(
      `${provider}routes: { sms_code: { default: [{ code: yp }], CN: [{ code: yp, weight: 1 }] } }`,
    );
    const off = provider.replace('settings:', 'isOn: false\n    settings:');
    expect((await plan(off)).out).toContain('=> Routes lose it: sms_code, sms_code for CN.');
    const { out } = await plan('routes: { sms_code: { default: [{ code: yp }] } }');
    expect(out).toContain(
      '- Remove route of sms_code for CN\n    => The default applies; it loses yp.',
    );
    const { templates } = await json('template list');
    const { templateId, product } = templates[0];
    const changed = await plan(
      `templates: { ${templateId}: { product: ${product}, text: "New {code}" } }`,
    );
    expect(changed.out).toContain('=> Accounts without own assignments use it.');
  });

  test('leaves a section alone that the file does not have', async () => {
    await apply(provider);
    expect(await plan('products: {}')).toEqual({ out: 'Nothing to change.\n', exitCode: 0 });
  });

  test('tells the author that a past planned price counts instead of the price', async () => {
    const file = `products: { sms_code: { price: "0.05" } }
plans: { sms_code: { "2020-01-01T00:00:00Z": "0.07" } }`;
    const { out } = await plan(file);
    expect(out).toContain('-> 0.0700');
    expect(out).toContain(
      '! The scheduled price of sms_code from 2020-01-01T00:00:00Z (0.07) is past',
    );
  });
});

describe('platform apply', () => {
  test('changes everything that the file names, as one audited act', async () => {
    const applied = await apply(
      `${provider}operator:
  legalName: { en: Harbour, zh: 海港 }
  contact: a@harbour.example
  privacyUrl: https://harbour.example/p
limits: { live: { codePerMinute: 2, regions: [CN, HK] } }
products: { sms_code: { price: "0.06", perPart: true }, face_verify: { price: "1", isOn: false } }
plans: { sms_code: { "2099-01-01T00:00:00Z": "0.07" } }
templates:
  T9: { product: sms_notice, text: "Hello {name}", forms: { yp: { code: "1", variables: { name: n } } } }
assignments: { sms_notice: { default: T9, en: T9 } }
routes: { sms_notice: { default: [{ code: yp, weight: 3 }] } }
people: { "https://id.example 7": { name: Ann, email: Ann@Example.com, role: owner } }
`,
      '--allow-removal',
    );
    expect(applied).toMatchObject({ version: 1, isSame: false });
    expect((await json('price show')).prices).toMatchObject([
      { product: 'face_verify', defaultPrice: '1.0000' },
      { product: 'sms_code', defaultPrice: '0.0600', perPart: true },
      { product: 'sms_notice' },
      { product: 'verify_approval', defaultPrice: '0.0000' },
      { product: 'verify_email' },
      { product: 'verify_start' },
      { product: 'verify_voice' },
    ]);
    expect((await json('price plans')).plans).toMatchObject([{ unitPrice: '0.0700' }]);
    expect((await json('team list')).people).toMatchObject([
      { name: 'Ann', email: 'ann@example.com', operatorRole: 'owner' },
    ]);
    expect((await json('template list')).templates).toMatchObject([
      { templateId: 'T9', assignments: [{ language: null }, { language: 'en' }] },
    ]);
    const stored = await findProvider(database.pool, 'yp');
    expect(openSettings(vault, stored)).toMatchObject({
      apikey: 'first-key-0123456789abcdef012345',
    });
    const { accountId } = await json('account create --name Rowan');
    expect(await json(`limit show --account ${accountId} --mode live`)).toMatchObject({
      ...{ codePerMinute: 2, codePerHour: 5, regions: ['CN', 'HK'], set: null },
    });
    const { entries } = await listEntries(database.pool, { kind: 'platform' }, {}, { limit: 50 });
    const act = entries.filter(({ action }) => action === 'platform.apply');
    expect(act.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['platform_versions', 'products', 'providers', 'routes', 'operators']),
    );
    expect(JSON.stringify(act)).not.toContain('first-key');
    expect(await verifyEntries(database.pool)).toMatchObject({ ok: true });
  });

  test('applied again, changes nothing and writes no version', async () => {
    await apply(provider);
    expect(await apply(provider)).toMatchObject({ version: 1, isSame: true, changes: [] });
    expect((await json('platform versions')).versions).toHaveLength(1);
  });

  // @mutant src/installation/platform/apply-platform.ts
  // - if (removed.length > 0 && !allowRemoval) {
  // + if (removed.length > 9 && !allowRemoval) {
  test('removes only with --allow-removal', async () => {
    await apply(`${provider}routes: { sms_code: { default: [{ code: yp }] } }`);
    const none = 'providers: {}\nroutes: {}\n';
    await fixture.expectRefusal(
      ['platform', 'apply', write(none)],
      /does not name provider yp, route of sms_code by default, which would be removed/,
    );
    expect(await apply(none, '--allow-removal')).toMatchObject({ version: 2 });
    expect((await json('provider list')).providers).toEqual([]);
  });

  test('refuses a plan that is not the one that was read', async () => {
    const file = 'products: { sms_code: { price: "0.09" } }';
    const { out } = await plan(file);
    const hash = /Plan ([0-9a-f]{16})/.exec(out)?.[1] ?? '';
    await json('price set --product sms_code --amount 0.01');
    await fixture.expectRefusal(
      ['platform', 'apply', write(file), '--plan-hash', hash],
      /The plan has changed since you read it/,
    );
    const again = /Plan ([0-9a-f]{16})/.exec((await plan(file)).out)?.[1] ?? '';
    expect(await apply(file, '--plan-hash', again)).toMatchObject({ version: 1 });
  });

  test('refuses a plan hash for several cells, each of which has its own plan', async () => {
    const { out } = await run('platform apply --help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('with this hash; not with --cells');
    const words = ['platform', 'apply', write('products: {}'), '--plan-hash', '3f0c9a51b2d4e687'];
    await fixture.expectRefusal(
      [...words, '--cells', join(folder, 'cells.yaml')],
      /Each cell has a plan of its own, so --plan-hash cannot be used with --cells/,
    );
  });

  test('does nothing at all when one change is refused', async () => {
    const wrong = `products: { sms_code: { price: "0.09" } }
routes: { sms_code: { default: [{ code: nobody }] } }`;
    await fixture.expectRefusal(['platform', 'apply', write(wrong)], /nobody/);
    expect((await json('platform versions')).versions).toEqual([]);
    const { prices } = await json('price show');
    expect(prices).not.toContainEqual(expect.objectContaining({ defaultPrice: '0.0900' }));
  });

  test('two at once: one applies, the other finds nothing to do', async () => {
    const file = write(`${provider}products: { sms_code: { price: "0.08" } }`);
    const both = await Promise.all([1, 2].map(() => json(['platform', 'apply', file])));
    expect(both.map(({ isSame }) => isSame).sort()).toEqual([false, true]);
    expect((await json('platform versions')).versions).toHaveLength(1);
  });

  test('names a secret that it cannot read, and never what it read', async () => {
    vi.stubEnv('YP_APIKEY', undefined);
    await fixture.expectRefusal(
      ['platform', 'apply', write(provider)],
      /Cannot read yp\.apikey from env YP_APIKEY: it is empty or not set/,
    );
  });
});

describe('platform export', () => {
  test('prints a file that gives the same file on an empty installation with other secrets', async () => {
    const { accountId } = await json('account create --name Rowan');
    await apply(
      `${provider}limits: { test: { perNumber: true } }
products: { sms_code: { price: "0.06", perPart: true } }
plans: { sms_code: { "2099-01-01T00:00:00Z": "0.07" } }
people: { "https://id.example 7": { name: Ann, email: ann@example.com, role: owner } }`,
    );
    await json(
      'provider add --vendor twilio --code tw --set accountSid=AC0123456789abcdef0123456789abcdef --set authToken=hush-hush-hush --set sender=+12025550123',
    );
    await json(`route set --product sms_notice --providers tw:3,yp:1 --account ${accountId}`);
    await json('route set --product sms_notice --providers tw:3,yp:1 --region HK');
    const exported = (await json('platform export')).file as string;
    expect(exported).not.toMatch(/first-key|hush/);
    expect(exported).toContain('env: YP_APIKEY');
    expect(exported).toContain('env: TW_AUTH_TOKEN');
    const empty = await createTestDatabase({ max: 4 });
    try {
      vi.stubEnv('YP_APIKEY', 'staging-key-123456789abcdef01234');
      vi.stubEnv('TW_AUTH_TOKEN', 'another-token');
      const staging = createCommandLineFixture(empty, createVault(randomBytes(32)));
      const path = write(exported, 'exported.yaml');
      await staging.json(['platform', 'apply', path, '--allow-removal']);
      expect((await staging.json('platform export')).file).toBe(exported);
    } finally {
      await empty.drop();
    }
  });
});

describe('drift', () => {
  const doctor = async () => {
    const { out } = await run('doctor --json');
    const { checks } = JSON.parse(out) as { checks: { check: string }[] };
    return checks.find(({ check }) => check === 'platform_file');
  };

  test('is what was changed by hand since the last version, secrets included', async () => {
    expect(await doctor()).toMatchObject({
      ...{ ok: true, detail: expect.stringContaining('none was applied') },
    });
    const file = `${provider}products: { sms_code: { price: "0.06" } }\n`;
    await apply(file);
    expect(await doctor()).toMatchObject({
      ...{ ok: true, detail: expect.stringContaining('the settings follow version 1') },
    });
    await json('price set --product sms_code --amount 0.01');
    await json('provider set --code yp --set apikey=0123456789abcdef0123456789abcdef');
    expect(await doctor()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(
        'changed by hand since version 1: product sms_code (price), provider yp (settings.apikey)',
      ),
    });
    await apply(file);
    expect(await doctor()).toMatchObject({ ok: true });
  });
});

describe('what the file locks', () => {
  test('is refused by hand, and changed by a file', async () => {
    await apply(`${provider}products: { sms_code: { price: "0.06" } }
locked: [products.price, routes, providers.settings]`);
    const refused = /locked to platform\.yaml \(version 1\)/;
    await fixture.expectRefusal('price set --product sms_code --amount 0.01', refused);
    await fixture.expectRefusal('route set --product sms_code --providers yp', refused);
    await fixture.expectRefusal(
      'provider set --code yp --set apikey=0123456789abcdef0123456789abcdef',
      refused,
    );
    // Other fields, and whatever belongs to one account, can still be changed by hand.
    await json('price per-part --product sms_code on');
    await json('provider off --code yp');
    await json(['provider', 'set', '--code', 'yp', '--costs', '{"each":"0.05"}']);
    const { accountId } = await json('account create --name Rowan');
    await json(`route set --product sms_code --providers yp --account ${accountId}`);
    // A planned price is carried out by a job, and the file can always be applied.
    await apply('products: { sms_code: { price: "0.07" } }');
    await json('price set --product sms_code --amount 0.01');
  });
});
