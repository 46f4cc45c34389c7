import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resolveCalls } from '../../src/line/calls/resolve-calls.ts';
import { createFakeSms, done, type FakeSms, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { holdsCode } from '../kit/holds-code.ts';
import { routeLive } from '../kit/route-live.ts';

let fixture: Fixture;
let sms: FakeSms;
let voice: FakeSms;
let mail: FakeSms;
let others: FakeSms;
let caller: Caller;

beforeAll(async () => {
  sms = createFakeSms('texts');
  voice = createFakeSms('calls', 'voice');
  mail = createFakeSms('mails', 'email');
  others = createFakeSms('others');
  fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['texts', sms], ['others', others]]),
      voice: new Map([...registry.voice, ['calls', voice]]),
      email: new Map([...registry.email, ['mails', mail]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['texts'], voice: ['calls'], email: ['mails'] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  for (const provider of [sms, voice, mail, others]) {
    provider.behave(done);
    provider.sent.length = 0;
  }
  caller = await fixture.newCaller({ mode: 'live' });
});

const mobile = '139 1234 5678';
const email = 'Ann.Li+1@Example.COM';
const byVoice = { channel: 'voice', mobile };
const byMail = { channel: 'email', email };
const start = (body: object, headers = {}) => caller.call('verify_start', body, headers);
const guess = async (body: object) => (await caller.call('verify_check', body)).body.data.result;
const codeOf = (provider: FakeSms) => provider.sent.at(-1)?.variables.code ?? '';
const wrong = (code: string) => code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));

/** Lets the cool-down of this caller's verifications pass. */
async function cool(): Promise<void> {
  await fixture.pool.query(
    `update verifications
     set sent_at = array(select s - interval '4 minutes' from unnest(sent_at) s)
     where account_id = $1`,
    [caller.accountId],
  );
}

async function callOf(requestId: unknown) {
  const { rows } = await fixture.pool.query(
    'select product, state, provider_code as provider, prefix from calls where call_id = $1',
    [requestId],
  );
  return rows[0];
}

describe('the channel', () => {
  test.each([
    [{ mobile }, 'texts', 'verify_start', '0.0500', { channel: 'sms', mobile: '+86139****5678' }],
    [byVoice, 'calls', 'verify_voice', '0.1000', { channel: 'voice', mobile: '+86139****5678' }],
    [byMail, 'mails', 'verify_email', '0.0100', { channel: 'email', email: 'a***@example.com' }],
  ])('of %j decides provider, product and price', async (asked, provider, product, price, said) => {
    const { status, body, text } = await start(asked);
    expect([status, body.unitPrice]).toEqual([201, price]);
    expect(body.data).toMatchObject({ productCode: product, ...said });
    const sender = [sms, voice, mail].find(({ code }) => code === provider) as FakeSms;
    expect(sender.sent).toHaveLength(1);
    expect(await callOf(body.requestId)).toMatchObject({ product, state: 'done', provider });
    expect(holdsCode(text, codeOf(sender))).toBe(false);
    expect(await guess({ verificationId: body.data.verificationId, code: codeOf(sender) })).toBe(
      'approved',
    );
  });

  // @mutant src/line/callers/authorize.ts
  // - const scopes = product === null ? operationTable[operation].scopes : [product];
  // + const { scopes } = operationTable[operation];
  test('needs a key with its own scope', async () => {
    caller = await fixture.newCaller({ mode: 'live', scopes: ['verify_start'] });
    expect((await start({ mobile })).status).toBe(201);
    for (const asked of [byVoice, byMail]) {
      const { status, body } = await start(asked);
      expect([status, body.reason]).toEqual([403, 'product_not_in_scope']);
    }
    caller = await fixture.newCaller({ mode: 'live', scopes: ['verify_voice'] });
    expect((await start(byVoice)).status).toBe(201);
    expect((await start({ mobile })).body.reason).toBe('product_not_in_scope');
  });

  test.each([
    [{ channel: 'voice' }, ['mobile']],
    [{ channel: 'email' }, ['email']],
    [{ channel: 'email', mobile }, ['email', 'mobile']],
    [{ mobile, email }, ['email']],
    [{ channel: 'fax', mobile }, ['channel']],
    [{ channel: 'email', email: 'ann' }, ['email']],
    [{ channel: 'email', email: 'ann@example.com\r\nBcc: eve@example.com' }, ['email']],
    [{ phone: mobile, codeLength: 3 }, ['codeLength', 'mobile']],
  ])('refuses %j', async (asked, fields) => {
    const { status, body } = await start(asked);
    expect(status).toBe(400);
    const found = (body.details as { field: string }[]).map(({ field }) => field);
    expect(found.sort()).toEqual(fields);
  });
});

describe('one verification by several channels', () => {
  test('goes on by voice, and the spoken code replaces the one by SMS', async () => {
    const first = await start({ mobile });
    await cool();
    const second = await start(byVoice);
    const { verificationId } = first.body.data;
    expect(second.body.data).toMatchObject({ verificationId, channel: 'voice' });
    expect(await guess({ mobile, code: codeOf(sms) })).toBe('wrong');
    expect(await guess({ mobile, code: codeOf(voice) })).toBe('approved');
  });

  test('waits for one cool-down', async () => {
    await start({ mobile });
    const { status, body } = await start(byVoice);
    expect([status, body.reason]).toEqual([429, 'verification_too_soon']);
    expect(voice.sent).toEqual([]);
  });

  test('sends at most five messages', async () => {
    const { body } = await start({ mobile });
    for (const asked of [byVoice, { mobile }, byVoice, byVoice]) {
      await cool();
      expect((await start(asked)).body.data.verificationId).toBe(body.data.verificationId);
    }
    await fixture.pool.query(
      `update verifications set sent_at = array(select now() - interval '5 minutes' from unnest(sent_at))
       where account_id = $1`,
      [caller.accountId],
    );
    expect((await start({ mobile })).body.reason).toBe('verification_too_soon');
    expect((await start(byVoice)).body.reason).toBe('verification_too_soon');
    expect(sms.sent.length + voice.sent.length).toBe(5);
  });

  test('takes five guesses', async () => {
    await start({ mobile });
    for (let n = 0; n < 3; n++) await guess({ mobile, code: wrong(codeOf(sms)) });
    await cool();
    const { verificationId } = (await start(byVoice)).body.data;
    for (let n = 0; n < 2; n++) await guess({ mobile, code: wrong(codeOf(voice)) });
    expect(await guess({ verificationId, code: codeOf(voice) })).toBe('used_up');
  });

  // @mutant src/line/calls/sql/settle-calls.sql
  // - v_product && array['verify_start', 'verify_voice', 'verify_email']
  // + v_product && array['verify_start', 'verify_email']
  test('returns to the code by SMS if the call was not placed', async () => {
    const { body } = await start({ mobile });
    await cool();
    voice.behave(unavailable);
    expect((await start(byVoice)).status).toBe(502);
    const { verificationId } = body.data;
    expect((await caller.call('verify_status', { verificationId })).body.data.messages).toBe(1);
    expect(await guess({ mobile, code: codeOf(sms) })).toBe('approved');
  });

  // @mutant src/line/calls/sql/hold-calls.sql
  // - array_replace(p_product, 'verify_voice', 'verify_start')
  // + p_product
  test('shares idempotency keys, so a key is never used for a second channel', async () => {
    const key = { 'idempotency-key': 'k-1' };
    const first = await start(byVoice, key);
    expect((await start(byVoice, key)).text).toBe(first.text);
    expect(voice.sent).toHaveLength(1);
    await cool();
    const { status, body } = await start({ mobile }, key);
    expect([status, body.reason]).toEqual([422, 'idempotency_body_differs']);
    expect(sms.sent).toEqual([]);
  });
});

describe('by email', () => {
  // @mutant src/foundation/contract/text/email-address.ts
  // - text.toLowerCase()
  // + text
  test('an address has one spelling, which gets the mail and is verified', async () => {
    const { body } = await start(byMail);
    expect(mail.sent[0]?.to).toBe('ann.li+1@example.com');
    const again = await start({ channel: 'email', email: 'ANN.LI+1@example.com' });
    expect(again.body.reason).toBe('verification_too_soon');
    expect(await guess({ email: 'ann.li+2@example.com', code: codeOf(mail) })).toBe('not_found');
    expect(await guess({ email: 'Ann.LI+1@EXAMPLE.com', purpose: 'pay', code: codeOf(mail) })).toBe(
      'not_found',
    );
    expect(await guess({ email: 'Ann.LI+1@EXAMPLE.com', code: codeOf(mail) })).toBe('approved');
    const { verificationId } = body.data;
    const { state } = (await caller.call('verify_status', { verificationId })).body.data;
    expect(state).toBe('approved');
  });

  test('limits count an address, and regions and prefixes do not apply', async () => {
    const { body } = await start(byMail);
    expect((await callOf(body.requestId)).prefix).toBeNull();
    const { rows } = await fixture.pool.query(
      'select product, cardinality(sent_at) as count from number_windows where account_id = $1',
      [caller.accountId],
    );
    expect(rows).toEqual([{ product: 'verify_email', count: 1 }]);
  });

  test('a check names the ID, the number or the address, and only one of them', async () => {
    const { status, body } = await caller.call('verify_check', { mobile, email, code: '1' });
    expect([status, body.details?.[0]?.field]).toEqual([400, 'verificationId']);
  });
});

test('asks the voice provider about a call whose outcome is unknown', async () => {
  voice.behave(() => ({ kind: 'unknown', reason: 'no_answer', detail: 'lost' }));
  voice.setStatus('sent');
  const { status, body } = await start(byVoice);
  expect(status).toBe(504);
  await fixture.pool.query('update unresolved_calls set next_try_at = now() where call_id = $1', [
    body.requestId,
  ]);
  await resolveCalls(fixture.app.line);
  expect(await callOf(body.requestId)).toMatchObject({ state: 'done', provider: 'calls' });
  expect(await guess({ mobile, code: codeOf(voice) })).toBe('approved');
});

describe('the next message of a verification', () => {
  beforeEach(() =>
    fixture.pool.query(
      `insert into routes (product, account_id, providers)
       values ('verify_start', $1, '[{"code": "texts"}, {"code": "others"}]')`,
      [caller.accountId],
    ),
  );

  const providersOf = async (requests: readonly unknown[]) => {
    const rows = await Promise.all(requests.map(callOf));
    return rows.map(({ provider }) => provider);
  };

  // @mutant src/line/calls/sql/turn-providers.sql
  // - case when c.provider_code = i.provider then
  // + case when c.provider_code <> i.provider then
  test('goes by another provider than the last', async () => {
    const requests: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      requests.push((await start({ mobile })).body.requestId);
      await cool();
    }
    expect(await providersOf(requests)).toEqual(['texts', 'others', 'texts']);
    expect([sms.sent.length, others.sent.length]).toEqual([2, 1]);
  });

  // @mutant src/line/calls/sql/hold-calls.sql
  // - unnest(v_provider) as provider_code
  // + unnest(p_provider) as provider_code
  test('names that provider before it is asked, so that a crash leaves no wrong one', async () => {
    await start({ mobile });
    await cool();
    const { promise, resolve } = Promise.withResolvers<string>();
    others.behave(async (send) => {
      resolve((await callOf(send.callId)).provider);
      return done(send);
    });
    await start({ mobile });
    expect(await promise).toBe('others');
  });

  test('falls back to the last one if the other is unavailable', async () => {
    await start({ mobile });
    await cool();
    others.behave(unavailable);
    const { status, body } = await start({ mobile });
    expect(status).toBe(201);
    expect(await callOf(body.requestId)).toMatchObject({ state: 'done', provider: 'texts' });
  });

  test('is the first of the route again in another verification', async () => {
    const first = await start({ mobile });
    const { verificationId } = first.body.data;
    expect(await guess({ verificationId, code: codeOf(sms) })).toBe('approved');
    await start({ mobile });
    expect([sms.sent.length, others.sent.length]).toEqual([2, 0]);
  });
});

describe('with a test key', () => {
  beforeEach(async () => {
    caller = await fixture.newCaller({ mode: 'test' });
  });

  test.each([
    [{ channel: 'voice', mobile: '13800000000' }, 201, undefined],
    [{ channel: 'email', email: 'anyone@example.com' }, 201, undefined],
    [{ channel: 'voice', mobile: '13800000018' }, 201, undefined],
    [{ channel: 'email', email: '13800000000@sandbox.example' }, 201, undefined],
    [{ channel: 'email', email: '13800000034@Sandbox.Example' }, 400, 'provider_rejected'],
    [{ channel: 'email', email: '13800000010@sandbox.example' }, 502, 'provider_unavailable'],
    [{ channel: 'email', email: '13800000011@sandbox.example' }, 429, 'rate_limited_number'],
    [{ channel: 'voice', mobile: '13800000001' }, 400, 'provider_rejected'],
  ])('%j is played by the sandbox', async (asked, expected, reason) => {
    const { status, body } = await start(asked);
    expect([status, body.reason]).toEqual([expected, reason]);
  });
});
