import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { hourAhead } from '../../../../test/kit/hour-ahead.ts';
import { project } from '../../../../test/kit/search-recount.ts';

let fixture: ConsoleFixture;
const made: { requestId: string; url: string }[] = [];
beforeAll(async () => {
  await hourAhead();
  fixture = await createConsoleFixture();
  for (const cardNo of ['110101199003070003', '110101199003070011']) {
    const { body } = await fixture.call('face_verify', { name: '张三', cardNo });
    made.push({ requestId: body.requestId, url: body.data.authUrl });
  }
  await project(fixture.pool);
});
afterAll(() => fixture.close());

const operator = { operator: 'support' } as const;
const list = (query = '') => fixture.get(operator, `/platform/checks/list?mode=test${query}`);
const openLink = async (url: string) =>
  (await fixture.app.server.inject({ method: 'GET', url: new URL(url).pathname })).statusCode;

test('checks are listed by state, masked, and counted by how far people came', async () => {
  const { body, text } = await list('&state=pending');
  expect(body.checks.map((check: { requestId: string }) => check.requestId)).toEqual(
    made.map(({ requestId }) => requestId).toReversed(),
  );
  expect(text).not.toMatch(/张三|110101199003070003/);
  expect((await list('&state=passed')).body.checks).toEqual([]);
  const day = 86_400_000;
  const at = (ms: number) => new Date(Math.floor(ms / day) * day).toISOString();
  const span = `from=${at(Date.now())}&to=${at(Date.now() + day)}`;
  const funnel = await fixture.get(operator, `/platform/checks/funnel?mode=test&${span}`);
  expect(funnel.body).toMatchObject({ made: 2, passed: 0 });
  const live = await fixture.get(operator, `/platform/checks/funnel?${span}`);
  expect(live.body).toMatchObject({ made: 0 });
});

test('a refused call is not a check', async () => {
  const refused = { name: '张三', cardNo: '999999199001010067' };
  const { body } = await fixture.call('face_verify', refused);
  expect(body.reason).toBe('provider_rejected');
  await project(fixture.pool);
  const all = await list();
  const ids = all.body.checks.map((check: { requestId: string }) => check.requestId);
  expect(ids).toEqual(made.map(({ requestId }) => requestId).toReversed());
});

test('a new link opens the check, and the old one stops working', async () => {
  const [check] = made;
  expect(await openLink(check?.url ?? '')).toBe(200);
  const path = `/${fixture.accountId}/checks/link`;
  const { body } = await fixture.post(operator, path, { requestId: check?.requestId });
  expect(await openLink(body.url)).toBe(200);
  expect(await openLink(check?.url ?? '')).not.toBe(200);
});

test('a check is cancelled once, by those who may, and is audited', async () => {
  const requestId = made[1]?.requestId;
  const path = `/${fixture.accountId}/checks/cancel`;
  const viewer = { members: { [fixture.accountId]: 'viewer' } } as const;
  expect((await fixture.post(viewer, path, { requestId })).body.reason).toBe('right_missing');
  const other = await fixture.newCaller();
  const stranger = { members: { [other.accountId]: 'owner' } } as const;
  const foreign = await fixture.post(stranger, `/${other.accountId}/checks/cancel`, { requestId });
  expect(foreign.body.reason).toBe('nothing_there');
  expect((await fixture.post(operator, path, { requestId })).status).toBe(200);
  expect((await fixture.post(operator, path, { requestId })).body.reason).toBe('refused');
  const entries = await fixture.get(operator, '/platform/audit/entries?action=check.cancel');
  expect(entries.body.entries).toMatchObject([{ key: { check_id: requestId } }]);
  const message = await fixture.call('sms_code', { mobile: '13912345678', code: '1' });
  const noCheck = { requestId: message.body.requestId };
  expect((await fixture.post(operator, path, noCheck)).body.reason).toBe('nothing_there');
});

// @mutant src/surfaces/reports/find-gaps.ts
// -   if (products.includes('face_verify') && !(await readOperator(pool))) {
// +   if (products.length === 0) {
test('an empty list of live checks says what is missing for them', async () => {
  const gaps = async (mode: string) =>
    (await fixture.get(operator, `/platform/checks/list?mode=${mode}`)).body.gaps;
  // The route of all accounts ends at the sandbox, which serves none of them.
  const provider = (isFault: boolean) => ({ gap: 'provider', isFault });
  expect([await gaps('live'), await gaps('test')]).toEqual([[provider(false)], []]);
  await fixture.newCaller({ mode: 'live' });
  expect(await gaps('live')).toEqual([provider(true)]);
  await byTest(fixture.pool).query('delete from operator_particulars');
  const legal = { gap: 'legal_details', isFault: true };
  expect(await gaps('live')).toEqual([provider(true), legal]);
  await byTest(fixture.pool).query(
    `insert into providers (provider_code, kind, vendor_code, sealed_config, callback_hash)
     values ('mine', 'face', 'tencent-face', '', '')`,
  );
  await byTest(fixture.pool).query(
    `update routes set providers = '[{"code": "mine"}]' where product = 'face_verify'`,
  );
  expect(await gaps('live')).toEqual([{ gap: 'provider_details', isFault: true }, legal]);
  // The sandbox serves an account that is allowed it.
  await byTest(fixture.pool).query(
    `insert into routes (product, account_id, region, providers)
     values ('face_verify', $1, null, '[{"code": "sandbox"}]')`,
    [fixture.accountId],
  );
  const own = await fixture.get(operator, `/${fixture.accountId}/checks/list?mode=live`);
  expect(own.body.gaps).toEqual([legal]);
});
