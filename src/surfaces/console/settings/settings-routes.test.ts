import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { inChange } from '../../../foundation/audit/change-queries.ts';
import { applyPlatform } from '../../../installation/platform/apply-platform.ts';
import { readWanted } from '../../../installation/platform/wanted-platform.ts';
import { vendors } from '../../../vendors/vendors.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'operator', name: 'Lin' } as const;
const particulars = {
  nameEn: 'Harbour Pay Ltd',
  nameZh: '海港支付有限公司',
  contact: 'privacy@harbour.example',
  privacyUrl: 'https://harbour.example/privacy',
};

test('the operator’s details are set once, changed field by field, and audited', async () => {
  const first = await fixture.post(operator, '/platform/settings/set-operator', particulars);
  expect(first).toMatchObject({ status: 200, body: { operator: particulars } });
  const contact = '400-800-8888';
  const changed = await fixture.post(operator, '/platform/settings/set-operator', { contact });
  expect(changed.body.operator).toEqual({ ...particulars, contact });
  const audit = await fixture.get(operator, '/platform/audit/entries?action=operator.set&limit=1');
  expect(audit.body.entries).toMatchObject([
    {
      actor: { kind: 'person', name: 'Lin' },
      before: { contact: particulars.contact },
      after: { contact },
    },
  ]);
  const wrong = await fixture.post(operator, '/platform/settings/set-operator', {
    privacyUrl: 'http://harbour.example',
  });
  expect(wrong).toMatchObject({ status: 422, body: { reason: 'refused' } });
  const below = `/${fixture.accountId}/settings/set-operator`;
  const elsewhere = await fixture.post(operator, below, { contact: '400-800-9999' });
  expect(elsewhere.body.reason).toBe('nothing_there');

  expect(wrong.body.details[0].problem).toMatch(/^Privacy notice must begin with https:/);
  const now = await fixture.get(operator, '/platform/settings/all');
  expect(now.body.operator).toEqual({ ...particulars, contact });
});

test('environment settings are shown under their names, secrets never', async () => {
  const { body } = await fixture.get({ operator: 'viewer' }, '/platform/settings/all');
  const find = (name: string) =>
    body.settings.find((setting: { name: string }) => setting.name === name);
  expect(find('RESULT_DAYS')).toMatchObject({ value: '180', default: '180', isSecret: false });
  expect(find('DATA_KEY')).toMatchObject({ value: null, isSecret: true });
  const below = await fixture.get({ operator: 'viewer' }, `/${fixture.accountId}/settings/all`);
  expect(below.body.reason).toBe('nothing_there');
});

test('the platform file shows what was changed by hand, and what it locks is refused', async () => {
  const viewer = { operator: 'viewer' } as const;
  const read = () => fixture.get(viewer, '/platform/settings/platform-file');
  expect((await read()).body).toEqual({ file: null });
  const { pool } = fixture.database;
  const { vault } = fixture.app.line;
  const wanted = await readWanted(join(import.meta.dirname, '../../../../test/kit/platform.yaml'));
  const actor = { kind: 'command_line', name: 'tester' } as const;
  await inChange(pool, actor, 'platform.apply', (by) =>
    applyPlatform(by, { vault, vendors, currency: 'CNY' }, wanted, { allowRemoval: false }),
  );
  expect((await read()).body.file).toMatchObject({
    ...{ version: 1, appliedBy: 'tester', locked: ['products.price'], changed: [], fault: null },
  });
  const refused = await fixture.post({ operator: 'finance' }, '/platform/prices/set', {
    product: 'sms_code',
    amount: '0.0100',
  });
  expect(refused).toMatchObject({ status: 422, body: { reason: 'refused' } });
  expect(refused.body.details[0].problem).toContain('locked to platform.yaml (version 1)');
  await inChange(pool, { kind: 'platform', name: 'start' }, 'account.set', (by) =>
    by.query(`update default_limits set code_per_minute = 7 where mode = 'live'`),
  );
  expect((await read()).body.file.changed).toMatchObject([
    { en: 'default limits of live calls (codePerMinute)' },
  ]);
  const below = await fixture.get(viewer, `/${fixture.accountId}/settings/platform-file`);
  expect(below.body.reason).toBe('nothing_there');
});

test('the bank details for customers are set, removed and audited, and refused if they hide text', async () => {
  const set = (bankDetails: string | null) =>
    fixture.post(operator, '/platform/settings/set-bank', { bankDetails });
  expect((await set('Harbour Ltd.\nIBAN DE02')).body.bankDetails).toBe('Harbour Ltd.\nIBAN DE02');
  const wrong = await set('DE02\u202e');
  expect([wrong.status, wrong.body.details[0].problem]).toEqual([
    422,
    expect.stringContaining('1 to 500 characters'),
  ]);
  const below = `/${fixture.accountId}/settings/set-bank`;
  expect((await fixture.post(operator, below, { bankDetails: 'x' })).body.reason).toBe(
    'nothing_there',
  );
  expect((await set(null)).body.bankDetails).toBeNull();
  const { body } = await fixture.get({ operator: 'owner' }, '/platform/audit/entries');
  const acts = body.entries.filter(({ action }: { action: string }) => action === 'bank.payee');
  expect(acts).toHaveLength(2);
});
