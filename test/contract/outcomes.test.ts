import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { endSilentMessages } from '../../src/products/messages/receipt-queries.ts';
import { referenceOf } from '../../src/vendors/providers/reference.ts';
import { magicMobiles, scriptedMobiles } from '../../src/vendors/sandbox/sandbox-scripts.ts';
import { createFakeSms, done, silent, unavailable } from '../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../kit/fixture.ts';
import { routeLive } from '../kit/route-live.ts';
import { expectError } from './expect-reply.ts';

const paid = { available: '999.9500', held: '0.0000' };
const held = { available: '999.9500', held: '0.0500' };
const unpaid = { available: '1000.0000', held: '0.0000' };

const first = createFakeSms('first');
const second = createFakeSms('second');
const clock = createMovableClock(new Date());
let fixture: Fixture;
let caller: Caller;

beforeAll(async () => {
  fixture = await createFixture({
    clock,
    // Long enough for the sandbox on a busy machine: it writes before some of its answers.
    settings: { providerTimeoutMs: 1_000, callDeadlineMs: 5_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['first', first], ['second', second]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['first', 'second'] });
});
afterAll(async () => {
  expect(await fixture.findFaults()).toEqual([]);
  await fixture.close();
});

async function stateOf(requestId: string): Promise<string> {
  return (await caller.call('sms_status', { requestId })).body.data.state;
}

async function callRow(requestId: string) {
  const { rows } = await fixture.pool.query(
    'select state, provider_code, provider_ref, evidence from calls where account_id = $1 and call_id = $2',
    [caller.accountId, requestId],
  );
  return rows[0];
}

async function attemptReasons(requestId: string): Promise<string[]> {
  const { rows } = await fixture.pool.query(
    'select reason from attempts where account_id = $1 and call_id = $2',
    [caller.accountId, requestId],
  );
  return rows.map(({ reason }) => reason);
}

/** Past the pause after which the resolver queries an unknown call. */
async function resolveLater(): Promise<number> {
  clock.move(3_000);
  return fixture.resolve();
}

describe('a magic mobile of the sandbox', () => {
  const send = (digits: string) =>
    caller.call('sms_code', { mobile: `138000000${digits}`, code: '246810' });

  beforeEach(async () => {
    caller = await fixture.newCaller();
  });

  test('is one of those below, or plays one reason', () => {
    const below = Array.from({ length: 11 }, (_, i) => `138000000${String(i).padStart(2, '0')}`);
    expect(scriptedMobiles.map(({ mobile }) => mobile)).toEqual([
      ...below,
      ...['13800000032', '13800000033'],
    ]);
  });

  test.each(magicMobiles.filter(({ reason }) => reason))(
    '$mobile ends with the reason $reason, and charges as documented',
    async ({ mobile, reason, outcome }) => {
      const { status, body } = await caller.call('sms_code', { mobile, code: '246810' });
      expect(outcome.en).toMatch(new RegExp(`^${status}\\b`));
      expect(await caller.wallet()).toEqual(status === 201 ? paid : status === 504 ? held : unpaid);
      if (status === 504) {
        expect(await attemptReasons(body.requestId)).toEqual([reason]);
        expect(await resolveLater()).toBe(1);
        return;
      }
      await fixture.fireReceipts();
      const now = await caller.call('sms_status', { requestId: body.requestId });
      expect(now.body.data.reason).toBe(reason);
    },
  );

  test('…00 is sent, and delivered by a receipt a second later', async () => {
    const startedAt = performance.now();
    const reply = await send('00');
    expect(reply.status).toBe(201);
    expect(await stateOf(reply.body.requestId)).toBe('sent');
    // However long it took to get here, less than a second has passed by this clock.
    await fixture.fireReceipts(startedAt + 999 - performance.now());
    expect(await stateOf(reply.body.requestId)).toBe('sent');
    await fixture.fireReceipts(1_000);
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await caller.wallet()).toEqual(paid);
  });

  test.each(['01', '02'])('…%s is refused by the provider, and not charged', async (digits) => {
    const reply = await send(digits);
    expectError(reply, 'provider_rejected');
    expect(await stateOf(reply.body.requestId)).toBe('rejected');
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test('…03 is delivered by a receipt that comes 30 seconds late', async () => {
    const startedAt = performance.now();
    const reply = await send('03');
    expect(reply.status).toBe(201);
    await fixture.fireReceipts(startedAt + 29_999 - performance.now());
    expect(await stateOf(reply.body.requestId)).toBe('sent');
    await fixture.fireReceipts(30_000);
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…04 never gets a receipt, and is unknown for good after 72 hours', async () => {
    const reply = await send('04');
    expect(reply.status).toBe(201);
    await fixture.fireReceipts(3_600_000);
    const later = (hours: number) => new Date(clock.nowMs() + hours * 3_600_000);
    await endSilentMessages(fixture.pool, later(71), 72);
    expect(await stateOf(reply.body.requestId)).toBe('sent');
    await endSilentMessages(fixture.pool, later(73), 72);
    expect(await stateOf(reply.body.requestId)).toBe('unknown');
    await fixture.inbox.fireNow({
      callId: reply.body.requestId,
      reference: referenceOf({ accountId: caller.accountId, callId: reply.body.requestId }),
      script: 'delivered',
      receiptAfterMs: null,
    });
    expect(await stateOf(reply.body.requestId)).toBe('unknown');
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…05 gets the same receipt three times, and it counts once', async () => {
    const reply = await send('05');
    await fixture.fireReceipts();
    await fixture.fireReceipts();
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…06 is delivered by a receipt that comes before the reply, which does not undo it', async () => {
    const reply = await send('06');
    expect(reply.status).toBe(201);
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…07 is unknown and held, and settled once the provider says that it was sent', async () => {
    const reply = await send('07');
    expectError(reply, 'outcome_unknown');
    expect(await caller.wallet()).toEqual(held);
    expect(await stateOf(reply.body.requestId)).toBe('accepted');
    expect(await resolveLater()).toBe(1);
    expect(await caller.wallet()).toEqual(paid);
    expect(await stateOf(reply.body.requestId)).toBe('sent');
    await fixture.fireReceipts();
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await callRow(reply.body.requestId)).toMatchObject({
      state: 'done',
      evidence: 'status query: sent, in the inbox',
    });
  });

  test('…07 is settled by its receipt, if that comes before a query', async () => {
    const reply = await send('07');
    await fixture.fireReceipts();
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
    expect(await resolveLater()).toBe(1);
    expect(await callRow(reply.body.requestId)).toMatchObject({ evidence: 'receipt: delivered' });
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…08 is unknown and held, and released once the provider says that it never had it', async () => {
    const reply = await send('08');
    expectError(reply, 'outcome_unknown');
    expect(await caller.wallet()).toEqual(held);
    expect(await resolveLater()).toBe(1);
    expect(await caller.wallet()).toEqual(unpaid);
    expect(await stateOf(reply.body.requestId)).toBe('rejected');
    expect(await callRow(reply.body.requestId)).toMatchObject({ state: 'unavailable' });
  });

  test('that was answered with something unreadable is settled once the provider is queried', async () => {
    const reply = await send('31');
    expectError(reply, 'outcome_unknown');
    expect(await resolveLater()).toBe(1);
    expect(await caller.wallet()).toEqual(paid);
    await fixture.fireReceipts();
    expect(await stateOf(reply.body.requestId)).toBe('delivered');
  });

  test('…09 is sent and charged, and its receipt says undelivered', async () => {
    const reply = await send('09');
    expect(reply.status).toBe(201);
    await fixture.fireReceipts();
    expect(await stateOf(reply.body.requestId)).toBe('undelivered');
    expect(await caller.wallet()).toEqual(paid);
  });

  test('…10 has a provider that is down, and is not charged', async () => {
    expectError(await send('10'), 'provider_unavailable');
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test('never reaches a live provider', async () => {
    const before = first.sent.length + second.sent.length;
    await send('00');
    expect(first.sent.length + second.sent.length).toBe(before);
  });
});

describe('a live call', () => {
  const body = { mobile: '13912345678', content: 'x' };
  const send = (headers = {}) => caller.call('sms_notice', body, headers);

  beforeEach(async () => {
    caller = await fixture.newCaller({ mode: 'live' });
    for (const provider of [first, second]) {
      provider.sent.length = 0;
      provider.behave(done);
      provider.setStatus('sent');
      provider.say(undefined);
    }
  });

  test('goes to the first provider in order, with the text and the number in E.164', async () => {
    const reply = await send();
    expect(reply.status).toBe(201);
    expect(first.sent).toMatchObject([
      { callId: reply.body.requestId, to: '+8613912345678', text: 'x', mode: 'live', parts: 1 },
    ]);
    expect(second.sent).toEqual([]);
  });

  test('goes to the next provider when the first certainly did nothing, and is charged once', async () => {
    first.behave(unavailable);
    const reply = await send();
    expect(reply.status).toBe(201);
    expect([first.sent.length, second.sent.length]).toEqual([1, 1]);
    expect(await callRow(reply.body.requestId)).toMatchObject({ provider_code: 'second' });
    expect(await caller.wallet()).toEqual(paid);
  });

  test('is 502 and free when no provider is left', async () => {
    first.behave(unavailable);
    second.behave(unavailable);
    expectError(await send(), 'provider_unavailable');
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test('is 400 and free when a provider refuses it, and no other is asked', async () => {
    first.behave(() => ({ kind: 'rejected', reason: 'content_refused', detail: 'no' }));
    expectError(await send(), 'provider_rejected');
    expect(second.sent).toEqual([]);
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test.each([
    ['says nothing', silent],
    [
      'says that it does not know',
      () => ({ kind: 'unknown', reason: 'no_answer', detail: 'lost' }) as const,
    ],
    ['breaks', () => Promise.reject(new Error('broken'))],
  ])('is 504, held, and not given to another when the first %s', async (_, behaviour) => {
    first.behave(behaviour);
    const reply = await send();
    expectError(reply, 'outcome_unknown');
    expect(second.sent).toEqual([]);
    expect(await caller.wallet()).toEqual(held);

    first.setStatus('unknown');
    expect(await resolveLater()).toBe(0);
    expect(await caller.wallet()).toEqual(held);
    first.setStatus('delivered');
    clock.move(300_000);
    expect(await fixture.resolve()).toBe(1);
    expect(await caller.wallet()).toEqual(paid);
    expect(await callRow(reply.body.requestId)).toMatchObject({
      state: 'done',
      provider_code: 'first',
      evidence: 'status query: delivered, first was asked',
    });
  });

  test('is done, rejected or resolved as its provider says, whatever bytes its answer has', async () => {
    const words = 'no\u0000\u0007 \uD800\r\nend';
    first.behave(() => ({ kind: 'done', providerRef: words }));
    const sent = await send();
    expect(sent.status).toBe(201);
    expect(await callRow(sent.body.requestId)).toMatchObject({ provider_ref: 'no   end' });

    first.behave(() => ({ kind: 'rejected', reason: 'content_refused', detail: words }));
    const refused = await send();
    expectError(refused, 'provider_rejected');
    expect(await callRow(refused.body.requestId)).toMatchObject({ evidence: 'no   end' });

    first.behave(silent);
    first.say(words);
    const unknown = await send();
    expectError(unknown, 'outcome_unknown');
    expect(await resolveLater()).toBe(1);
    expect(await callRow(unknown.body.requestId)).toMatchObject({
      state: 'done',
      provider_ref: 'no   end',
      evidence: 'status query: sent, no   end',
    });
  });

  test('is 504 if the second provider does not answer, and the second one is queried', async () => {
    first.behave(unavailable);
    second.behave(silent);
    first.setStatus('absent');
    const reply = await send();
    expectError(reply, 'outcome_unknown');
    expect(await resolveLater()).toBe(1);
    expect(await caller.wallet()).toEqual(paid);
    expect(await callRow(reply.body.requestId)).toMatchObject({ provider_code: 'second' });
  });

  test('is not sent twice, however often it is repeated under its key while its outcome is unknown', async () => {
    first.behave(silent);
    const key = { 'idempotency-key': 'k' };
    await send(key);
    for (let i = 0; i < 3; i++) expectError(await send(key), 'outcome_unknown');
    expect(first.sent).toHaveLength(1);
    await resolveLater();
    expect((await send(key)).status).toBe(201);
    expect(first.sent).toHaveLength(1);
    expect(await caller.wallet()).toEqual(paid);
  });

  test('is 403 and free when there is no route', async () => {
    await fixture.pool.query('delete from routes');
    expectError(await send(), 'product_not_available');
    await routeLive(fixture.pool, { sms: ['first', 'second'] });
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test('is 403 and free when no provider on the route exists or is on', async () => {
    await routeLive(fixture.pool, { sms: ['gone', 'first'] });
    first.isOff = true;
    expectError(await send(), 'product_not_available');
    first.isOff = false;
    await routeLive(fixture.pool, { sms: ['first', 'second'] });
    expect(await caller.wallet()).toEqual(unpaid);
  });

  test.each([
    ['it had reached its first provider', ['first'], paid],
    ['it had reached its second provider', ['second'], paid],
    ['it had reached no provider', [], unpaid],
  ])('whose process died ends as the providers say: %s', async (_, has, wallet) => {
    for (const provider of [first, second]) {
      provider.setStatus(has.includes(provider.code) ? 'sent' : 'absent');
    }
    // The second is asked only after the first certainly did nothing.
    first.behave(() => ({ kind: 'unavailable', reason: 'provider_fault', detail: 'down' }));
    await abandonCall();
    clock.move(10_000);
    expect(await fixture.resolve()).toBe(1);
    expect(await caller.wallet()).toEqual(wallet);
  });

  test('whose process died stays held while one of its providers cannot answer', async () => {
    first.behave(() => ({ kind: 'unavailable', reason: 'provider_fault', detail: 'down' }));
    first.setStatus('absent');
    second.setStatus('unknown');
    await abandonCall();
    clock.move(10_000);
    expect(await fixture.resolve()).toBe(0);
    expect(await caller.wallet()).toEqual(held);
    second.setStatus('absent');
    clock.move(300_000);
    expect(await fixture.resolve()).toBe(1);
    expect(await caller.wallet()).toEqual(unpaid);
  });

  /**
   * Leaves a call as a dying process does: held, with a note of the provider it was about to ask.
   */
  async function abandonCall(): Promise<void> {
    const { settles } = fixture.app.line;
    const settle = settles.add;
    settles.add = () => Promise.reject(Object.assign(new Error('gone'), { code: '22000' }));
    await send();
    settles.add = settle;
    expect(await caller.wallet()).toEqual(held);
  }
});
