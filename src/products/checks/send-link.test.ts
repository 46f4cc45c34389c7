import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import {
  createFakeSms,
  done,
  type FakeSms,
  silent,
  unavailable,
} from '../../../test/kit/fake-sms.ts';
import {
  type Caller,
  createFixture,
  type Fixture,
  type NewCaller,
} from '../../../test/kit/fixture.ts';
import { loseStatements } from '../../../test/kit/lose-statements.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { revokeKey } from '../../line/callers/key-queries.ts';
import { setLimits } from '../../line/limits/queries.ts';
import { setPageSettings } from '../../people/accounts/page-queries.ts';
import { setAccountState } from '../../people/accounts/queries.ts';
import type { Outcome } from '../../vendors/providers/provider.ts';
import { listInbox } from '../../vendors/sandbox/list-inbox.ts';
import { openMessage } from '../messages/content.ts';
import { deleteTemplate, requireTemplate, updateTemplate } from '../messages/template-queries.ts';
import { hashSecret } from './check-secrets.ts';
import { endCheck, findCheckByLink, type LinkedCheck } from './queries.ts';
import { type LinkRequest, sendLink } from './send-link.ts';

let fixture: Fixture;
let vendor: FakeSms;
let caller: Caller;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  fixture = await createFixture({
    settings: { providerTimeoutMs: 300, callDeadlineMs: 2_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['vendor'] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  vendor.behave(done);
  vendor.sent.length = 0;
  caller = await newCaller();
});

async function newCaller(wanted: NewCaller = { mode: 'live' }): Promise<Caller> {
  const made = await fixture.newCaller(wanted);
  await setPageSettings(byTest(fixture.pool), made.accountId, {
    displayName: 'Rowan',
    textsLink: true,
  });
  return made;
}

/** A check as the page has it, read again for every request. */
async function ask(by = caller) {
  const reply = await by.call('face_verify', { name: '张小明', cardNo: '11010519491231002X' });
  const { authUrl } = reply.body.data;
  const link = authUrl.split('/').at(-1) as string;
  return {
    authUrl,
    checkId: reply.body.requestId,
    read: async () => (await findCheckByLink(fixture.pool, hashSecret(link), null)) as LinkedCheck,
  };
}

type Asked = Awaited<ReturnType<typeof ask>>;

async function send(check: Asked, wanted: Partial<LinkRequest> = {}): Promise<string> {
  const request: LinkRequest = {
    mobile: '13912345678',
    language: 'en',
    pageUrl: check.authUrl,
    ...wanted,
  };
  return (await sendLink(fixture.app.line.checks, await check.read(), request)).kind;
}

/** What the account paid for messages. */
async function notices(by = caller) {
  const { rows } = await fixture.pool.query(
    `select state, key_id as "keyId", template_id as "templateId", amount::integer
     from calls where account_id = $1 and product = 'sms_notice'`,
    [by.accountId],
  );
  return rows;
}

describe('a link texted to a person’s phone', () => {
  test('is sent once, as a paid call of the account under the key of the check', async () => {
    const check = await ask();
    expect(await send(check)).toBe('sent');
    expect(vendor.sent).toMatchObject([
      {
        to: '+8613912345678',
        text: `Rowan asks you to confirm your identity: ${check.authUrl} If you did not ask for this, ignore it.`,
      },
    ]);
    const [paid] = await notices();
    expect(paid).toMatchObject({ state: 'done', keyId: caller.keyId, amount: 500 });
    expect((await check.read()).linkTextedAt).toBeInstanceOf(Date);

    expect(await send(check)).toBe('already_sent');
    expect(await send(check, { mobile: '13912345679' })).toBe('already_sent');
    expect(vendor.sent).toHaveLength(1);
    expect(await fixture.findFaults()).toEqual([]);
  });

  // @mutant src/line/calls/call-with-check-link.ts
  // - const template = await findTemplate(line.pool, templateIds[message.language]);
  // + const template = await findTemplate(line.pool, templateIds[message.language]).catch(() => undefined);
  test('is not refused because the database is away: that is an error', async () => {
    const check = await ask();
    const { fault, restore } = loseStatements(fixture.app.line.pool, 'from templates');
    await expect(send(check).finally(restore)).rejects.toBe(fault);
    expect(await notices()).toEqual([]);
  });

  test('is not sent if its text needs a variable that is missing', async () => {
    const set = (text: string) => updateTemplate(byTest(fixture.pool), 'CHECK_LINK_EN', { text });
    const { text } = await requireTemplate(fixture.pool, 'CHECK_LINK_EN');
    await set('{asker}: {link}, {gap}');
    try {
      expect(await send(await ask())).toBe('refused');
      expect(await notices()).toEqual([]);
    } finally {
      await set(text);
    }
  });

  test('is decided again while its terms change, and endless changes are no refusal', async () => {
    const [first, second] = [await ask(), await ask()];
    const { holds } = fixture.app.line;
    const hold = holds.add;
    let decisions = 0;
    const staleUntil = (last: number) => {
      decisions = 0;
      holds.add = async (item) =>
        ++decisions < last ? { verdict: 'stale', retryAfterMs: null } : hold(item);
    };
    try {
      staleUntil(10);
      expect([await send(first), decisions]).toEqual(['sent', 10]);
      staleUntil(99);
      await expect(send(second)).rejects.toMatchObject({ reason: 'overloaded' });
      expect(decisions).toBe(10);
    } finally {
      holds.add = hold;
    }
  });

  test.each([
    ['zh-CN', 'CHECK_LINK_ZH', 'Rowan需要核验您的身份：'],
    ['zh-TW', 'CHECK_LINK_ZH_TW', 'Rowan需要驗證您的身分：'],
  ] as const)('is written in the language of the page: %s', async (language, template, text) => {
    expect(await send(await ask(), { language })).toBe('sent');
    expect(vendor.sent[0]?.text).toContain(text);
    expect(await notices()).toMatchObject([{ templateId: template }]);
  });

  test('of a test check goes to the sandbox only', async () => {
    const rehearsing = await newCaller({ mode: 'test' });
    const check = await ask(rehearsing);
    expect(await send(check)).toBe('sent');
    expect(vendor.sent).toEqual([]);
    const { line } = fixture.app;
    const inbox = await listInbox(
      fixture.pool,
      wholePlatform,
      (row) => openMessage(line.vault, row),
      { limit: 5 },
    );
    expect(inbox[0]).toMatchObject({ mobile: '+8613912345678', mode: 'test' });
    expect(inbox[0]?.text).toContain(check.authUrl);
    expect(await notices(rehearsing)).toHaveLength(1);
  });

  test('is sent once, however many tabs ask at the same moment', async () => {
    const check = await ask();
    const page = await check.read();
    const kinds = await Promise.all(
      ['13912345678', '13912345678', '13912345679', '13912345670'].map(
        async (mobile) =>
          (
            await sendLink(fixture.app.line.checks, page, {
              mobile,
              language: 'en',
              pageUrl: check.authUrl,
            })
          ).kind,
      ),
    );
    expect(kinds.sort()).toEqual(['already_sent', 'already_sent', 'already_sent', 'sent']);
    expect(vendor.sent).toHaveLength(1);
  });

  test('is not sent again by a process that died before it noted it', async () => {
    const check = await ask();
    await send(check);
    await fixture.pool.query('update checks set link_texted_at = null where check_id = $1', [
      check.checkId,
    ]);
    expect(await send(check)).toBe('already_sent');
    expect((await check.read()).linkTextedAt).toBeInstanceOf(Date);
    expect(vendor.sent).toHaveLength(1);
  });
});

describe('a failed message', () => {
  test.each<[string, () => Outcome, string]>([
    ['whose provider was down', unavailable, 'refused'],
    [
      'whose number the provider refused',
      () => ({ kind: 'rejected', reason: 'number_invalid', detail: 'no' }),
      'number_invalid',
    ],
    [
      'whose text the provider refused',
      () => ({ kind: 'rejected', reason: 'content_refused', detail: 'no' }),
      'refused',
    ],
  ])('%s costs nothing and can be tried again', async (_, behaviour, kind) => {
    const before = await caller.wallet();
    const check = await ask();
    const { available } = await caller.wallet();
    expect(available).not.toBe(before.available);
    vendor.behave(behaviour);
    expect(await send(check)).toBe(kind);
    expect(await caller.wallet()).toEqual({ available, held: '0.0000' });
    expect((await check.read()).linkTextedAt).toBeNull();
    vendor.behave(done);
    expect(await send(check)).toBe('sent');
  });

  test('with an unknown outcome is not sent a second time before it is known', async () => {
    const check = await ask();
    vendor.behave(silent);
    expect(await send(check)).toBe('already_sent');
    vendor.behave(done);
    expect(await send(check)).toBe('already_sent');
    expect(vendor.sent).toHaveLength(1);
    expect((await check.read()).linkTextedAt).toBeNull();
    await fixture.pool.query(
      `update unresolved_calls set next_try_at = now() where account_id = $1`,
      [caller.accountId],
    );
    vendor.setStatus('absent');
    await fixture.resolve();
    expect(await send(check)).toBe('sent');
  });
});

describe('a link is not sent', () => {
  test.each(['', '12345', '02088888888', 'x'.repeat(99)])('to %j', async (mobile) => {
    expect(await send(await ask(), { mobile })).toBe('number_invalid');
    expect(await notices()).toEqual([]);
  });

  test('to a region that the account may not send to', async () => {
    expect(await send(await ask(), { mobile: '+12025550123' })).toBe('refused');
  });

  test('if the account has not allowed it, or no longer does', async () => {
    const check = await ask();
    await setPageSettings(byTest(fixture.pool), caller.accountId, { textsLink: false });
    expect(await send(check)).toBe('refused');
    expect(vendor.sent).toEqual([]);
  });

  test('for a check that has ended or is past its time', async () => {
    const ended = await ask();
    await endCheck(fixture.pool, await ended.read(), 4, null);
    expect(await send(ended)).toBe('refused');
    const past = await ask();
    await fixture.pool.query('update checks set expires_at = now() where check_id = $1', [
      past.checkId,
    ]);
    expect(await send(past)).toBe('refused');
    expect(vendor.sent).toEqual([]);
  });

  test('by an account that cannot pay', async () => {
    const poor = await newCaller({ mode: 'live', balance: '1' });
    const check = await ask(poor);
    expect(await send(check)).toBe('refused');
    expect(await notices(poor)).toEqual([]);
  });

  test('by a revoked key, a key without messages in its scope, or a suspended account', async () => {
    const narrow = await newCaller({ mode: 'live', scopes: ['face_verify'] });
    expect(await send(await ask(narrow))).toBe('refused');
    const check = await ask();
    await setAccountState(byTest(fixture.pool), caller.accountId, 'suspended');
    expect(await send(check)).toBe('refused');
    await setAccountState(byTest(fixture.pool), caller.accountId, 'active');
    await revokeKey(byTest(fixture.pool), { keyId: caller.keyId });
    expect(await send(check)).toBe('refused');
    expect(vendor.sent).toEqual([]);
  });

  test('to a number that has had too many, from any check', async () => {
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { noticePerDay: 1 });
    expect(await send(await ask())).toBe('sent');
    const check = await ask();
    expect(await send(check)).toBe('refused');
    expect(await send(check, { mobile: '13912345679' })).toBe('sent');
  });

  test('after so many tries that they look like guesses', async () => {
    const check = await ask();
    for (let tries = 0; tries < 10; tries++) {
      expect(await send(check, { mobile: '12345' })).toBe('number_invalid');
    }
    expect(await send(check)).toBe('refused');
    expect(vendor.sent).toEqual([]);
  });

  test('without the template of its language, which only the operator can add', async () => {
    await deleteTemplate(byTest(fixture.pool), 'CHECK_LINK_ZH_TW');
    expect(await send(await ask(), { language: 'zh-TW' })).toBe('refused');
  });
});

test('the log contains nothing of the number', () => {
  expect(fixture.logged.join('\n')).not.toContain('13912345678');
});
