import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { type RunningSimulator, runSimulator } from '../../../vendors/simulators/run-simulator.ts';
import { simulators } from '../../../vendors/vendor-simulators.ts';

let fixture: ConsoleFixture;
let vendor: RunningSimulator;

const operator = { operator: 'owner' } as const;
const post = (path: string, body: object) => fixture.post(operator, `/platform${path}`, body);

beforeAll(async () => {
  fixture = await createConsoleFixture();
  const simulator = simulators.find((each) => each.vendor === 'yunxin');
  if (!simulator) throw new Error('nobody plays yunxin');
  vendor = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
  const added = await post('/providers/add', {
    ...{ code: 'yx', vendor: 'yunxin', isOn: true, settings: vendor.config },
    costs: { each: '0.0312' },
  });
  expect(added.status).toBe(200);
});
afterAll(async () => {
  await vendor.close();
  await fixture.close();
});

interface Row {
  templateId: string;
  forms?: object;
  assignments: object[];
}
const find = (body: { templates: Row[] }, id: string) =>
  body.templates.find(({ templateId }) => templateId === id);

describe('templates', () => {
  test('are created, changed field by field, assigned, and removed when unused', async () => {
    const made = await post('/templates/create', {
      ...{ templateId: 'PARCEL', product: 'sms_notice', text: 'Parcel {number} is here.' },
      forms: { yx: { code: '3057527' } },
    });
    expect(find(made.body, 'PARCEL')).toMatchObject({
      variables: ['number'],
      parts: 1,
      forms: { yx: { code: '3057527' } },
      assignments: [],
    });
    const key = { product: 'sms_notice', accountId: fixture.accountId, language: null };
    const assigned = await post('/templates/assign', { ...key, templateId: 'PARCEL' });
    expect(find(assigned.body, 'PARCEL')?.assignments).toEqual([
      { accountId: fixture.accountId, language: null },
    ]);
    expect((await post('/templates/delete', { templateId: 'PARCEL' })).status).toBe(422);
    await post('/templates/unassign', key);
    const removed = await post('/templates/delete', { templateId: 'PARCEL' });
    expect(find(removed.body, 'PARCEL')).toBeUndefined();
    const entries = await fixture.get(operator, '/platform/audit/entries?action=template&limit=4');
    expect(entries.body.entries.map(({ action }: { action: string }) => action)).toEqual([
      ...['template.delete', 'template.unassign', 'template.assign', 'template.create'],
    ]);
    const nobody = await post('/templates/update', {
      templateId: 'CODE_DEFAULT',
      forms: { nobody: {} },
    });
    expect(nobody.body.details[0].problem).toContain('Provider nobody not found');
  });

  test('of an account are those assigned to it, without provider settings', async () => {
    const other = await fixture.newCaller();
    for (const [templateId, accountId] of [
      ['OWN', fixture.accountId],
      ['OTHERS', other.accountId],
    ] as const) {
      await post('/templates/create', { templateId, product: 'sms_notice', text: 'Hello' });
      await post('/templates/assign', {
        ...{ product: 'sms_notice', accountId, language: 'en', templateId },
      });
    }
    const member = { members: { [fixture.accountId]: 'viewer' } } as const;
    const { body } = await fixture.get(member, `/${fixture.accountId}/templates/list`);
    const ids = body.templates.map(({ templateId }: Row) => templateId);
    expect(ids).toContain('OWN');
    expect(ids).toContain('CODE_DEFAULT');
    expect(ids).not.toContain('OTHERS');
    expect(body.providers).toBeUndefined();
    await post('/templates/assign', {
      ...{ product: 'sms_notice', accountId: other.accountId, language: 'zh', templateId: 'OWN' },
    });
    const shared = await fixture.get(member, `/${fixture.accountId}/templates/list`);
    expect(find(shared.body, 'OWN')?.assignments).toEqual([
      { accountId: fixture.accountId, language: 'en' },
    ]);
    for (const template of body.templates) expect(template).not.toHaveProperty('forms');
  });
});

describe('a template test', () => {
  const trial = {
    templateId: 'CODE_DEFAULT',
    mobile: '13912345678',
    values: { code: '4829135760' },
  };

  test('says which providers on the route would accept it', async () => {
    await post('/providers/set-route', {
      ...{ product: 'sms_code', accountId: null, region: null, stops: [{ code: 'yx' }] },
    });
    const without = await post('/templates/check', trial);
    expect(without.body).toMatchObject({ takers: [], parts: 1, region: 'CN', price: '0.0500' });
    await post('/templates/update', {
      templateId: 'CODE_DEFAULT',
      forms: { yx: { code: '3057527' } },
    });
    const checked = await post('/templates/check', trial);
    expect(checked.body).toMatchObject({
      takers: ['yx'],
      stops: [{ code: 'yx', cost: '0.0312', refusal: null }],
    });
    expect(vendor.taken).toEqual([]);
  });

  test.each([
    ['twilio-voice', 'verify_voice', { mobile: '13912345678' }],
    ['smtp', 'verify_email', { email: 'Ann@Example.com' }],
  ])('is sent by %s as well', async (code, product, recipient) => {
    const simulator = simulators.find((each) => each.vendor === code);
    if (!simulator) throw new Error(`nobody plays ${code}`);
    const played = await runSimulator(simulator, { callbackUrlOf: () => 'http://127.0.0.1:9/' });
    const provider = { code: `my-${code}`, vendor: code, isOn: true, settings: played.config };
    expect((await post('/providers/add', provider)).status).toBe(200);
    const stops = [{ code: provider.code }];
    await post('/providers/set-route', { product, accountId: null, region: null, stops });
    const templateId = product === 'verify_email' ? 'VERIFY_EMAIL' : 'VERIFY_VOICE';
    const wanted = { templateId, values: { code: '482913' }, ...recipient };
    const checked = await post('/templates/check', wanted);
    expect(checked.body).toMatchObject({ takers: [provider.code], parts: 1 });
    const sent = await post('/templates/send', { ...wanted, provider: provider.code });
    expect(sent.body).toMatchObject({ code: provider.code, outcome: 'done' });
    expect(played.taken).toHaveLength(1);
    for (const hidden of Object.values(recipient)) expect(sent.text).not.toContain(hidden);
    await played.close();
  });

  test('needs the recipient of its product', async () => {
    const { mobile, ...without } = trial;
    expect((await post('/templates/check', without)).text).toContain('Enter the mobile number');
    const email = { templateId: 'VERIFY_EMAIL', values: trial.values };
    expect((await post('/templates/check', { ...email, mobile })).text).toContain(
      'Enter the email',
    );
    const wrong = await post('/templates/check', { ...email, email: 'no address' });
    expect(wrong).toMatchObject({ status: 422, body: { reason: 'refused' } });
  });

  test('is sent once, and shown without number and code', async () => {
    const sent = await post('/templates/send', { ...trial, provider: 'yx' });
    expect(sent.body).toMatchObject({ code: 'yx', outcome: 'done', exchanges: [{ status: 200 }] });
    // The vendor runs on this machine, and providers must not read internal addresses.
    expect(sent.body.exchanges).toMatchObject([{ answer: null, isInside: true }]);
    expect(vendor.taken).toHaveLength(1);
    for (const hidden of ['13912345678', '4829135760']) expect(sent.text).not.toContain(hidden);
    const log = await fixture.get(operator, '/platform/audit/entries?limit=1');
    expect(log.body.entries).toMatchObject([
      { action: 'template.send', key: { provider_code: 'yx' }, after: { vendor: 'yunxin' } },
    ]);
  });
});
