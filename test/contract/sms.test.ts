import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wholePlatform } from '../../src/foundation/contract/scope.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { openMessage, type StoredMessage } from '../../src/products/messages/content.ts';
import {
  assignTemplate,
  createTemplate,
  deleteTemplate,
  unassignTemplate,
} from '../../src/products/messages/template-queries.ts';
import { listInbox } from '../../src/vendors/sandbox/list-inbox.ts';
import { byTest } from '../kit/by-test.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { expectError, expectSuccess } from './expect-reply.ts';

const charged = { priceSource: 'default', unitPrice: '0.0500' };
const fields = ['productCode', 'mobile', 'templateId'];

let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

async function lastMessage() {
  const open = (row: StoredMessage) => openMessage(fixture.app.line.vault, row);
  return (await listInbox(fixture.pool, wholePlatform, open, { limit: 1 }))[0];
}

/** What the person would read on the phone. */
async function lastText(): Promise<string> {
  return (await lastMessage())?.text ?? '';
}

describe('sending a code', () => {
  test('answers 201 with the three fields of the contract and charges the unit price', async () => {
    const { call, wallet } = await fixture.newCaller({ balance: '1' });
    const reply = await call('sms_code', { mobile: '13912345678', code: '482913' });
    expectSuccess(reply, charged, fields);
    expect(reply.body.data).toEqual({
      productCode: 'sms_code',
      mobile: '13912345678',
      templateId: 'CODE_DEFAULT',
    });
    expect(await wallet()).toEqual({ available: '0.9500', held: '0.0000' });
    expect(await lastText()).toBe('Your verification code is 482913. Do not share it with anyone.');
  });

  test.each([
    '13912345678',
    '+8613912345678',
    '+86 139 1234 5678',
    '139-1234-5678',
    '+1 (415) 555-2671',
  ])('returns the mobile exactly as sent: %s', async (mobile) => {
    const reply = await fixture.call('sms_code', { mobile, code: '1' });
    expectSuccess(reply, charged, fields);
    expect(reply.body.data.mobile).toBe(mobile);
  });

  test('normalizes every form of a number to the same E.164 number, and returns it as sent', async () => {
    for (const mobile of ['13912340000', '+86 139 1234 0000']) {
      const { requestId } = (await fixture.call('sms_code', { mobile, code: '1' })).body;
      expect((await lastMessage())?.mobile).toBe('+8613912340000');
      const { data } = (await fixture.call('sms_status', { requestId })).body;
      expect(data.mobile).toBe(mobile);
    }
  });

  test.each([
    '1',
    '12345',
    '1234567',
    'abc',
    '+',
    '+86',
    '1391234567a',
    '139123456789',
    '1391234567',
    '139123456789012345',
    '+86 0 0 139 1234 5678',
    '010-12345678',
    '400 800 1234',
    '12345678901',
    '+541112345678',
    '１３９１２３４５６７８',
  ])('refuses an invalid mobile, in both modes: %s', async (mobile) => {
    const live = await fixture.newCaller({ mode: 'live' });
    await setLimits(byTest(fixture.pool), live.accountId, 'live', { regions: ['*'] });
    for (const { call } of [fixture, live]) {
      const reply = await call('sms_code', { mobile, code: '1' });
      expectError(reply, 'invalid_request');
      expect(reply.body.details).toEqual([
        { field: 'mobile', problem: 'is not a valid mobile number' },
      ]);
    }
  });

  test('accepts codes of 1 to 32 characters without white space, and keeps leading zeros', async () => {
    for (const code of ['0', '000123', 'a'.repeat(32), '验证码']) {
      expect((await fixture.call('sms_code', { mobile: '13912345678', code })).status).toBe(201);
      expect(await lastText()).toContain(` ${code}.`);
    }
    for (const code of ['', ' ', '12 34', '12\n34', 'a'.repeat(33), 123456]) {
      const reply = await fixture.call('sms_code', { mobile: '13912345678', code });
      expectError(reply, 'invalid_request');
      expect(reply.body.details.map(({ field }) => field)).toEqual(['code']);
    }
  });

  test('requires mobile and code, and ignores unknown fields', async () => {
    const reply = await fixture.call('sms_code', { templateId: 'MINE' });
    expectError(reply, 'invalid_request');
    expect(reply.body.details.map(({ field }) => field)).toEqual(['mobile', 'code']);
    const taken = await fixture.call('sms_code', {
      mobile: '13912345678',
      code: '1',
      templateId: 'X',
    });
    expect(taken.body.data.templateId).toBe('CODE_DEFAULT');
  });
});

describe('sending a notice', () => {
  const notice = { mobile: '13912345678', content: 'Your parcel is here.' };

  test('answers 201 with the three fields of the contract and charges the unit price', async () => {
    const { call, wallet } = await fixture.newCaller({ balance: '1' });
    const reply = await call('sms_notice', notice);
    expectSuccess(reply, charged, fields);
    expect(reply.body.data).toEqual({
      productCode: 'sms_notice',
      mobile: '13912345678',
      templateId: 'NOTICE_DEFAULT',
    });
    expect(await wallet()).toEqual({ available: '0.9500', held: '0.0000' });
    expect(await lastText()).toBe('Your parcel is here.');
  });

  test('accepts 500 characters of content and refuses 501', async () => {
    const sent = await fixture.call('sms_notice', { ...notice, content: '中'.repeat(500) });
    expect(sent.status).toBe(201);
    const refused = await fixture.call('sms_notice', { ...notice, content: '中'.repeat(501) });
    expectError(refused, 'invalid_request');
    expect(refused.body.details.map(({ field }) => field)).toEqual(['content']);
  });
});

describe('a template', () => {
  const notice = { mobile: '13912345678', content: 'ready' };
  let caller: Caller;

  beforeAll(async () => {
    caller = await fixture.newCaller();
    await createTemplate(byTest(fixture.pool), {
      templateId: 'ORDER',
      product: 'sms_notice',
      text: 'Order {orderNo} ({count} items) is {content}.',
    });
    await assignTemplate(byTest(fixture.pool), {
      product: 'sms_notice',
      accountId: caller.accountId,
      templateId: 'ORDER',
    });
  });

  test('of the account is used before the product’s', async () => {
    const reply = await caller.call('sms_notice', { ...notice, orderNo: 'A-1', count: 3 });
    expectSuccess(reply, charged, fields);
    expect(reply.body.data.templateId).toBe('ORDER');
    expect(await lastText()).toBe('Order A-1 (3 items) is ready.');
    const other = await fixture.call('sms_notice', { ...notice, orderNo: 'A-1', count: 3 });
    expect(other.body.data.templateId).toBe('NOTICE_DEFAULT');
    expect(await lastText()).toBe('ready');
  });

  test('is chosen by account and language, the most specific one, and a repeat keeps its own', async () => {
    const { accountId, call } = await fixture.newCaller();
    const ids = ['EVERYONE_ZH', 'OWN', 'OWN_ZH'] as const;
    for (const templateId of ids) {
      const text = `${templateId} {content}`;
      await createTemplate(byTest(fixture.pool), { templateId, product: 'sms_notice', text });
    }
    const used = async (language: string, key: string = randomUUID()) => {
      const headers = { 'accept-language': language, 'idempotency-key': key };
      return (await call('sms_notice', notice, headers)).body.data.templateId;
    };
    const assign = (templateId: string, owner: number | null, language: 'zh' | null) =>
      assignTemplate(byTest(fixture.pool), {
        product: 'sms_notice',
        templateId,
        accountId: owner,
        language,
      });
    await assign('EVERYONE_ZH', null, 'zh');
    expect([await used('zh-CN'), await used('en')]).toEqual(['EVERYONE_ZH', 'NOTICE_DEFAULT']);
    await used('zh', 'first');
    await assign('OWN', accountId, null);
    expect([await used('zh-CN'), await used('en')]).toEqual(['OWN', 'OWN']);
    await assign('OWN_ZH', accountId, 'zh');
    expect([await used('zh-CN'), await used('en')]).toEqual(['OWN_ZH', 'OWN']);
    expect(await used('en', 'first')).toBe('EVERYONE_ZH');
    const key = { product: 'sms_notice', accountId, language: 'zh' } as const;
    await unassignTemplate(byTest(fixture.pool), key);
    expect(await used('zh')).toBe('OWN');
    await unassignTemplate(byTest(fixture.pool), { ...key, accountId: null });
  });

  test('with a missing variable is 400, and every missing one is named', async () => {
    const before = await caller.wallet();
    const reply = await caller.call('sms_notice', notice);
    expectError(reply, 'missing_variable');
    expect(reply.body.details.map(({ field }) => field)).toEqual(['orderNo', 'count']);
    expect(await caller.wallet()).toEqual(before);
  });

  test('accepts numbers as variables, integers and fractions', async () => {
    await caller.call('sms_notice', { ...notice, orderNo: 1042, count: 2.5 });
    expect(await lastText()).toBe('Order 1042 (2.5 items) is ready.');
  });

  test('ignores unused variables, and fields that are neither text nor number', async () => {
    const reply = await caller.call('sms_notice', {
      ...notice,
      orderNo: 'A-1',
      count: 1,
      unused: 'x',
      list: [1],
      object: { a: 1 },
      nothing: null,
      flag: true,
    });
    expectSuccess(reply, charged, fields);
    expect(await lastText()).toBe('Order A-1 (1 items) is ready.');
  });

  test.each([
    ['a list', [1]],
    ['null', null],
    ['true', true],
  ])('does not accept %s for a required variable', async (_, orderNo) => {
    const reply = await caller.call('sms_notice', { ...notice, orderNo, count: 1 });
    expect(reply.status).toBe(400);
    expect(reply.body.details.map(({ field }) => field)).toEqual(['orderNo']);
  });

  test('inserts a value unchanged: braces in it mean nothing', async () => {
    await caller.call('sms_notice', { ...notice, orderNo: '{count}', count: 1 });
    expect(await lastText()).toBe('Order {count} (1 items) is ready.');
  });

  test('cannot use an inherited property as a variable', async () => {
    const one = await fixture.newCaller();
    await createTemplate(byTest(fixture.pool), {
      templateId: 'ODD',
      product: 'sms_notice',
      text: '{content} {valueOf} {toString}',
    });
    const { accountId } = one;
    await assignTemplate(byTest(fixture.pool), {
      product: 'sms_notice',
      accountId,
      templateId: 'ODD',
    });
    const reply = await one.call('sms_notice', notice);
    expectError(reply, 'missing_variable');
    expect(reply.body.details.map(({ field }) => field)).toEqual(['valueOf', 'toString']);
    await unassignTemplate(byTest(fixture.pool), { product: 'sms_notice', accountId });
    await deleteTemplate(byTest(fixture.pool), 'ODD');
  });

  test('that is not assigned is 404, and nothing is charged', async () => {
    const before = await fixture.wallet();
    await unassignTemplate(byTest(fixture.pool), { product: 'sms_code', accountId: null });
    await unassignTemplate(byTest(fixture.pool), { product: 'sms_notice', accountId: null });
    expectError(
      await fixture.call('sms_code', { mobile: '13912345678', code: '1' }),
      'template_not_assigned',
    );
    expectError(await fixture.call('sms_notice', notice), 'template_not_assigned');
    expect(await fixture.wallet()).toEqual(before);
    for (const [product, templateId] of [
      ['sms_code', 'CODE_DEFAULT'],
      ['sms_notice', 'NOTICE_DEFAULT'],
    ] as const) {
      await assignTemplate(byTest(fixture.pool), { product, accountId: null, templateId });
    }
    await expect.poll(async () => (await fixture.call('sms_notice', notice)).status).toBe(201);
  });
});
