import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'operator', name: 'Lin' } as const;
const developer = () => ({ members: { [fixture.accountId]: 'developer' } }) as const;
const at = (path: string) => `/${fixture.accountId}/accounts/${path}`;

const lastEntry = async (action: string) =>
  (await fixture.get(operator, `/platform/audit/entries?action=${action}&limit=1`)).body.entries[0];

/** The smallest data that starts like a picture. */
const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
const darkPng = Buffer.from('89504e470d0a1a0a0001', 'hex').toString('base64');

describe('accounts', () => {
  test('are created with test money, paged, and found by name or number', async () => {
    const made = await fixture.post(operator, '/platform/accounts/create', {
      name: 'Rowan Bank',
      testBalance: '12.5',
    });
    expect(made.status).toBe(200);
    const { accountId } = made.body;
    expect(await lastEntry('account.create')).toMatchObject({ accountId, actor: { name: 'Lin' } });
    const found = await fixture.get(operator, '/platform/accounts/list?q=rowan%20b');
    expect(found.body).toEqual({
      accounts: [
        expect.objectContaining({
          ...{ accountId, name: 'Rowan Bank', state: 'active' },
          ...{ live: '0.0000', test: '12.5000', spent: '0.0000', lastsDays: null },
        }),
      ],
      next: null,
    });
    const named = await fixture.get(operator, '/platform/accounts/names?search=ROWAN%20B');
    expect(named.body).toEqual({ accounts: [{ accountId, name: 'Rowan Bank' }] });
    const numbered = await fixture.get(operator, `/platform/accounts/names?account=${accountId}`);
    expect(numbered.body).toEqual(named.body);
    const first = await fixture.get(operator, '/platform/accounts/list?limit=1');
    const second = await fixture.get(
      operator,
      `/platform/accounts/list?limit=1&after=${first.body.next}`,
    );
    expect(second.body.accounts[0].accountId).toBeGreaterThan(first.body.accounts[0].accountId);
    const wrong = await fixture.post(operator, '/platform/accounts/create', {
      name: 'X',
      testBalance: 'much',
    });
    expect(wrong.body).toMatchObject({
      reason: 'invalid_request',
      details: [{ field: 'testBalance' }],
    });
  });

  test('are suspended, resumed and changed, each by its own action', async () => {
    const suspended = await fixture.post(operator, at('suspend'), {});
    expect(suspended.body.state).toBe('suspended');
    expect(await lastEntry('account.suspend')).toMatchObject({
      before: { state: 'active' },
      after: { state: 'suspended' },
    });
    expect((await fixture.post(operator, at('resume'), {})).body.state).toBe('active');
    const set = await fixture.post(operator, at('set'), {
      redirectOrigins: ['https://rowan.example'],
      nationalIdCheck: true,
      keepsCode: true,
      productsOff: ['sms_notice'],
    });
    expect(set.body).toMatchObject({
      redirectOrigins: ['https://rowan.example'],
      nationalIdCheck: true,
      keepsCode: true,
      productsOff: ['sms_notice'],
    });
    const wrong = await fixture.post(operator, at('set'), {
      redirectOrigins: ['https://rowan.example/path'],
    });
    expect(wrong).toMatchObject({ status: 422, body: { reason: 'refused' } });
    const back = await fixture.post(operator, at('set'), {
      redirectOrigins: null,
      productsOff: [],
    });
    expect(back.body).toMatchObject({
      ...{ redirectOrigins: null, nationalIdCheck: true, keepsCode: true },
    });
  });

  test('are not shown singly at the platform, nor listed at an account', async () => {
    expect((await fixture.get(operator, '/platform/accounts/one')).body.reason).toBe(
      'nothing_there',
    );
    expect((await fixture.get(operator, at('list'))).body.reason).toBe('nothing_there');
  });
});

describe('the person’s page', () => {
  test('is set by the account’s own members, with its logos and derived colours', async () => {
    const set = await fixture.post(developer(), at('set-page'), {
      displayName: 'Rowan',
      colour: '#F5D90A',
      logo: png,
      logoDark: darkPng,
      otherWayUrl: 'https://rowan.example/branch',
      textsLink: true,
    });
    expect(set.body).toMatchObject({
      ...{ displayName: 'Rowan', colour: '#f5d90a', hasLogo: true, hasDarkLogo: true },
      ...{ otherWayUrl: 'https://rowan.example/branch', otherWayPhone: null, textsLink: true },
    });
    expect(set.body.theme.light.lead).not.toBe('#f5d90a');
    const logo = await fixture.get(developer(), at('logo?scheme=dark'));
    expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/png']);
    expect(logo.bytes.toString('base64')).toBe(darkPng);
    expect((await fixture.get(developer(), at('logo'))).bytes.toString('base64')).toBe(png);
    const gone = await fixture.post(developer(), at('set-page'), { colour: null, logo: null });
    expect(gone.body).toMatchObject({ colour: null, theme: null, hasLogo: false });
    expect((await fixture.get(developer(), at('logo'))).body.reason).toBe('nothing_there');
    const large = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(60_000)]);
    const both = { logo: large.toString('base64'), logoDark: large.toString('base64') };
    expect((await fixture.post(developer(), at('set-page'), both)).status).toBe(200);
    const wrong = await fixture.post(developer(), at('set-page'), { logo: 'PHN2Zz4=' });
    expect(wrong).toMatchObject({ status: 422, body: { reason: 'refused' } });
  });
});

describe('limits', () => {
  test('show what was set and what is in force; a member reads them', async () => {
    const set = await fixture.post(operator, at('set-limits'), {
      mode: 'live',
      codePerDay: 3,
      regions: ['CN', 'HK'],
      spendCapDay: '500',
    });
    expect(set.body).toMatchObject({
      set: { codePerDay: 3, codePerHour: null, regions: ['CN', 'HK'], spendCapDay: '500.0000' },
      inForce: { perNumber: true, codePerDay: 3, codePerHour: 5, noticePerDay: 50 },
      closed: [],
    });
    const read = await fixture.get(developer(), at('limits?mode=live'));
    expect(read.body).toEqual(set.body);
    const back = await fixture.post(operator, at('set-limits'), {
      ...{ mode: 'live', codePerDay: null, spendCapDay: null },
    });
    expect(back.body.inForce).toMatchObject({ codePerDay: 10, spendCapDay: null });
    expect(back.body.set.regions).toEqual(['CN', 'HK']);
  });

  test('list closed prefixes, which can be opened early', async () => {
    await fixture.pool.query(
      `insert into closed_prefixes (account_id, mode, prefix, closed_at, closed_until, reason)
       values ($1, 'live', '+8613912', now(), now() + interval '1 hour', 'looks pumped')`,
      [fixture.accountId],
    );
    const shown = await fixture.get(operator, at('limits?mode=live'));
    expect(shown.body.closed).toMatchObject([{ prefix: '+8613912', reason: 'looks pumped' }]);
    expect((await fixture.get(operator, at('limits?mode=test'))).body.closed).toEqual([]);
    const opened = await fixture.post(operator, at('open-prefix'), {
      mode: 'live',
      prefix: '+8613912',
    });
    expect(opened.body.closed).toEqual([]);
    expect(await lastEntry('limit.open')).toMatchObject({ accountId: fixture.accountId });
  });
});
