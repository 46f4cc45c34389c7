import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolveCalls } from '../../src/line/calls/resolve-calls.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { assignTemplate, createTemplate } from '../../src/products/messages/template-queries.ts';
import { byTest } from '../kit/by-test.ts';
import { countBlocked } from '../kit/count-blocked.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { holdsCode } from '../kit/holds-code.ts';
import { routeLive } from '../kit/route-live.ts';

let fixture: Fixture;
let second: Fixture;
let vendor: FakeSms;
let caller: Caller;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  const options = {
    extendRegistry: (registry: FixtureRegistry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor] as const]),
    }),
  };
  fixture = await createFixture(options);
  await routeLive(fixture.pool, { sms: ['vendor'] });
  second = await createFixture({
    ...options,
    databaseTarget: fixture.database.target,
    vault: fixture.app.line.vault,
  });
});
afterAll(async () => {
  await second.close();
  await fixture.close();
});
beforeEach(async () => {
  vendor.behave(done);
  vendor.sent.length = 0;
  caller = await fixture.newCaller({ mode: 'live' });
});

type FixtureRegistry = Parameters<
  NonNullable<NonNullable<Parameters<typeof createFixture>[0]>['extendRegistry']>
>[0];

const mobile = '139 1234 5678';
const start = (more: object = {}, headers = {}) =>
  caller.call('verify_start', { mobile, ...more }, headers);
const check = (body: object) => caller.call('verify_check', body);
const guess = async (body: object) => (await check(body)).body.data.result;
const lastCode = () => vendor.sent.at(-1)?.variables.code ?? '';
/** A code of the same length that is not this one. */
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

/** Lets time pass for the verifications of this caller. */
async function pass(seconds: number): Promise<void> {
  await fixture.pool.query(
    `update verifications
     set sent_at = array(select s - make_interval(secs => $2) from unnest(sent_at) s),
       started_at = started_at - make_interval(secs => $2),
       expires_at = expires_at - make_interval(secs => $2)
     where account_id = $1`,
    [caller.accountId, seconds],
  );
}

async function startOne(more: object = {}) {
  const { status, body } = await start(more);
  expect(status).toBe(201);
  return { id: String(body.data.verificationId), code: lastCode() };
}

describe('a started verification', () => {
  test('is charged like a message, and names no code and no whole number', async () => {
    const { status, body, text } = await start();
    expect(status).toBe(201);
    expect(body).toMatchObject({ unitPrice: '0.0500', priceSource: 'default' });
    expect(body.data).toMatchObject({
      productCode: 'verify_start',
      verificationId: body.requestId,
      mobile: '+86139****5678',
      channel: 'sms',
    });
    const { expiresAt, resendAfter } = body.data as Record<string, string>;
    expect(Date.parse(expiresAt as string) - Date.parse(resendAfter as string)).toBe(570_000);
    expect(lastCode()).toMatch(/^\d{6}$/);
    expect(holdsCode(text, lastCode())).toBe(false);
  });

  test.each([4, 8])('has a code of %i digits if that is asked for', async (codeLength) => {
    await start({ codeLength });
    expect(lastCode()).toMatch(new RegExp(`^\\d{${codeLength}}$`));
  });

  // @mutant src/line/calls/prepare-verification.ts
  // - : assigned.find((one) => one?.templateId === templateId);
  // + : assigned[0];
  test('goes by the template of its language, or by the assigned one that it names', async () => {
    const by = byTest(fixture.pool);
    const { accountId } = caller;
    const templateId = `OWN_${accountId}`;
    const product = 'verify_start';
    await createTemplate(by, { templateId, product, text: '验证码{code}，请勿告知他人。' });
    await assignTemplate(by, { product, accountId, language: 'zh', templateId });
    await start({ purpose: 'a' });
    await start({ purpose: 'b', language: 'zh' });
    await start({ purpose: 'c', language: 'en', templateId });
    const texts = vendor.sent.map(({ text }) => text.replace(/\d+/, '#'));
    const own = '验证码#，请勿告知他人。';
    expect(texts).toEqual([expect.stringMatching(/^Your verification code/), own, own]);
    for (const other of ['CODE_DEFAULT', 'NOBODYS']) {
      const { status, body } = await start({ purpose: 'd', templateId: other });
      expect([status, body.reason]).toEqual([404, 'template_not_assigned']);
    }
  });

  test('keeps its reference and purpose for the status', async () => {
    const { id } = await startOne({ reference: 'login-1042', purpose: 'sign-in' });
    const { body } = await caller.call('verify_status', { verificationId: id });
    expect(body.data).toMatchObject({ reference: 'login-1042', purpose: 'sign-in' });
  });

  // @mutant src/line/calls/prepare-verification.ts
  // - caller.mode === 'test' ? message : { ...message, text: withoutCode(message.text, code) },
  // + message,
  test('leaves its code in no row and no log of a live call', async () => {
    const { id, code } = await startOne();
    await guess({ verificationId: id, code: wrong(code) });
    const { rows } = await fixture.pool.query(
      `select to_jsonb(c) as call, m.sealed, m.content_id as "contentId"
       from calls c join message_contents m on m.content_id = c.content_id
       where c.account_id = $1`,
      [caller.accountId],
    );
    const { call, sealed, contentId } = rows[0];
    const content = fixture.app.line.vault.open(sealed, contentId);
    expect(content).toContain('••••••');
    expect(holdsCode(content + JSON.stringify(call), code)).toBe(false);
    expect(fixture.logged.some((line) => holdsCode(line, code))).toBe(false);
  });

  test('shows its code in the inbox of a test key', async () => {
    const tester = await fixture.newCaller({ mode: 'test' });
    const { body } = await tester.call('verify_start', { mobile });
    expect(body.data.channel).toBe('sms');
    const { rows } = await fixture.pool.query(
      `select m.sealed, m.content_id as "contentId" from calls c
       join message_contents m on m.content_id = c.content_id where c.account_id = $1`,
      [tester.accountId],
    );
    expect(fixture.app.line.vault.open(rows[0].sealed, rows[0].contentId)).toMatch(/ is \d{6}\./);
  });

  test('gets its first reply again for a repeat with the same key', async () => {
    const first = await start({}, { 'idempotency-key': 'k' });
    const again = await start({}, { 'idempotency-key': 'k' });
    expect(again.text).toBe(first.text);
    expect(vendor.sent).toHaveLength(1);
  });
});

describe('a check', () => {
  // @mutant src/products/verifications/sql/check-codes.sql
  // - when v.state in ('approved', 'used_up') then 'used_up'
  // + when v.state = 'used_up' then 'used_up'
  test('approves the right code once, and is free', async () => {
    const { id, code } = await startOne();
    const first = await check({ verificationId: id, code });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      unitPrice: '0.0000',
      data: { result: 'approved', verificationId: id, attemptsLeft: 0 },
    });
    expect(await guess({ verificationId: id, code })).toBe('used_up');
    expect(await guess({ mobile, code })).toBe('not_found');
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - (i.result = 'wrong' and v.guesses > v_last)
  // + (i.result = 'wrong' and v.guesses > v_last + 1)
  test('takes five guesses and no sixth', async () => {
    const { id, code } = await startOne();
    for (const left of [4, 3, 2, 1, 0]) {
      const { body } = await check({ verificationId: id, code: wrong(code) });
      expect(body.data).toMatchObject({ result: 'wrong', attemptsLeft: left });
    }
    expect(await guess({ verificationId: id, code })).toBe('used_up');
    expect(await guess({ mobile, code })).toBe('not_found');
  });

  test('approves the right code at the fifth guess', async () => {
    const { id, code } = await startOne();
    for (let n = 0; n < 4; n++) await guess({ verificationId: id, code: wrong(code) });
    expect(await guess({ verificationId: id, code })).toBe('approved');
  });

  test('finds the verification by any spelling of its number, and by its purpose', async () => {
    const { code } = await startOne({ purpose: 'sign-in' });
    expect(await guess({ mobile, code })).toBe('not_found');
    expect(await guess({ mobile: '+8613912345678', purpose: 'sign-in', code })).toBe('approved');
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - when v.state = 'expired' or v.expires_at <= v_now then 'expired'
  // + when false then 'expired'
  test('approves nothing after expiry', async () => {
    const { id, code } = await startOne({ ttlSeconds: 60 });
    await pass(61);
    expect(await guess({ verificationId: id, code })).toBe('expired');
    expect(await guess({ mobile, code })).toBe('not_found');
    expect((await caller.call('verify_status', { verificationId: id })).body.data.state).toBe(
      'expired',
    );
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - when v.state = 'cancelled' then 'cancelled'
  test('approves nothing after a cancellation', async () => {
    const { id, code } = await startOne();
    const { body } = await caller.call('verify_cancel', { verificationId: id });
    expect(body.data.state).toBe('cancelled');
    expect(await guess({ verificationId: id, code })).toBe('cancelled');
  });

  test('finds no verification of another account or mode', async () => {
    const { id, code } = await startOne();
    const stranger = await fixture.newCaller({ mode: 'live' });
    const sameInTest = await fixture.newCaller({ accountId: caller.accountId, mode: 'test' });
    for (const other of [stranger, sameInTest]) {
      const { body } = await other.call('verify_check', { verificationId: id, code });
      expect(body.data.result).toBe('not_found');
      expect((await other.call('verify_status', { verificationId: id })).status).toBe(404);
      expect((await other.call('verify_cancel', { verificationId: id })).status).toBe(404);
    }
    expect(await guess({ verificationId: id, code })).toBe('approved');
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - set guesses = v.guesses + 1,
  // + set
  test('is answered only after its guess is counted', async () => {
    const { id, code } = await startOne();
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query('select from verifications where verification_id = $1 for update', [id]);
    let isAnswered = false;
    const answer = guess({ verificationId: id, code: wrong(code) }).finally(() => {
      isAnswered = true;
    });
    await expect.poll(() => countBlocked(fixture.pool)).toBe(1);
    expect(isAnswered).toBe(false);
    await client.query('commit');
    client.release();
    expect(await answer).toBe('wrong');
    const { rows } = await second.pool.query(
      'select guesses from verifications where verification_id = $1',
      [id],
    );
    expect(rows).toEqual([{ guesses: 1 }]);
  });

  // @mutant src/products/verifications/guess-writer.ts
  // - if ('verificationId' in target || result === 'approved' || result === 'wrong') return guessed;
  // + return guessed;
  test('by number says nothing of what became of earlier codes', async () => {
    const codes: string[] = [];
    const end = async (n: number, how: (id: string, code: string) => Promise<unknown>) => {
      const { id, code } = await startOne({ mobile: `1391234000${n}` });
      await how(id, code);
      codes.push(code);
    };
    await end(0, (id, code) => guess({ verificationId: id, code }));
    await end(1, (id) => caller.call('verify_cancel', { verificationId: id }));
    await end(2, async (id, code) => {
      for (let n = 0; n < 5; n++) await guess({ verificationId: id, code: wrong(code) });
    });
    await end(3, () => pass(601));
    const answers = new Set<string>();
    // The last number never had a code.
    for (const n of [0, 1, 2, 3, 4]) {
      for (const code of codes) {
        const { body } = await check({ mobile: `1391234000${n}`, code });
        answers.add(JSON.stringify({ ...body, requestId: '' }));
      }
    }
    expect([...answers].map((answer) => JSON.parse(answer).data)).toEqual([
      { result: 'not_found', verificationId: null, attemptsLeft: 0 },
    ]);
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - where b.state = 'open'
  // + where true
  test('by number takes no lock of an ended verification, so its time says nothing either', async () => {
    const { id, code } = await startOne();
    expect(await guess({ verificationId: id, code })).toBe('approved');
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query('select from verifications where verification_id = $1 for update', [id]);
    const { body } = await check({ mobile, code });
    await client.query('rollback');
    client.release();
    expect(body.data).toEqual({ result: 'not_found', verificationId: null, attemptsLeft: 0 });
  });

  test('takes the digits of a Chinese keyboard', async () => {
    const { id, code } = await startOne();
    const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect(await guess({ verificationId: id, code: wide })).toBe('approved');
  });

  test.each([{ code: '1' }, { verificationId: crypto.randomUUID(), mobile, code: '1' }])(
    'needs either an ID or a number: %o',
    async (body) => {
      expect((await check(body)).status).toBe(400);
    },
  );

  test('of fifty at once over two servers approves one', async () => {
    const { id, code } = await startOne();
    const guessAt = (app: Fixture['app']) => {
      const { accountId, mode } = caller;
      return app.line.guesses.add({ accountId, mode, target: { verificationId: id }, code });
    };
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => guessAt(n % 2 ? fixture.app : second.app)),
    );
    expect(all.filter(({ result }) => result === 'approved')).toHaveLength(1);
    expect(new Set(all.map(({ result }) => result))).toEqual(new Set(['approved', 'used_up']));
  });

  // @mutant src/products/verifications/sql/check-codes.sql
  // - perform verifications_lock(p_account, p_verification);
  // + perform 1;
  test('that meets another one in the database is not approved as well', async () => {
    const { id, code } = await startOne();
    const client = await fixture.pool.connect();
    await client.query('begin');
    await client.query('select from verifications where verification_id = $1 for update', [id]);
    const { accountId, mode } = caller;
    const both = [fixture, second].map(({ app }) =>
      app.line.guesses.add({ accountId, mode, target: { verificationId: id }, code }),
    );
    await expect.poll(() => countBlocked(fixture.pool)).toBe(2);
    await client.query('commit');
    client.release();
    const results = (await Promise.all(both)).map(({ result }) => result);
    expect(results.sort()).toEqual(['approved', 'used_up']);
  });
});

describe('a second start', () => {
  test('of fifty at once sends one message', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => start()));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // Each is decided after the one before; a busy machine has no time for the last ones.
    expect(statuses.filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(429);
    expect(vendor.sent).toHaveLength(1);
  });

  // @mutant src/products/verifications/sql/start-verifications.sql
  // - then v.sent_at[1] + verifications_cooldown(v.messages)
  // + then v.sent_at[1]
  test('is refused before the cool-down of 30, 60, 120 and 240 seconds', async () => {
    await startOne();
    for (const seconds of [30, 60, 120, 240]) {
      await pass(seconds - 2);
      const early = await start();
      expect([early.status, early.body.reason]).toEqual([429, 'verification_too_soon']);
      expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(2);
      await pass(2);
      expect((await start()).status).toBe(201);
    }
    expect(vendor.sent).toHaveLength(5);
    await pass(240);
    expect((await start()).status).toBe(429);
  });

  test('sends a new code for the same verification, and the old one is wrong', async () => {
    const { id, code } = await startOne();
    await pass(30);
    const again = await startOne();
    expect(again.id).toBe(id);
    if (again.code !== code) expect(await guess({ verificationId: id, code })).toBe('wrong');
    expect(await guess({ verificationId: id, code: again.code })).toBe('approved');
  });

  // @mutant src/products/verifications/sql/start-verifications.sql
  // - array[p_now] || l.sent_at[1:4], i.reference,
  // + array[p_now], i.reference,
  test('counts five messages in 15 minutes, whatever was canceled between', async () => {
    await setLimits(byTest(fixture.pool), caller.accountId, 'live', { perNumber: false });
    for (let n = 0; n < 5; n++) {
      const { id } = await startOne();
      await caller.call('verify_cancel', { verificationId: id });
    }
    expect((await start()).body.reason).toBe('verification_too_soon');
    expect((await start({ purpose: 'other' })).status).toBe(201);
    await pass(900);
    expect((await start()).status).toBe(201);
  });

  // @mutant src/line/calls/prepare-verification.ts
  // - return reachOf(readMobile(ports, caller, mobile));
  // + return { ...reachOf(readMobile(ports, caller, mobile)), to: mobile };
  test('with any spelling of a number is for the same number', async () => {
    await startOne();
    for (const other of ['+8613912345678', '008613912345678', '86 139 1234 5678', '13912345678']) {
      expect((await start({ mobile: other })).body.reason).toBe('verification_too_soon');
    }
    expect(vendor.sent).toHaveLength(1);
  });

  test('that is refused extends no window, so a flood ends with it for the owner', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await startOne();
      await caller.call('verify_cancel', { verificationId: id });
    }
    for (let n = 0; n < 20; n++) expect((await start()).status).toBe(429);
    await fixture.pool.query(
      `update number_windows set sent_at = array(select s - interval '1 hour' from unnest(sent_at) s)
       where account_id = $1`,
      [caller.accountId],
    );
    await pass(900);
    const { id, code } = await startOne();
    expect(await guess({ verificationId: id, code })).toBe('approved');
  });

  test('after a flood of guesses has ended the code is possible at once', async () => {
    await startOne();
    for (let n = 0; n < 20; n++) await guess({ mobile, code: 'x' });
    const { id, code } = await startOne();
    expect(await guess({ verificationId: id, code })).toBe('approved');
  });

  test('to a live number counts towards its hourly limit, for any purpose', async () => {
    for (let n = 0; n < 5; n++) await startOne({ purpose: `p${n}` });
    expect((await start({ purpose: 'p5' })).body.reason).toBe('rate_limited_number');
  });

  test('whose message was not sent leaves the code before it valid, and counts for nothing', async () => {
    const { id, code } = await startOne();
    await pass(30);
    vendor.behave(unavailable);
    expect((await start()).status).toBe(502);
    vendor.behave(done);
    expect(await guess({ verificationId: id, code })).toBe('approved');
  });
});

// @mutant src/products/verifications/sql/start-verifications.sql
// - set prior_hash = r.prior_hash, prior_call = r.prior_call,
// + set prior_hash = later.prior_hash, prior_call = later.prior_call,
test.each([
  [0, 1],
  [1, 0],
])(
  'the code of the last message that was sent is valid, whichever of two others fails first: %i, %i',
  async (...order) => {
    const { id, code } = await startOne();
    const lost: string[] = [];
    vendor.behave(() => ({ kind: 'unknown', reason: 'no_answer', detail: 'lost' }));
    for (const seconds of [30, 60]) {
      await pass(seconds);
      const { status, body } = await start();
      expect(status).toBe(504);
      lost.push(body.requestId);
    }
    vendor.setStatus('absent');
    for (const n of order) {
      await fixture.pool.query(
        'update unresolved_calls set next_try_at = now() where call_id = $1',
        [lost[n]],
      );
      await resolveCalls(fixture.app.line);
    }
    expect(await guess({ verificationId: id, code })).toBe('approved');
  },
);

test('a start whose message was not sent is over, and costs nothing', async () => {
  vendor.behave(unavailable);
  const { status } = await start();
  expect(status).toBe(502);
  const code = lastCode();
  expect(await guess({ mobile, code })).toBe('not_found');
  vendor.behave(done);
  expect((await start()).status).toBe(201);
  expect(await fixture.findFaults()).toEqual([]);
});
