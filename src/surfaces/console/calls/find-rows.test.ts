import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import type { Caller } from '../../../../test/kit/fixture.ts';
import { project } from '../../../../test/kit/search-recount.ts';

let fixture: ConsoleFixture;
let poor: Caller;
const mobile = '13912345678';
/** The calls of an account that pays for two of five, in order. */
const ids: string[] = [];

beforeAll(async () => {
  fixture = await createConsoleFixture();
  poor = await fixture.newCaller({ balance: '0.1000' });
  for (const code of ['1', '2', '3', '4', '5']) {
    ids.push((await poor.call('sms_code', { mobile, code })).body.requestId);
  }
  await project(fixture.pool);
  const written = 'select count(*)::integer as count from refused_calls';
  await vi.waitFor(async () =>
    expect((await fixture.pool.query(written)).rows).toEqual([{ count: 3 }]),
  );
});
afterAll(() => fixture.close());

const operator = { operator: 'owner' } as const;
const member = (account: number) => ({ members: { [account]: 'viewer' } }) as const;
type Row = { requestId: string; state: string };
const list = async (visitor: object, scope: string | number, query = '') =>
  (await fixture.get(visitor, `/${scope}/calls/list?mode=test${query}`)).body;
const idsOf = ({ calls }: { calls: Row[] }) => calls.map(({ requestId }) => requestId);

test('refused calls are rows between the others, page by page in both directions', async () => {
  const all = await list(member(poor.accountId), poor.accountId);
  expect(idsOf(all)).toEqual(ids.toReversed());
  expect(all.calls.map(({ state }: Row) => state)).toEqual([
    ...['refused', 'refused', 'refused', 'done', 'done'],
  ]);
  expect(all.calls[0]).toMatchObject({
    ...{ reason: 'balance_too_low', charged: '0.0000', refused: 1 },
    ...{ person: '139****5678', isHashed: true },
  });
  const seen: string[] = [];
  for (let page = { hasMore: true, calls: [] as Row[] }; page.hasMore; ) {
    const last = seen.at(-1);
    page = await list(operator, 'platform', `&limit=2${last ? `&before=${last}` : ''}`);
    seen.push(...idsOf(page));
  }
  expect(seen).toEqual(ids.toReversed());
  const back = await list(operator, 'platform', `&limit=2&after=${ids[1]}`);
  expect([idsOf(back), back.hasMore]).toEqual([[ids[3], ids[2]], true]);
});

test('the totals count refused calls among the others, by the same filters', async () => {
  const totals = async (query = '') =>
    (await fixture.get(operator, `/platform/calls/totals?mode=test${query}`)).body;
  const { bars, ...sums } = await totals();
  expect(sums).toMatchObject({ calls: 5, completed: 2, failed: 0, refused: 3 });
  const filled = bars.filter(({ calls }: { calls: number }) => calls > 0);
  expect(filled).toMatchObject([{ calls: 5, completed: 2, bad: 3 }]);
  expect(await totals('&product=face_verify')).toMatchObject({ calls: 0, refused: 0 });
  expect(await totals('&state=refused')).toMatchObject({ calls: 3, completed: 0, refused: 3 });
  expect(await totals('&reason=balance_too_low')).toMatchObject({ calls: 3, refused: 3 });
  expect(await totals('&state=done')).toMatchObject({ calls: 2, refused: 0 });
});

test('a number finds the refused calls to it, and each filter narrows them', async () => {
  const asked = { text: mobile };
  const { token } = (await fixture.post(operator, '/platform/calls/person', asked)).body;
  const found = await list(operator, 'platform', `&person=${token}`);
  expect(idsOf(found)).toEqual(ids.toReversed());
  expect(found.calls[0].person).toBe('139****5678');
  const narrowed = async (query: string) => idsOf(await list(operator, 'platform', query));
  expect(await narrowed('&state=refused')).toEqual(ids.slice(2).toReversed());
  expect(await narrowed('&state=done')).toEqual(ids.slice(0, 2).toReversed());
  expect(await narrowed('&state=trouble')).toEqual(ids.slice(2).toReversed());
  expect(await narrowed('&provider=sandbox')).toEqual(ids.slice(0, 2).toReversed());
  expect(await narrowed('&reason=balance_too_low&product=sms_code')).toHaveLength(3);
  expect(await narrowed('&state=refused&product=sms_notice')).toEqual([]);
  expect(await narrowed(`&requestId=${ids[3]}`)).toEqual([ids[3]]);
  expect(idsOf(await list(operator, fixture.accountId))).toEqual([]);
});

// @mutant src/line/refused/queries.ts
// - where r.call_id = $1 and ($2::integer is null or r.account_id = $2)`,
// + where r.call_id = $1 and ($2::integer is null or true)`,
test('the story of a refused call is told to its account and the platform alone', async () => {
  const show = (visitor: object, scope: string | number) =>
    fixture.get(visitor, `/${scope}/calls/refused?requestId=${ids[4]}`);
  for (const reply of [
    await show(member(poor.accountId), poor.accountId),
    await show(operator, 'platform'),
  ]) {
    expect(reply.body).toMatchObject({
      ...{ requestId: ids[4], accountId: poor.accountId, product: 'sms_code', calls: 1 },
      ...{ status: 403, reason: 'balance_too_low', limit: null, retryAfter: null },
      docUrl: expect.stringContaining('/docs/errors/'),
    });
    expect(reply.text).not.toContain(mobile);
  }
  const foreign = await show(member(fixture.accountId), fixture.accountId);
  expect(foreign).toMatchObject({ status: 404, body: { reason: 'nothing_there' } });
  const done = `/platform/calls/refused?requestId=${ids[0]}`;
  expect((await fixture.get(operator, done)).status).toBe(404);
  const search = { text: ids[4] };
  const { body } = await fixture.post(operator, '/platform/search-box/find', search);
  expect(body.calls).toMatchObject([{ requestId: ids[4], product: 'sms_code' }]);
});

test('a limit is told with its words and when to retry', async () => {
  const caller = await fixture.newCaller({ perSecond: 1 });
  const replies = await Promise.all(
    ['1', '2', '3'].map((code) => caller.call('sms_code', { mobile, code })),
  );
  const limited = replies.find(({ status }) => status === 429)?.body.requestId;
  const path = `/platform/calls/refused?requestId=${limited}`;
  await expect
    .poll(async () => (await fixture.get(operator, path)).body)
    .toMatchObject({ limit: { name: 'key', quota: 1, windowSeconds: 1 }, retryAfter: 1 });
});
