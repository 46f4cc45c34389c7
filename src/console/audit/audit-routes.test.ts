import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleStand, createConsoleStand } from '../../../test/console-stand.ts';

let stand: ConsoleStand;
beforeAll(async () => {
  stand = await createConsoleStand();
});
afterAll(() => stand.close());

const operator = { operator: 'viewer' } as const;

test('an owner of an account sees what concerns it, and nothing else', async () => {
  const other = await stand.newCaller();
  const member = { members: { [stand.accountId]: 'owner' } } as const;
  const own = await stand.get(member, `/${stand.accountId}/audit/entries`);
  expect(own.status).toBe(200);
  const accounts = new Set(own.body.entries.map((entry: { accountId: number }) => entry.accountId));
  expect([...accounts]).toEqual([stand.accountId]);
  const asked = await stand.get(
    member,
    `/${stand.accountId}/audit/entries?account=${other.accountId}`,
  );
  expect(asked.body.entries).toEqual([]);
});

test('pages go on where the last one ended', async () => {
  const whole = await stand.get(operator, '/platform/audit/entries');
  const first = await stand.get(operator, '/platform/audit/entries?limit=2');
  const second = await stand.get(
    operator,
    `/platform/audit/entries?limit=2&before=${first.body.next}`,
  );
  const ids = (page: { body: { entries: { entryId: number }[] } }) =>
    page.body.entries.map(({ entryId }) => entryId);
  expect([...ids(first), ...ids(second)]).toEqual(ids(whole).slice(0, 4));
});

test('the chain is followed for the platform, and for nobody else', async () => {
  const proof = await stand.post(operator, '/platform/audit/verify', {});
  expect(proof.body).toMatchObject({ ok: true, fault: null });
  const asked = await stand.post(operator, `/${stand.accountId}/audit/verify`, {});
  expect(asked.body).toMatchObject({ reason: 'nothing_there' });
});

test('a change comes from a page of ours alone, and with words that are understood', async () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  const forged = await stand.post(operator, '/platform/audit/verify', {}, elsewhere);
  expect(forged).toMatchObject({ status: 400, body: { details: [{ field: 'Origin' }] } });
  const nobody = await stand.post(undefined, '/platform/audit/verify', {});
  expect(nobody).toMatchObject({ status: 401, body: { reason: 'sign_in_required' } });
  const wrong = await stand.get(operator, '/platform/audit/entries?limit=many');
  expect(wrong).toMatchObject({
    status: 400,
    body: { reason: 'invalid_request', details: [{ field: 'limit' }] },
  });
});
