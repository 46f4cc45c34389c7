import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';

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
