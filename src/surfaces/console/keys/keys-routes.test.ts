import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { hearChanges } from '../../../../test/kit/hear-changes.ts';
import { projectCalls } from '../../../line/search/project-calls.ts';
import { routes } from './keys-routes.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'operator' } as const;
const keysOf = (accountId: number, query = '') =>
  fixture.get(operator, `/${accountId}/keys/list${query}`).then(({ body }) => body.keys);

test('a key is created with all its permissions, and shown once', async () => {
  const { accountId } = await fixture.newCaller();
  const made = await fixture.post(operator, `/${accountId}/keys/create`, {
    mode: 'live',
    name: 'checkout',
    scopes: ['sms_code'],
    addresses: ['203.0.113.0/24'],
    expiresAt: '2099-01-01T00:00:00.000Z',
    spendCapDay: '1,000.5',
    perSecond: 7,
  });
  expect(made.body.apiKey).toMatch(/^cs_live_/);
  const [key] = await keysOf(accountId, '?mode=live');
  expect(key).toMatchObject({
    keyId: made.body.keyId,
    name: 'checkout',
    lastFour: made.body.apiKey.slice(-4),
    state: 'active',
    scopes: ['sms_code'],
    addresses: ['203.0.113.0/24'],
    expiresAt: '2099-01-01T00:00:00.000Z',
    spendCapDay: '1000.5000',
    perSecond: 7,
    lastUsedAt: null,
  });
  expect(JSON.stringify(key)).not.toContain(made.body.apiKey);
});

test('invalid settings of a key are named, and no key is created', async () => {
  const { accountId } = await fixture.newCaller();
  const path = `/${accountId}/keys/create`;
  const past = { mode: 'test', expiresAt: '2020-01-01T00:00:00.000Z' };
  expect((await fixture.post(operator, path, past)).body).toMatchObject({ reason: 'refused' });
  const address = { mode: 'test', addresses: ['somewhere'] };
  expect((await fixture.post(operator, path, address)).body).toMatchObject({ reason: 'refused' });
  const cap = await fixture.post(operator, path, { mode: 'test', spendCapDay: 'much' });
  expect(cap.body).toMatchObject({ details: [{ field: 'spendCapDay' }] });
  expect(await keysOf(accountId)).toHaveLength(1);
});

test('a rotated key keeps working for the overlap, and the new one has its permissions at once', async () => {
  const caller = await fixture.newCaller({ scopes: ['sms_code'], perSecond: 50 });
  const rotated = await fixture.post(operator, `/${caller.accountId}/keys/rotate`, {
    keyId: caller.keyId,
    overlapMinutes: 60,
  });
  expect(rotated.status).toBe(200);
  const inAnHour = Date.now() + 3_600_000;
  expect(Math.abs(Date.parse(rotated.body.oldEndsAt) - inAnHour)).toBeLessThan(60_000);
  const [made, old] = await keysOf(caller.accountId);
  expect(made).toMatchObject({
    state: 'active',
    scopes: ['sms_code'],
    perSecond: 50,
    expiresAt: null,
  });
  expect(old).toMatchObject({ state: 'ending', replacedBy: made.keyId });
  const body = { mobile: '13912345678', code: '1234' };
  expect((await caller.call('sms_code', body)).status).toBe(201);
  const authorization = `Bearer ${rotated.body.apiKey}`;
  expect((await caller.call('sms_code', body, { authorization })).status).toBe(201);
  const again = await fixture.post(operator, `/${caller.accountId}/keys/rotate`, {
    keyId: caller.keyId,
    overlapMinutes: 60,
  });
  expect(again.body.details[0].problem).toContain(`replaced by key ${made.keyId}`);
  const inChinese = await fixture.post(
    operator,
    `/${caller.accountId}/keys/rotate`,
    { keyId: caller.keyId, overlapMinutes: 60 },
    { 'accept-language': 'zh-CN' },
  );
  expect(inChinese.body.details[0].problem).toBe(
    `密钥 ${caller.keyId} 已由密钥 ${made.keyId} 取代，请轮换后者。`,
  );
  await projectCalls(fixture.pool, new AbortController().signal, 0);
  const used = Date.parse((await keysOf(caller.accountId))[1].lastUsedAt);
  expect(Math.abs(used - Date.now())).toBeLessThan(60_000);
});

test('without an overlap the old key expires at once', async () => {
  const caller = await fixture.newCaller();
  await fixture.post(operator, `/${caller.accountId}/keys/rotate`, {
    keyId: caller.keyId,
    overlapMinutes: 0,
  });
  const refused = await caller.call('sms_code', { mobile: '13912345678', code: '1234' });
  expect(refused.status).toBe(403);
  const [made, old] = await keysOf(caller.accountId);
  expect([made.state, old.state]).toEqual(['active', 'expired']);
});

test('the use of a key is counted by day, month and address', async () => {
  const caller = await fixture.newCaller();
  const body = { mobile: '13912345678', code: '1234' };
  expect((await caller.call('sms_code', body)).status).toBe(201);
  await caller.call('sms_code', { mobile: 'nobody' });
  await projectCalls(fixture.pool, new AbortController().signal, 0);
  await fixture.app.line.keyUses.write();
  const path = `/keys/use?keyId=${caller.keyId}`;
  const { body: use } = await fixture.get(operator, `/${caller.accountId}${path}`);
  expect(use).toMatchObject({
    key: { keyId: caller.keyId, state: 'active', accountId: caller.accountId },
    day: { calls: 1, charged: '0.0500' },
    month: { calls: 1, charged: '0.0500' },
    addresses: [{ address: '127.0.0.1', requests: 2 }],
  });
  const mine = await fixture.newCaller();
  const member = { members: { [mine.accountId]: 'developer' } } as const;
  expect((await fixture.get(member, `/${mine.accountId}${path}`)).status).toBe(404);
});

test('another account’s key can be neither seen nor changed', async () => {
  const mine = await fixture.newCaller();
  const theirs = await fixture.newCaller();
  const member = { members: { [mine.accountId]: 'developer' } } as const;
  const seen = await fixture.get(
    member,
    `/${mine.accountId}/keys/list?account=${theirs.accountId}`,
  );
  expect(seen.body.keys).toEqual([]);
  for (const verb of ['revoke', 'rotate']) {
    const reply = await fixture.post(member, `/${mine.accountId}/keys/${verb}`, {
      keyId: theirs.keyId,
      overlapMinutes: 1,
    });
    expect(reply.body.reason).toBe('refused');
  }
  expect((await keysOf(theirs.accountId))[0].state).toBe('active');
});

test('a revoked key is refused by the next call, and the log says who revoked it', async () => {
  const caller = await fixture.newCaller();
  const reply = await fixture.post(operator, `/${caller.accountId}/keys/revoke`, {
    keyId: caller.keyId,
  });
  expect(reply.status).toBe(200);
  expect((await caller.call('sms_code', { mobile: '13912345678', code: '1' })).status).toBe(403);
  const log = await fixture.get(operator, `/${caller.accountId}/audit/entries`);
  expect(log.body.entries[0]).toMatchObject({ action: 'key.revoke', actor: { name: 'Lin' } });
});

test('a screen hears of a key that is revoked', async () => {
  const { accountId, keyId } = await fixture.newCaller();
  const { pool } = fixture;
  const { clock } = fixture.app.line;
  const scope = { kind: 'account', accountId } as const;
  const watched = { pool, clock, scope, query: { mode: 'test' } };
  const heard = await hearChanges(routes, '/keys/changes', watched, () =>
    fixture.post(operator, `/${accountId}/keys/revoke`, { keyId }),
  );
  expect(heard[0]).not.toBe(heard[1]);
});
