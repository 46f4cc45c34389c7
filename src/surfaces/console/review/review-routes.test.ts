import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { hearChanges } from '../../../../test/kit/hear-changes.ts';
import { putOnReview } from '../../../line/calls/queries.ts';
import { takeReceipts } from '../../../products/messages/receipt-queries.ts';
import { routes } from './review-routes.ts';

let fixture: ConsoleFixture;
let requestId: string;
const unknown: string[] = [];

const finance = { operator: 'finance' } as const;
const mode = 'mode=test';
/** The sandbox simulates a vendor whose reply is lost. */
const mobile = '13800000007';

beforeAll(async () => {
  fixture = await createConsoleFixture(undefined, { settings: { providerTimeoutMs: 1_000 } });
  // All at once: each takes the full provider timeout.
  const replies = await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7', '8'].map((code) =>
      fixture.call('sms_code', { mobile, code }),
    ),
  );
  expect(new Set(replies.map(({ body }) => body.reason))).toEqual(new Set(['outcome_unknown']));
  unknown.push(...replies.map(({ body }) => body.requestId));
});
afterAll(() => fixture.close());
beforeEach(() => {
  requestId = unknown.pop() as string;
});

const review = () =>
  putOnReview(fixture.pool, { accountId: fixture.accountId, callId: requestId }, null);

async function listed(scope: string | number = 'platform'): Promise<string[]> {
  const { body } = await fixture.get(finance, `/${scope}/review/list?${mode}`);
  return body.calls.map((call: { requestId: string }) => call.requestId);
}

async function counted(scope: string | number = 'platform', of = mode): Promise<number> {
  return (await fixture.get(finance, `/${scope}/review/count?${of}`)).body.count;
}

const decide = (
  decision: string,
  reason = 'seen in their console',
  scope: string | number = 'platform',
) => fixture.post(finance, `/${scope}/review/decide`, { requestId, decision, reason });

test('a call is listed once no provider can be queried any more, and counted until then', async () => {
  const before = await fixture.get(finance, `/platform/review/list?${mode}`);
  expect(await listed()).not.toContain(requestId);
  expect(before.body.asked.count).toBeGreaterThan(0);
  await review();
  const after = await fixture.get(finance, `/platform/review/list?${mode}`);
  expect(await listed()).toContain(requestId);
  expect(await counted()).toBe(after.body.calls.length);
  expect(after.body.asked.count).toBe(before.body.asked.count - 1);
  const live = await fixture.get(finance, '/platform/review/list?mode=live');
  expect(live.body).toMatchObject({ calls: [], isMore: false, asked: { count: 0 } });
  expect(await counted('platform', 'mode=live')).toBe(0);
});

test('a screen hears of each call that begins to wait', async () => {
  const { pool } = fixture;
  const watched = { pool, scope: { kind: 'platform' }, query: { mode: 'test' } } as const;
  const heard = await hearChanges(routes, '/review/changes', watched, () => review());
  expect(heard[0]).not.toBe(heard[1]);
});

test('the evidence is shown, without the number and the text', async () => {
  await review();
  const { body, text } = await fixture.get(
    finance,
    `/platform/review/evidence?requestId=${requestId}`,
  );
  expect(body).toMatchObject({
    requestId,
    state: 'unknown',
    provider: 'sandbox',
    mobile: '138****0007',
    attempts: [{ attempt: 1, provider: 'sandbox', outcome: 'unknown', words: 'no reply in time' }],
  });
  expect(text).not.toContain(mobile);
});

test.each(['settle', 'release'] as const)(
  '%s ends it by the operator’s decision',
  async (decision) => {
    await review();
    const { held } = await fixture.wallet();
    expect(await decide(decision)).toMatchObject({ status: 200 });
    expect(await listed()).not.toContain(requestId);
    expect(Number((await fixture.wallet()).held)).toBeLessThan(Number(held));
    const { body } = await fixture.get({ operator: 'viewer' }, '/platform/audit/entries?limit=1');
    expect(body.entries).toMatchObject([
      {
        action: `call.${decision}`,
        actor: { kind: 'person', name: 'Lin' },
        key: { call_id: requestId },
        after: { reason: 'seen in their console' },
      },
    ]);
    expect(await decide(decision)).toMatchObject({
      status: 404,
      body: { reason: 'nothing_there' },
    });
  },
);

test('a call that can still be resolved cannot be decided, nor one without evidence', async () => {
  expect(await decide('settle')).toMatchObject({ body: { reason: 'nothing_there' } });
  await review();
  const { body } = await decide('release', '…');
  expect(body).toMatchObject({
    reason: 'refused',
    details: [{ problem: 'Enter the evidence for this decision.' }],
  });
  expect(await listed()).toContain(requestId);
});

test('the scope of another account does not show it', async () => {
  await review();
  const { accountId } = await fixture.newCaller();
  expect(await listed(fixture.accountId)).toContain(requestId);
  expect(await listed(accountId)).toEqual([]);
  expect(await counted(accountId)).toBe(0);
  const path = `/${accountId}/review/evidence?requestId=${requestId}`;
  expect(await fixture.get(finance, path)).toMatchObject({ body: { reason: 'nothing_there' } });
  expect(await decide('settle', 'seen', accountId)).toMatchObject({
    body: { reason: 'nothing_there' },
  });
  expect(await listed()).toContain(requestId);
});

test('a released call whose message was delivered is listed with the reason, and can be charged', async () => {
  await review();
  await decide('release');
  const released = await fixture.wallet();
  await takeReceipts(fixture.pool, [
    {
      ...{ reference: `${requestId}.${fixture.accountId}`, state: 'delivered', vendorCode: '' },
      ...{ detail: '', providerCode: 'sandbox', at: new Date(), isTrusted: true },
    },
  ]);
  const { body } = await fixture.get(finance, `/platform/review/list?${mode}`);
  const found = body.calls.find((call: { requestId: string }) => call.requestId === requestId);
  expect(found).toMatchObject({ contradiction: 'delivered_after_release', held: '0.0000' });
  expect(await decide('settle')).toMatchObject({ status: 200 });
  expect(await listed()).not.toContain(requestId);
  const paid = Number(released.available) - Number((await fixture.wallet()).available);
  expect(paid.toFixed(4)).toBe(found.amount);
  const path = `/${fixture.accountId}/calls/show?requestId=${requestId}`;
  const { body: call } = await fixture.get(finance, path);
  expect(call).toMatchObject({
    ...{ state: 'done', result: 'delivered', paid: { amount: found.amount, addsUp: true } },
    transfers: [{ kind: 'hold' }, { kind: 'release' }, { kind: 'charge' }],
    replied: { status: 504, reason: 'outcome_unknown' },
  });
  expect(await decide('release')).toMatchObject({ status: 404 });
});
