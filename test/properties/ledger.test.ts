import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import type { Mode } from '../../src/foundation/contract/products.ts';
import { Refused } from '../../src/foundation/contract/refusals/refused.ts';
import { createPool } from '../../src/foundation/db/connect.ts';
import type { Line } from '../../src/line/calls/line.ts';
import {
  createLineWriter,
  type HoldWriter,
  type SettleWriter,
} from '../../src/line/calls/line-writer.ts';
import { chargeReleased, dropContradicted } from '../../src/line/calls/queries.ts';
import { findAbandoned, resolveCalls } from '../../src/line/calls/resolve-calls.ts';
import {
  adjust,
  readBalance,
  refund,
  setCreditLimit,
  topUp,
} from '../../src/money/ledger/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import {
  type CrashPoint,
  createLedgerWorld,
  dyingPool,
  holdItemOf,
  type LedgerWorld,
  orDied,
  settleItemOf,
  writerPorts,
} from '../kit/ledger-table.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { expectBooksClosed } from '../proofs/storms/books.ts';
import {
  type CallEnd,
  createLedgerModel,
  type LedgerModel,
  type LedgerStep,
  resolveModel,
  stepModel,
} from './ledger-model.ts';

const runs = propertyRuns(10, 40);
/** Sequences that are played at the same time, each on its own account. */
const sequencesAtOnce = 50;

const clock = createMovableClock(new Date());
let database: TestDatabase;
/** Connections that a crash may end, so that the others keep their plans. */
let crashPool: Pool;
let line: Line;

beforeAll(async () => {
  database = await createTestDatabase({ max: 10 });
  crashPool = createPool(database.target, { max: 2, applicationName: 'crash' });
  const quiet = () => {};
  line = {
    pool: database.pool,
    clock,
    ...createLineWriter(writerPorts(database.pool, clock)),
    settings: { callDeadlineMs: 30_000 },
    log: { debug: quiet, info: quiet, warn: quiet, error: console.error },
    metrics: { resolved: quiet },
    registry: { sms: new Map(), voice: new Map(), email: new Map(), face: new Map() },
  } as unknown as Line;
});
afterAll(async () => {
  await crashPool.end();
  await database.drop();
});

const amount = fc.oneof(
  fc.constantFrom(0n, 1n, 500n, 10_000n),
  fc.bigInt({ min: 0n, max: 30_000n }),
);
const reference = fc.constantFrom('a', 'b', 'c', 'd');
const call = fc.nat({ max: 6 });
const state = fc.constantFrom<CallEnd>('done', 'done', 'rejected', 'unavailable', 'unknown');
const point = fc.constantFrom<CrashPoint>('before commit', 'after commit');

/** A crash costs a connection, so about one in seven sequences has one. */
const step: fc.Arbitrary<LedgerStep> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('top up' as const),
      amount: fc.bigInt({ min: 1n, max: 60_000n }),
      reference,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      amount: fc.bigInt({ min: -20_000n, max: 20_000n }).filter((value) => value !== 0n),
      reference,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('credit' as const), limit: amount }),
  },
  {
    weight: 21,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      amounts: fc.array(amount, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 21, arbitrary: fc.record({ kind: fc.constant('end' as const), call, state }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('refund' as const), call }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('charge' as const), call }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crash in hold' as const), amount, point }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crash in end' as const), call, state, point }),
  },
);
const sequence = fc.array(step, { minLength: 1, maxLength: 12 });

/** Too rare to be counted on: it was drawn once in some hundred runs. */
const chargedAfterUnknown: LedgerStep[] = [
  { kind: 'hold', amounts: [500n] },
  { kind: 'end', call: 0, state: 'unknown' },
  { kind: 'end', call: 0, state: 'unavailable' },
  { kind: 'charge', call: 0 },
];

/** The ledger under test: an account, and its call ids in the order of the model. */
interface Played {
  world: LedgerWorld;
  callIds: string[];
}

test('2 000 sequences of movements, with crashes, match a simple model', {
  timeout: longTimeoutMs,
}, async () => {
  let played = 0;
  const property = fc.asyncProperty(
    fc.array(sequence, { minLength: sequencesAtOnce, maxLength: sequencesAtOnce }),
    async (sequences) => {
      const ends = await Promise.all(sequences.map(playSequence));
      clock.move(3_600_000);
      await Promise.all(Array.from({ length: 8 }, resolveAll));
      for (const { model, world } of ends) {
        resolveModel(model);
        await compareWallet(world, model, 'ending the calls without an outcome');
        played++;
      }
      clock.move(3_600_000);
    },
  );
  await fc.assert(property, { numRuns: runs, examples: [[[chargedAfterUnknown]]] });
  expect(played).toBe((runs - 1) * sequencesAtOnce + 1);
  await expectBooksClosed(database.pool);
});

/** Several of these at once simulate several processes. */
async function resolveAll(): Promise<void> {
  await findAbandoned(line);
  while ((await resolveCalls(line)) > 0);
}

async function playSequence(steps: LedgerStep[]) {
  const world = await createLedgerWorld(database.pool);
  const played: Played = { world: { ...world, ...line }, callIds: [] };
  const model = createLedgerModel();
  for (const [index, each] of steps.entries()) {
    const where = `step ${index + 1} (${each.kind})`;
    const expected = stepModel(model, each);
    const came = await stepLedger(played, each);
    if (came !== expected) throw new Error(`${where} came to "${came}" and not "${expected}"`);
    await compareWallet(world, model, where);
  }
  return { model, world };
}

async function compareWallet(world: LedgerWorld, model: LedgerModel, where: string) {
  const { available, held } = await readBalance(world.pool, world.accountId, world.mode);
  if (available === model.available && held === model.held) return;
  throw new Error(
    `${where} left ${available} available and ${held} held, ` +
      `and not ${model.available} and ${model.held}`,
  );
}

async function stepLedger(played: Played, step: LedgerStep): Promise<string> {
  const { accountId, mode, holds, settles } = played.world;
  const { pool } = database;
  switch (step.kind) {
    case 'top up': {
      const asked = { accountId, mode, amount: step.amount, reference: `top up ${step.reference}` };
      return orRefused(topUp(byTest(pool), asked), ({ isRepeat }) =>
        isRepeat ? 'repeat' : 'made',
      );
    }
    case 'adjust': {
      const named = { reference: `adjust ${step.reference}`, reason: 'a test' };
      const asked = { accountId, mode, amount: step.amount, ...named };
      return orRefused(adjust(byTest(pool), asked), ({ isRepeat }) =>
        isRepeat ? 'repeat' : 'made',
      );
    }
    case 'credit':
      return orRefused(
        setCreditLimit(byTest(pool), { accountId, mode, limit: step.limit }),
        () => 'set',
      );
    case 'hold':
      return (await Promise.all(step.amounts.map((each) => hold(played, holds, each)))).join(', ');
    case 'end':
      return end(played, settles, step.call, step.state);
    case 'refund': {
      const asked = { accountId, callId: callIdAt(played, step.call), reason: 'a test' };
      return orRefused(refund(byTest(pool), asked), () => 'refunded');
    }
    case 'charge':
      return charge({ accountId, mode, callId: callIdAt(played, step.call) });
    case 'crash in hold':
      return orDied(
        hold(
          played,
          createLineWriter(writerPorts(dyingPool(crashPool, step.point), clock)).holds,
          step.amount,
        ),
      );
    case 'crash in end': {
      const writer = createLineWriter(writerPorts(dyingPool(crashPool, step.point), clock)).settles;
      return orDied(end(played, writer, step.call, step.state));
    }
  }
}

async function hold(played: Played, writer: HoldWriter, amount: bigint): Promise<string> {
  const callId = randomUUIDv7();
  played.callIds.push(callId);
  const item = holdItemOf(played.world, callId, amount);
  return (await writer.add(item)).verdict;
}

async function end(played: Played, writer: SettleWriter, index: number, state: CallEnd) {
  const item = settleItemOf(played.world, callIdAt(played, index), state);
  const { state: stands, isApplied } = await writer.add(item);
  return isApplied ? stands : `stands: ${stands}`;
}

/** Contradicts the release of a call, and charges it. */
async function charge(call: { accountId: number; mode: Mode; callId: string }): Promise<string> {
  const values = [call.accountId, call.callId];
  const { rowCount } = await database.pool.query(
    `insert into unresolved_calls (
       account_id, call_id, next_try_at, reason, lane, review_since, review_reason
     )
     select account_id, call_id, 'infinity', 'contradicted', '', now(), 'sent_after_release'
     from calls
     where account_id = $1 and call_id = $2 and state in ('rejected', 'unavailable')
     -- A call whose outcome was unknown stays listed until the resolver has read its end.
     on conflict (account_id, call_id) do update
     set next_try_at = 'infinity', review_since = excluded.review_since,
       review_reason = excluded.review_reason`,
    values,
  );
  if (rowCount === 0) return 'not released';
  const proof = { evidence: 'a test', details: null };
  const charging = chargeReleased(byTest(database.pool), clock.databaseNow(), call, proof);
  const came = await orRefused(charging, (isCharged) => (isCharged ? 'charged' : 'decided'));
  await dropContradicted(database.pool, call);
  return came;
}

/** A call that was never made has an unknown id. */
function callIdAt({ callIds }: Played, index: number): string {
  return callIds[index] ?? '00000000-0000-7000-8000-000000000000';
}

async function orRefused<Result>(
  moving: Promise<Result>,
  say: (result: Result) => string,
): Promise<string> {
  try {
    return say(await moving);
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}
