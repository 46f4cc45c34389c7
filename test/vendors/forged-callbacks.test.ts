import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoint } from '../../src/foundation/events/endpoint-queries.ts';
import type {
  CallbackRequest,
  Desk,
  HttpSimulator,
  Simulator,
  Taken,
} from '../../src/vendors/simulators/simulator.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import { vendors } from '../../src/vendors/vendors.ts';
import { byTest } from '../kit/by-test.ts';
import type { Caller } from '../kit/fixture.ts';
import { createRehearsalFixture, type RehearsalFixture } from './rehearsal-fixture.ts';
import type { Rehearsed } from './rehearse.ts';

/** The vendors whose documents limit the age of a signature. A copy of any other callback is harmless at any age. */
const limitAge = ['stripe-face'];

const anHourAgo = () => new Date(Date.now() - 3_600_000);

/** A vendor signs if a callback made with a guessed key differs from its own. */
function isSigning(simulator: Simulator): simulator is HttpSimulator {
  // payment-notice-contract.ts forges the notices of payments.
  if (!('forged' in simulator) || simulator.kind === 'payment') return false;
  const taken = {
    ...{ id: '1', kind: simulator.kind === 'sms' ? 'message' : 'session', reference: 'r.1' },
    ...{ mobile: '13900000000', said: {}, callbackUrl: 'http://127.0.0.1', at: new Date(0) },
    state: simulator.kind === 'sms' ? 'delivered' : 'passed',
  } as Taken;
  const now = () => new Date(0);
  const desk: Desk = { url: '', taken: [taken], find: () => taken, decide() {}, now };
  const [own, guessed] = [simulator.receipt(taken, desk), simulator.forged?.(taken, desk)];
  return own !== null && JSON.stringify(own) !== JSON.stringify(guessed);
}

const signing = simulators.filter(isSigning);
const of = (kind: Simulator['kind']) =>
  signing.filter((each) => each.kind === kind).map((each) => [each.vendor, each] as const);

let rehearsal: RehearsalFixture;
beforeAll(async () => {
  // Without jobs nobody but a callback makes the platform ask a vendor.
  rehearsal = await createRehearsalFixture({ withJobs: false });
});
afterAll(() => rehearsal.close());

test('the vendors that sign are known', () => {
  expect(signing.map(({ vendor }) => vendor)).toEqual(
    expect.arrayContaining(['aws-sms', 'huawei', 'stripe-face', 'twilio', 'vonage', 'yunxin']),
  );
});

/** The same request without its signature, which is in the headers or in one of two fields. */
function withoutSignature({
  headers,
  body,
  query = '',
  ...rest
}: CallbackRequest): CallbackRequest {
  const type = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-type');
  return {
    ...rest,
    headers: Object.fromEntries(type),
    body: body.replace(/[,&]"?(?:sig|Signature)"?[:=]"?[\w+/=]+"?/, ''),
    query: query.replace(/&sig=\w+/, ''),
  };
}

/** The message of the first request under the signature of the second. */
function withSignatureOf(request: CallbackRequest, other: CallbackRequest): CallbackRequest {
  const [, signature] = /"(?:sig|Signature)":"([\w+/=]+)"/.exec(other.body) ?? [];
  return {
    ...request,
    headers: other.headers,
    body: signature
      ? request.body.replace(/(?<="(?:sig|Signature)":")[\w+/=]+/, signature)
      : request.body,
  };
}

/** Another message of the same vendor, as a customer who is an attacker could have one. */
function decoyOf(taken: Taken): Taken {
  const other = (text: string) => text.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
  const { reference, callbackUrl } = taken;
  const ownReference = reference && other(reference);
  return {
    ...taken,
    ...{ id: other(taken.id), reference: ownReference },
    callbackUrl: (callbackUrl && reference
      ? callbackUrl.replace(encodeURIComponent(reference), encodeURIComponent(ownReference ?? ''))
      : callbackUrl) as string | null,
  };
}

interface Attack {
  simulator: HttpSimulator;
  provider: Rehearsed;
  taken: Taken;
}

/** The callback that the vendor would send about a message or session, at a time. */
function ownOf({ simulator, provider }: Attack, taken: Taken, now = new Date()): CallbackRequest {
  const { url } = provider.running;
  const desk: Desk = { url, taken: [taken], find: () => taken, decide() {}, now: () => now };
  return simulator.receipt(taken, desk) ?? expect.fail('no callback');
}

/** Every forgery, by name. */
function forgeriesOf(attack: Attack): [title: string, forged: CallbackRequest][] {
  const { simulator, provider, taken } = attack;
  const own = ownOf(attack, taken);
  const guessed = simulator.forged?.(taken, provider.running) ?? expect.fail('not forged');
  return [
    ['no signature', withoutSignature(own)],
    ['a signature by another key', guessed],
    ['the signature of another message', withSignatureOf(own, ownOf(attack, decoyOf(taken)))],
    ...(limitAge.includes(simulator.vendor)
      ? [['an old signature', ownOf(attack, taken, anHourAgo())] as [string, CallbackRequest]]
      : []),
  ];
}

async function post({ provider, taken }: Attack, request: CallbackRequest): Promise<number> {
  const { method, query = '', headers, body } = request;
  const { url } = rehearsal.fixture;
  const to = taken.callbackUrl ?? `${url}/callbacks/${provider.running.callbackKey}`;
  const reply = await fetch(to + query, { method, headers, ...(method === 'POST' && { body }) });
  await reply.body?.cancel();
  return reply.status;
}

async function expectRefused(attack: Attack): Promise<void> {
  const own = ownOf(attack, attack.taken);
  for (const [title, forged] of forgeriesOf(attack)) {
    expect(forged, title).not.toEqual(own);
    expect(await post(attack, forged), title).toBe(403);
  }
}

describe.each(of('sms'))('a callback of %s', (_, simulator) => {
  let caller: Caller;
  let provider: Rehearsed;

  beforeAll(async () => {
    provider = await rehearsal.addProvider(simulator);
    caller = await rehearsal.newCaller('sms_code', [provider]);
    // A delivered message is an event only if somebody subscribes to it.
    await createEndpoint(byTest(rehearsal.fixture.pool), {
      ...{ accountId: caller.accountId, mode: caller.mode, url: 'https://customer.example' },
      ...{ events: ['sms.delivered'], description: '', sealedSecret: Buffer.alloc(0) },
    });
    await provider.running.misbehave(['no_receipt']);
  });

  test('that is forged changes nothing, and the vendor’s own counts once', async () => {
    const { body } = await caller.call('sms_code', { mobile: '13912345678', code: '482913' });
    const found = provider.running.taken[0] ?? expect.fail('not sent');
    const attack = { simulator, provider, taken: { ...found, state: 'delivered' } as Taken };
    const stored = async () => {
      const { rows } = await rehearsal.fixture.pool.query(
        `select c.message_state as state,
           (select count(*)::integer from receipts r where r.call_id = c.call_id) as receipts,
           (select count(*)::integer from events e where e.subject_id = c.call_id) as events
         from calls c where c.call_id = $1`,
        [body.requestId],
      );
      return { ...rows[0], wallet: await caller.wallet() };
    };
    const before = await stored();
    expect(before).toMatchObject({ state: 'sent', receipts: 0, events: 0 });
    await expectRefused(attack);
    expect(await stored()).toEqual(before);

    const own = ownOf(attack, attack.taken);
    expect(await post(attack, own)).toBe(200);
    const after = { ...before, state: 'delivered', receipts: 1, events: 1 };
    expect(await stored()).toEqual(after);
    // A copy that was recorded on the way, at once and an hour later, and an older one that arrives last.
    for (const copy of [own, own, ownOf(attack, attack.taken, anHourAgo())]) {
      expect(await post(attack, copy)).toBe(200);
    }
    expect(await stored()).toEqual(after);
  });
});

describe.each(of('face'))('a callback of %s', (vendorCode, simulator) => {
  /** The requests for a result that the vendor got. */
  let asked = 0;
  let caller: Caller;
  let provider: Rehearsed;

  beforeAll(async () => {
    provider = await rehearsal.addProvider({
      ...simulator,
      read(request, desk) {
        asked++;
        return simulator.read(request, desk);
      },
    });
    caller = await rehearsal.newCaller('face_verify', [provider]);
  });

  test('that is forged makes the platform ask nobody, and a copy changes no result', async () => {
    const { body } = await caller.call('face_verify', {
      ...{ name: 'Jenny Rosen', cardNo: '11010519491231002X' },
    });
    const { authUrl } = body.data;
    const say = async (path: string, words: object) =>
      fetch(`${authUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(words),
      });
    const agreed = { version: 'check-3.en', providers: [provider.code], agreed: 'on' };
    await say('/consent', agreed);
    const vendor = vendors.find(({ code }) => code === vendorCode);
    const device = vendor?.kind === 'face' ? vendor.devices[0] : '';
    await say(`/session?device=${device}`, { browserData: '{}' });
    const found = provider.running.taken[0] ?? expect.fail('no session');
    Object.assign(found, {
      state: 'passed',
      said: { ...found.said, first_name: 'Jenny', last_name: 'Rosen' },
    });
    const attack = { simulator, provider, taken: found };
    const statusOf = async () => {
      const { rows } = await rehearsal.fixture.pool.query<{ status: number }>(
        'select status from checks where check_id = $1',
        [body.requestId],
      );
      return rows[0]?.status;
    };
    const before = asked;
    await expectRefused(attack);
    expect([asked, await statusOf()]).toEqual([before, 0]);

    const own = ownOf(attack, found);
    expect(await post(attack, own)).toBe(200);
    await expect.poll(statusOf).not.toBe(0);
    const ended = await statusOf();
    expect(await post(attack, own)).toBe(200);
    expect(await statusOf()).toBe(ended);
  });
});
