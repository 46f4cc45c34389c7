import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import {
  isMagicMobile,
  magicMobiles,
  magicPersons,
  rehearsedRefusals,
} from '../../../vendors/sandbox/sandbox-scripts.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'support' } as const;
const own = () => ({ members: { [fixture.accountId]: 'developer' } }) as const;
const person = { name: '张三', cardNo: '110101199003070011' };

async function ask(): Promise<{ requestId: string; path: string }> {
  const { body } = await fixture.call('face_verify', person);
  return { requestId: body.requestId, path: new URL(body.data.authUrl).pathname };
}

test('the sandbox of an account misbehaves as set, by those who may, and is normal elsewhere', async () => {
  const calm = { delayMs: 0, fail: 0, timeOut: 0, lose: 0, duplicate: 0, reorder: 0 };
  const wild = { ...calm, fail: 10, delayMs: 200 };
  const path = `/${fixture.accountId}/inbox`;
  const viewer = { members: { [fixture.accountId]: 'viewer' } } as const;
  expect((await fixture.post(viewer, `${path}/set-chaos`, wild)).body.reason).toBe('right_missing');
  expect((await fixture.get(own(), `${path}/chaos`)).body).toEqual(calm);
  expect((await fixture.post(own(), `${path}/set-chaos`, wild)).body).toEqual(wild);
  expect((await fixture.get(own(), `${path}/chaos`)).body).toEqual(wild);
  const other = await fixture.newCaller();
  expect((await fixture.get(operator, `/${other.accountId}/inbox/chaos`)).body).toEqual(calm);
  const much = await fixture.post(own(), `${path}/set-chaos`, { ...wild, fail: 101 });
  expect(much.status).toBe(400);
  await fixture.post(own(), `${path}/set-chaos`, calm);
  const entries = await fixture.get(operator, '/platform/audit/entries?action=inbox.chaos');
  expect(entries.body.entries).toHaveLength(2);
});

describe('messages', () => {
  test('are shown as on a phone, with the code to copy, to operators and to their account', async () => {
    const { body } = await fixture.call('sms_code', { mobile: '13912345678', code: '482913' });
    const expected = {
      requestId: body.requestId,
      accountId: fixture.accountId,
      mobile: '+8613912345678',
      text: 'Your verification code is 482913. Do not share it with anyone.',
      code: '482913',
    };
    for (const [visitor, scope] of [
      [operator, 'platform'],
      [own(), fixture.accountId],
    ] as const) {
      const shown = await fixture.get(visitor, `/${scope}/inbox/messages`);
      expect(shown.body.messages[0]).toMatchObject(expected);
    }
  });

  test('without a code have none to copy', async () => {
    const notice = { mobile: '13912345681', content: 'Your table is booked for 1900 hours.' };
    const { body } = await fixture.call('sms_notice', notice);
    const shown = await fixture.get(own(), `/${fixture.accountId}/inbox/messages`);
    expect(shown.body.messages[0]).toMatchObject({ requestId: body.requestId, code: null });
  });

  test('of other accounts are not shown, nor live ones to anyone', async () => {
    const other = await fixture.newCaller();
    const live = await fixture.newCaller({ mode: 'live' });
    const theirs = await other.call('sms_code', { mobile: '13912345679', code: '111111' });
    const sold = await live.call('sms_code', { mobile: '13912345680', code: '222222' });
    expect([theirs.status, sold.status]).toEqual([201, 201]);
    const idsOf = ({ body }: Awaited<ReturnType<typeof fixture.get>>) =>
      body.messages.map(({ requestId }: { requestId: string }) => requestId);
    const mine = await fixture.get(own(), `/${fixture.accountId}/inbox/messages`);
    expect(idsOf(mine)).not.toContain(theirs.body.requestId);
    expect(mine.text).not.toContain('13912345679');
    const all = await fixture.get(operator, '/platform/inbox/messages');
    expect(idsOf(all)).toContain(theirs.body.requestId);
    expect(idsOf(all)).not.toContain(sold.body.requestId);
    expect(all.text).not.toContain('13912345680');
    const sellers = await fixture.get(operator, `/${live.accountId}/inbox/messages`);
    expect(sellers.body.messages).toEqual([]);
  });
});

describe('face checks', () => {
  test('that wait are shown masked, each to its own account', async () => {
    const { requestId } = await ask();
    const { body, text } = await fixture.get(own(), `/${fixture.accountId}/inbox/checks`);
    expect(body.checks[0]).toMatchObject({
      requestId,
      name: '张**',
      number: '110****11',
      stage: 'waiting',
    });
    expect(text).not.toContain(person.cardNo);
    const other = await fixture.newCaller();
    const theirs = await fixture.get(operator, `/${other.accountId}/inbox/checks`);
    expect(theirs.body.checks).toEqual([]);
  });

  test('get a new link, and the old one stops working', async () => {
    const { requestId, path } = await ask();
    const fetchStatus = async (at: string) => (await fetch(fixture.url + at)).status;
    expect(await fetchStatus(path)).toBe(200);
    const renewed = await fixture.post(own(), `/${fixture.accountId}/inbox/renew-link`, {
      requestId,
    });
    expect(renewed.status).toBe(200);
    expect(await fetchStatus(new URL(renewed.body.url).pathname)).toBe(200);
    expect(await fetchStatus(path)).toBe(404);
    const { body } = await fixture.get(operator, '/platform/audit/entries?limit=1');
    expect(body.entries).toMatchObject([
      { action: 'check.renew_link', accountId: fixture.accountId },
    ]);
  });

  test('have their new link at the address of people’s pages', async () => {
    const settings = { personUrl: 'https://id.example.com' };
    const apart = await createConsoleFixture(undefined, { settings });
    try {
      const { body: call } = await apart.call('face_verify', person);
      const visitor = { members: { [apart.accountId]: 'developer' } } as const;
      const { body } = await apart.post(visitor, `/${apart.accountId}/inbox/renew-link`, {
        requestId: call.requestId,
      });
      expect(body.url).toMatch(/^https:\/\/id\.example\.com\/v\//);
    } finally {
      await apart.close();
    }
  });

  test('of another account keep their link', async () => {
    const { requestId, path } = await ask();
    const other = await fixture.newCaller();
    const member = { members: { [other.accountId]: 'owner' } } as const;
    const asked = await fixture.post(member, `/${other.accountId}/inbox/renew-link`, { requestId });
    expect(asked.body.reason).toBe('nothing_there');
    expect((await fetch(fixture.url + path)).status).toBe(200);
  });
});

test('the magic values are the sandbox’s', async () => {
  const { body } = await fixture.get(own(), `/${fixture.accountId}/inbox/magic-values`);
  const mobiles: { value: string }[] = [...body.mobiles, ...body.reasons, ...body.refusals];
  expect(mobiles).toHaveLength(magicMobiles.length + rehearsedRefusals.length);
  expect(mobiles.filter(({ value }) => !isMagicMobile(value))).toEqual([]);
  expect(body.persons).toHaveLength(magicPersons.length);
});
