import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { project } from '../../../../test/kit/search-recount.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const send = (mobile: string, headers = {}) =>
  fixture.call('sms_code', { mobile, code: '1' }, headers);
const show = async (requestId: string) =>
  (await fixture.get({ operator: 'owner' }, `/platform/calls/show?requestId=${requestId}`)).body;

// @mutant src/surfaces/reports/reply-of-call.ts
// - if (state === 'done' && evidence === null && endedAt) return { error: null, at: endedAt };
// + if (state === 'done' && endedAt) return { error: null, at: endedAt };
test('a call that was answered with 504 and done later shows both, and what a repeat gets', async () => {
  const key = { 'idempotency-key': 'order-17' };
  const first = await send('13800000007', key);
  expect(first.status).toBe(504);
  const open = await show(first.body.requestId);
  expect(open).toMatchObject({
    ...{ state: 'unknown', resolvedAt: null, repeat: null, receipts: [] },
    replied: { status: 504, code: 50401, reason: 'outcome_unknown' },
    isKeyed: true,
  });
  await fixture.app.line.keyUses.write();
  expect((await show(first.body.requestId)).addresses).toEqual(['127.0.0.1']);
  expect(open.replied.body).toEqual(first.body);
  await expect.poll(() => fixture.resolve()).toBe(1);
  const { replied, repeat, ...resolved } = await show(first.body.requestId);
  expect(replied).toEqual(open.replied);
  expect(resolved.state).toBe('done');
  expect(Date.parse(resolved.resolvedAt)).toBeGreaterThan(Date.parse(replied.at));
  const second = await send('13800000007', key);
  expect(second.status).toBe(repeat.status);
  expect(repeat.body).toEqual({
    ...second.body,
    data: { ...second.body.data, mobile: '138****0007' },
  });
});

const tookMs = async (requestId: string) => {
  await project(fixture.pool);
  const path = `/${fixture.accountId}/calls/list?mode=test&requestId=${requestId}`;
  return (await fixture.get({ operator: 'owner' }, path)).body.calls[0].tookMs;
};

// @mutant src/surfaces/console/calls/show-row.ts
// - call.endedAt && call.state !== 'unknown'
// + call.endedAt
test('a call that was answered with 504 and released later shows its duration, and no body of a success', async () => {
  const { body } = await send('13800000008');
  expect(await tookMs(body.requestId)).toBe(null);
  await expect.poll(() => fixture.resolve()).toBe(1);
  expect(await tookMs(body.requestId)).toEqual(expect.any(Number));
  expect(await show(body.requestId)).toMatchObject({
    ...{ state: 'unavailable', repeat: null, resolvedAt: expect.any(String) },
    replied: { status: 504, code: 50401 },
  });
});

// @mutant src/surfaces/console/calls/show-call.ts
// - const isPlayed = providerCode === 'sandbox' && story.state === 'done' && state !== 'unknown';
// + const isPlayed = state !== 'unknown';
test('a refusal of the provider is the reply, with its reason, and no receipt', async () => {
  const { status, body } = await send('13800000001');
  expect(status).toBe(400);
  const story = await show(body.requestId);
  expect(story).toMatchObject({ resolvedAt: null, repeat: null, receipts: [] });
  expect(story.replied).toMatchObject({ status: 400, code: 40007, reason: 'provider_rejected' });
  expect(story.replied.body).toEqual(body);
  const down = await send('13800000010');
  expect(await show(down.body.requestId)).toMatchObject({
    ...{ resolvedAt: null, receipts: [] },
    replied: { status: 502, body: down.body },
  });
});

// @mutant src/surfaces/console/calls/show-replies.ts
// - return { ...errorBody(error, { requestId: callId, language: bodyLanguage, docBase }) };
// + return { ...errorBody(error, { requestId: callId, language: 'zh', docBase }) };
test('every viewer sees the same body, and reads in their own language what it says', async () => {
  const isChinese = (text: string) => /\p{Script=Han}/u.test(text);
  for (const mobile of ['13800000000', '13800000001', '13800000010']) {
    const { body } = await send(mobile);
    const path = `/platform/calls/show?requestId=${body.requestId}`;
    const headers = { 'accept-language': 'zh' };
    const chinese = (await fixture.get({ operator: 'owner' }, path, headers)).body;
    const english = await show(body.requestId);
    expect(chinese.replied.body).toEqual(english.replied.body);
    expect(english.replied.body.message).toBe(body.message);
    expect(isChinese(english.replied.text)).toBe(false);
    expect(isChinese(chinese.replied.text)).toBe(true);
  }
});

test('a call without a stored outcome shows no reply', async () => {
  const { body } = await send('13800000000');
  await fixture.pool.query(
    `update calls set state = 'held', ended_at = null where account_id = $1 and call_id = $2`,
    [fixture.accountId, body.requestId],
  );
  expect(await show(body.requestId)).toMatchObject({ replied: null, resolvedAt: null });
  // Its process died; the resolver found its message at the provider.
  await fixture.pool.query(
    `update calls set state = 'done', ended_at = now(), evidence = 'status query: delivered'
     where account_id = $1 and call_id = $2`,
    [fixture.accountId, body.requestId],
  );
  expect(await show(body.requestId)).toMatchObject({
    ...{ replied: null, repeat: null, resolvedAt: expect.any(String) },
  });
});

test('a settle that outlasted the deadline was overtaken by the reply 504', async () => {
  const { body } = await send('13800000000');
  await fixture.pool.query(
    `update calls set held_at = held_at - interval '10 minutes'
     where account_id = $1 and call_id = $2`,
    [fixture.accountId, body.requestId],
  );
  expect(await show(body.requestId)).toMatchObject({
    ...{ state: 'done', replied: { status: 504 }, resolvedAt: expect.any(String) },
  });
});
