import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FailureReason,
  failureReasons,
} from '../../src/foundation/contract/errors/failure-reasons.ts';
import { pollMessages, scheduleSilentPolls } from '../../src/products/messages/poll-messages.ts';
import type { Vendor } from '../../src/vendors/providers/any-vendor.ts';
import { httpSmsSimulator } from '../../src/vendors/simulators/http-sms.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { yidunSimulator } from '../../src/vendors/simulators/yidun.ts';
import { yunpianSimulator } from '../../src/vendors/simulators/yunpian.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import type { Caller } from '../kit/fixture.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';
import type { Rehearsed } from './rehearse.ts';

let rehearsal: RehearsalFixture;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture();
});
afterAll(() => rehearsal.close());

let numbers = 0;
/** A new number every time: one number gets one code a minute. */
const nextMobile = () => `139${String(12_340_000 + numbers++)}`;
const send = (caller: Caller, mobile = nextMobile()) =>
  caller.call('sms_code', { mobile, code: '482913' });
const statusOf = async (caller: Caller, requestId: string) =>
  (await caller.call('sms_status', { requestId })).body.data;
const show = (requestId: string) => rehearsal.cli.json(`call show --request-id ${requestId}`);
const isAmong = (all: readonly string[]) => (one: string) => all.includes(one);
const of = (kind: Simulator['kind']) =>
  simulators
    .filter((simulator) => simulator.kind === kind)
    .map((each) => [each.vendor, each] as const);

/** How the vendor refuses a message; one that never refuses for good is unavailable. */
function refusalOf(vendor: Vendor | undefined) {
  const refusals = Object.entries(vendor?.codes ?? {}).map(([code, [kind, reason]]) => ({
    code,
    kind,
    reason: reason as FailureReason,
  }));
  // A described vendor has its codes in its settings.
  if (refusals.length === 0) {
    return { code: '1001', kind: 'rejected', reason: 'number_invalid' } as const;
  }
  const found =
    refusals.find(({ kind }) => kind === 'rejected') ??
    refusals.find(({ kind }) => kind === 'unavailable');
  return found as (typeof refusals)[number];
}

describe.each(of('sms'))('through %s', (vendorCode, simulator) => {
  const vendor = vendors.find(({ code }) => code === vendorCode);
  let provider: Rehearsed;
  let caller: Caller;

  beforeAll(async () => {
    provider = await rehearsal.addProvider(simulator);
    caller = await rehearsal.newCaller('sms_code', [provider]);
  });

  test('a code is sent once, charged, and followed to delivery', async () => {
    const { running, code } = provider;
    const mobile = nextMobile();
    const { status, body } = await send(caller, mobile);
    expect([status, body.data.mobile]).toEqual([201, mobile]);
    expect(running.taken.length).toBe(1);
    expect(running.taken[0]?.mobile).toContain(mobile);
    expect(JSON.stringify(running.taken[0]?.said)).toContain('482913');
    expect(running.refused).toEqual([]);
    const pushes = vendor?.kind === 'sms' && vendor.receipts.includes('push');
    const last = pushes ? 'delivered' : 'sent';
    await expect.poll(async () => (await statusOf(caller, body.requestId)).state).toBe(last);
    const story = await show(body.requestId);
    expect(story).toMatchObject({ state: 'done', providerCode: code, messageState: last });
    expect(story.receipts.length).toBe(pushes ? 1 : 0);
    expect(story.transfers).toMatchObject([{ to_account: 'held' }, { to_account: 'revenue' }]);
    expect(await caller.wallet()).toEqual({ available: '999.9500', held: '0.0000' });
  });

  test('a refusal costs nothing, and has a reason', async () => {
    const { running } = provider;
    const { code, kind, reason } = refusalOf(vendor);
    await running.misbehave([`reject:${code}`]);
    const before = [running.taken.length, await caller.wallet()];
    const { status, body } = await send(caller);
    if (kind === 'rejected') {
      const problem = failureReasons[reason].en;
      expect([status, body.reason]).toEqual([400, 'provider_rejected']);
      expect(body.details).toMatchObject([{ reason, problem }]);
    } else expect([status, body.reason]).toEqual([502, 'provider_unavailable']);
    expect([running.taken.length, await caller.wallet()]).toEqual(before);
    const story = await show(body.requestId);
    expect(story.attempts).toMatchObject([{ outcome: kind, reason, vendor_code: code }]);
    expect(await statusOf(caller, body.requestId)).toMatchObject({ state: 'rejected', reason });
    await running.misbehave([]);
  });
});

const isAskable = ({ vendor: code }: Simulator) => {
  const vendor = vendors.find((each) => each.code === code);
  return vendor?.kind === 'sms' && ['push', 'query'].every(isAmong(vendor.receipts));
};

test.each(of('sms').filter(([, simulator]) => isAskable(simulator)))(
  'a message of %s without a receipt is queried later',
  async (vendorCode, simulator) => {
    const provider = await rehearsal.addProvider(simulator);
    const caller = await rehearsal.newCaller('sms_code', [provider]);
    const { running } = provider;
    const { line } = rehearsal.fixture.app;
    await running.misbehave(['no_receipt']);
    const { body } = await send(caller);
    Object.assign(running.taken.at(-1) ?? {}, { state: 'delivered' });
    const never = new AbortController().signal;
    const askLate = async () => {
      await scheduleSilentPolls(line, 72);
      await pollMessages(line, never);
    };
    await askLate();
    expect((await statusOf(caller, body.requestId)).state).toBe('sent');
    await rehearsal.fixture.pool.query(
      `update provider_refs set made_at = made_at - interval '11 minutes' where call_id = $1`,
      [body.requestId],
    );
    await rehearsal.fixture.pool.query('delete from silence_sweeps');
    await askLate();
    const polls = async () => {
      const { rows } = await rehearsal.fixture.pool.query(
        'select polls, poll_at from provider_refs where call_id = $1',
        [body.requestId],
      );
      return rows;
    };
    // The platform's jobs may have been first, and then they get the answer.
    await expect.poll(polls).toEqual([{ polls: 1, poll_at: null }]);
    // One of them only ever reports a sent message as sent.
    const last = vendorCode === 'yunxin' ? 'sent' : 'delivered';
    await expect.poll(async () => (await statusOf(caller, body.requestId)).state).toBe(last);
  },
);

test('messages of a vendor that never calls back are queried', async () => {
  const provider = await rehearsal.addProvider(httpSmsSimulator, (config) =>
    Object.fromEntries(
      Object.entries(config).filter(([name]) => !/^(receipt|callback(?!Key))/.test(name)),
    ),
  );
  const caller = await rehearsal.newCaller('sms_code', [provider]);
  const { body } = await send(caller);
  expect((await statusOf(caller, body.requestId)).state).toBe('sent');
  await expect.poll(() => provider.running.taken[0]?.state).toBe('delivered');
  // It is first queried after 20 seconds.
  await rehearsal.fixture.pool.query(
    'update provider_refs set poll_at = now() where poll_at > now()',
  );
  await pollMessages(rehearsal.fixture.app.line, new AbortController().signal);
  // The platform's job may have made the query, and then it gets the answer.
  await expect.poll(async () => (await statusOf(caller, body.requestId)).state).toBe('delivered');
});

describe('with two providers on a route', () => {
  let first: Rehearsed;
  let second: Rehearsed;
  let caller: Caller;

  beforeAll(async () => {
    first = await rehearsal.addProvider(yidunSimulator);
    second = await rehearsal.addProvider(yunpianSimulator);
    caller = await rehearsal.newCaller('sms_code', [first, second]);
  });

  test('the second one is asked when the first is down, and both attempts are stored', async () => {
    await first.running.misbehave(['down']);
    const { status, body } = await send(caller);
    expect(status).toBe(201);
    expect([first.running.taken.length, second.running.taken.length]).toEqual([0, 1]);
    const { attempts, providerCode } = await show(body.requestId);
    expect(providerCode).toBe(second.code);
    expect(attempts).toMatchObject([
      { provider_code: first.code, outcome: 'unavailable', reason: 'provider_unreachable' },
      { provider_code: second.code, outcome: 'done' },
    ]);
  });

  test('one that stays down is not asked at all, and says so', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(caller)));
    expect(rehearsal.fixture.app.line.breakers.isBroken(first.code)).toBe(true);
    await first.running.misbehave([]);
    const { status, body } = await send(caller);
    expect([status, first.running.taken.length]).toEqual([201, 0]);
    const { attempts } = await show(body.requestId);
    expect(attempts[0].words).toContain('not asked');
  });

  test('no other is asked after an unknown outcome', async () => {
    await second.running.misbehave(['reset']);
    const before = second.running.taken.length;
    const { status, body } = await send(caller);
    expect([status, body.reason]).toEqual([504, 'outcome_unknown']);
    expect(second.running.taken.length).toBe(before + 1);
    await second.running.misbehave([]);
    await expect.poll(async () => (await show(body.requestId)).state).toBe('done');
    await expect.poll(async () => (await show(body.requestId)).messageState).toBe('delivered');
  });
});

describe.each(of('face'))('through %s', (_, simulator) => {
  let provider: Rehearsed;
  let caller: Caller;

  beforeAll(async () => {
    provider = await rehearsal.addProvider(simulator);
    caller = await rehearsal.newCaller('face_verify', [provider]);
  });

  const isAbroad = ['stripe-face', 'veriff'].includes(simulator.vendor);
  const person = isAbroad
    ? { name: 'Jenny Rosen', cardNo: 'P1234567' }
    : { name: '张三', cardNo: '11010519491231002X' };
  const browserData = '{"zimVer":"3.0.0"}';

  async function post(url: string | URL, body: object): Promise<{ url?: string; stage?: string }> {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await reply.json()) as { url?: string };
  }

  const vendor = vendors.find(({ code }) => code === simulator.vendor);
  const device = vendor?.kind === 'face' ? vendor.devices[0] : undefined;
  const headers = { 'user-agent': `iPhone${device === 'wechat' ? ' MicroMessenger/8.0' : ''}` };

  /** Requests a check, opens the vendor's page as the person does, and decides there. */
  async function walk(outcome: string): Promise<string> {
    const { status, body } = await caller.call('face_verify', person);
    expect([status, body.data.providerCode]).toEqual([201, provider.code]);
    const { authUrl, authToken } = body.data;
    await post(`${authUrl}/consent`, {
      version: 'check-3.en',
      providers: [provider.code],
      agreed: 'on',
    });
    const session = await post(`${authUrl}/session?device=${device}`, { browserData });
    expect(session.url, session.stage).toMatch(provider.running.url);
    expect(await recheck(authToken)).toMatchObject({ status: 0 });
    const shown = await fetch(session.url as string, { headers });
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('<form')]);
    const document = { first_name: 'Jenny', last_name: 'Rosen', document_number: person.cardNo };
    const form = { outcome, ...document };
    const decided = await fetch(session.url as string, {
      ...{ method: 'POST', headers, redirect: 'manual' },
      body: new URLSearchParams(form),
    });
    expect(decided.headers.get('location')).toMatch(`${authUrl}/return`);
    const back = await fetch(decided.headers.get('location') as string);
    expect(back.status).toBe(200);
    return authToken;
  }

  async function recheck(authToken: string) {
    const { body } = await caller.call('face_verify', { authToken });
    return { ...body.data, message: body.message };
  }

  /** A provider is queried about a check at most once a second. */
  async function ended(authToken: string) {
    await expect.poll(async () => (await recheck(authToken)).status).not.toBe(0);
    return recheck(authToken);
  }

  test('a person who passes has passed', async () => {
    const found = await ended(await walk('passed'));
    expect(found).toMatchObject({ status: 1, providerCode: provider.code });
    expect(found.taskId).not.toBe('');
    expect(provider.running.refused).toEqual([]);
  });

  test('a person who fails has failed, and the message says why', async () => {
    const { status, message } = await ended(await walk('failed'));
    expect(status).toBe(2);
    expect(Object.values(failureReasons).some(({ en }) => message.includes(en))).toBe(true);
  });

  test('a person in whose place somebody else passes has failed', async () => {
    const { status } = await ended(await walk('stranger'));
    expect(status).toBe(2);
  });

  const refusal = refusalOf(vendor);
  const isFinal = refusal.kind === 'rejected';

  test(`a person whom the vendor refuses has ${isFinal ? 'failed' : 'not, and can try again'}`, async () => {
    await provider.running.misbehave([
      simulator.vendor === 'http-face' ? 'reject' : `reject:${refusal.code}`,
    ]);
    const { body } = await caller.call('face_verify', person);
    const { authUrl, authToken } = body.data;
    await post(`${authUrl}/consent`, {
      version: 'check-3.en',
      providers: [provider.code],
      agreed: 'on',
    });
    const { stage } = await post(`${authUrl}/session?device=${device}`, { browserData });
    expect([stage, (await recheck(authToken)).status]).toEqual(
      isFinal ? ['failed', 2] : ['down', 0],
    );
    await provider.running.misbehave([]);
  });
});

test.each(['405', '414'])(
  'a value that Yidun refuses with %s is rejected if no other provider is left',
  async (code) => {
    const [first, last] = [
      await rehearsal.addProvider(yunpianSimulator),
      await rehearsal.addProvider(yidunSimulator),
    ];
    const caller = await rehearsal.newCaller('sms_code', [first, last]);
    await first.running.misbehave(['down']);
    await last.running.misbehave([`reject:${code}`]);
    const { status, body } = await send(caller);
    expect([status, body.reason]).toEqual([400, 'provider_rejected']);
    expect(body.details).toMatchObject([{ field: 'provider', reason: 'variable_refused' }]);
    const { held } = await rehearsal.cli.json(
      `wallet show --account ${caller.accountId} --mode live`,
    );
    expect(held).toBe('0.0000');
  },
);
