import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { formatMoney, parseMoney } from '../../src/foundation/money.ts';
import { setLimits } from '../../src/line/limits/queries.ts';
import { setAccountPrice } from '../../src/line/pricing/queries.ts';
import type { MessageProvider } from '../../src/vendors/providers/provider.ts';
import { byTest } from '../kit/by-test.ts';
import {
  type Caller,
  type CallHeaders,
  type CallReply,
  createFixture,
  type Fixture,
} from '../kit/fixture.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { routeLive } from '../kit/route-live.ts';
import {
  type CallModel,
  type CallStep,
  callModel,
  chargesOf,
  createCallModel,
  type ModelCall,
  modelLimits,
  type NumberName,
  numberNames,
  outcomeOf,
  resolveCallModel,
} from './call-model.ts';

const runs = propertyRuns(4, 16);
/** Sequences that are played at the same time, each with its own account, on one clock. */
const sequencesAtOnce = 24;
const steps = 10;
const balance = '1.0000';
const firstPrice = 500n;

const clock = createMovableClock(new Date());
/** How often the provider was asked to send each call. */
const sends = new Map<string, number>();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture({
    clock,
    // However long a call takes on a busy machine, its repeats wait for it.
    settings: { idempotencyWaitMs: 120_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['scripted', scripted()]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['scripted'] });
});
afterAll(() => fixture.close());

const mobileOf = (number: NumberName) => `1391234567${numberNames.indexOf(number)}`;
const nameOf = (mobile: string) => numberNames[Number(mobile.at(-1))] as NumberName;

/**
 * Does at once what the model says of each number, and counts. Its reason does not affect its
 * health: a breaker is not in the model.
 */
function scripted(): MessageProvider {
  return {
    kind: 'sms',
    code: 'scripted',
    vendorCode: 'scripted',
    title: { en: 'Scripted', zh: 'Scripted' },
    horizonHours: 72,
    findFault: () => undefined,
    async send({ callId, to: mobile, variables }) {
      sends.set(callId, (sends.get(callId) ?? 0) + 1);
      const kind = outcomeOf(nameOf(mobile), variables.code ?? '');
      return { kind, providerRef: callId, reason: 'template_refused', detail: 'as scripted' };
    },
    async queryStatus({ callId, to: mobile }) {
      const state = nameOf(mobile) === 'sends late' ? 'sent' : 'absent';
      return { state, providerRef: callId, detail: 'as scripted', at: clock.now() };
    },
  };
}

/** One account's step: perhaps a price change, then calls, perhaps several times. */
interface Turn extends CallStep {
  copies: number;
  newPrice: bigint | undefined;
}

const turn: fc.Arbitrary<Turn> = fc.record({
  number: fc.constantFrom(...numberNames, 'picks', 'picks'),
  code: fc.constantFrom('11', '22'),
  key: fc.constantFrom(undefined, undefined, 'one', 'two'),
  copies: fc.constantFrom(1, 1, 3),
  newPrice: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 500n, 1_234n, 4_000n) },
  ),
});
const moveMs = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 999, 2_000, 9_000) },
  { weight: 2, arbitrary: fc.constantFrom(29_999, 30_000, 59_999, 60_000) },
  { weight: 1, arbitrary: fc.constantFrom(3_599_999, 3_600_000, 86_400_000) },
);
const step = fc.record({
  moveMs,
  isResolved: fc.boolean(),
  turns: fc.array(turn, { minLength: sequencesAtOnce, maxLength: sequencesAtOnce }),
});

test('for any sequence of calls, keys, repeats and clock changes, the charge is the sum of the distinct accepted calls', {
  timeout: longTimeoutMs,
}, async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: steps, maxLength: steps }),
    async (all) => {
      const players = await Promise.all(Array.from({ length: sequencesAtOnce }, newPlayer));
      for (const { turns, isResolved, moveMs } of all) {
        await Promise.all(players.map((player, index) => play(player, turns[index] as Turn)));
        clock.move(moveMs);
        if (isResolved) await resolve(players);
      }
      clock.move(3_600_000);
      await resolve(players);
      await Promise.all(players.map(expectCharged));
    },
  );
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  expect(await fixture.findFaults()).toEqual([]);
});

test('a refused code does not hide the same one before it', async () => {
  const { caller } = await newPlayer();
  const send = async (code: string) => {
    const { status, body } = await caller.call('sms_code', { mobile: mobileOf('picks'), code });
    clock.move(1_000);
    return status === 201 ? 'sent' : body.reason;
  };
  expect(await send('11')).toBe('sent');
  expect(await send('22')).toBe('provider_rejected');
  expect(await send('22')).toBe('provider_rejected');
  expect(await send('11')).toBe('duplicate_code');
});

interface Player {
  caller: Caller;
  model: CallModel;
}

async function newPlayer(): Promise<Player> {
  const caller = await fixture.newCaller({ mode: 'live', balance });
  await setLimits(byTest(fixture.pool), caller.accountId, 'live', modelLimits);
  return { caller, model: createCallModel(parseMoney(balance) as bigint, firstPrice) };
}

async function play({ caller, model }: Player, turn: Turn): Promise<void> {
  if (turn.newPrice !== undefined) {
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'sms_code', turn.newPrice);
    model.price = turn.newPrice;
  }
  const now = clock.nowMs();
  const body = { mobile: mobileOf(turn.number), code: turn.code };
  const headers: CallHeaders = turn.key === undefined ? {} : { 'idempotency-key': turn.key };
  // Without a key, repeats of a released call see its hold or not, depending on timing.
  const isGivenBack = ['rejected', 'unavailable'].includes(outcomeOf(turn.number, turn.code));
  const copies = turn.key === undefined && isGivenBack ? 1 : turn.copies;
  const send = async (): Promise<CallReply> => {
    const reply = await caller.call('sms_code', body, headers);
    // A machine too busy to answer within two seconds refuses first: the call is repeated.
    return reply.body.reason === 'overloaded' ? send() : reply;
  };
  const replies = await Promise.all(Array.from({ length: copies }, send));
  const expected = replies.map(() => callModel(model, turn, now));
  const call = expected.find(([, about]) => about)?.[1];
  // Timing decides which repeat is first, so the replies are compared as a set.
  expect(replies.map(wordOf).sort(), fc.stringify(turn)).toEqual(
    expected.map(([word]) => word).sort(),
  );
  if (call) for (const reply of replies) expectAbout(call, reply);
}

/** Every repeat of a call is about that call, and once it is done all get the same bytes. */
function expectAbout(call: ModelCall, { status, body, text }: CallReply): void {
  if (status !== 201 && status !== 504) return;
  call.requestId ??= body.requestId;
  expect(body.requestId).toBe(call.requestId);
  if (status !== 201) return;
  call.text ??= text;
  expect(text).toBe(call.text);
  expect(body.unitPrice).toBe(formatMoney(call.price));
}

function wordOf({ status, body, headers }: CallReply): string {
  if (status === 422) return '422';
  // Repeats that waited for a released call share its reply; to the caller it is the same.
  const isAgain = headers['idempotency-replayed'] === 'true' && status !== 400 && status !== 502;
  if (isAgain) return `${status} again`;
  return status === 201 ? '201' : `${status} ${body.reason}`;
}

async function resolve(players: readonly Player[]): Promise<void> {
  while ((await fixture.resolve()) > 0);
  for (const { model } of players) resolveCallModel(model, clock.nowMs());
}

async function expectCharged({ caller, model }: Player): Promise<void> {
  const { available, held } = await caller.wallet();
  const charged = (parseMoney(balance) as bigint) - chargesOf(model);
  expect({ available, held }).toEqual({ available: formatMoney(charged), held: '0.0000' });
  expect(model.available).toBe(charged);
  for (const call of model.calls) expect(sends.get(call.requestId ?? '')).toBe(1);
}
