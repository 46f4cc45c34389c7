import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import { httpSmsSimulator } from '../../src/vendors/simulators/http-sms.ts';
import type { Simulator, Taken } from '../../src/vendors/simulators/simulator.ts';
import { simulators } from '../../src/vendors/vendor-simulators.ts';
import type { Caller, CallReply } from '../kit/fixture.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { documents, readDocument } from '../vendors/read-codes.ts';
import { createRehearsalFixture, type RehearsalFixture } from '../vendors/rehearsal-fixture.ts';
import type { Rehearsed } from '../vendors/rehearse.ts';

/**
 * Whatever a vendor does with a message, one person gets it once. Every SMS vendor is the first of a route, its
 * simulator answers with any code of its published list, and what the simulators took is compared at the end.
 */
let rehearsal: RehearsalFixture;
const clock = createMovableClock(new Date());

beforeAll(async () => {
  rehearsal = await createRehearsalFixture({
    ...{ clock, withJobs: false },
    settings: { providerTimeoutMs: 600, idempotencyWaitMs: 120_000 },
    // Later than the line waits for an answer; `early_receipt` comes before it.
    receiptDelayMs: 700,
  });
  // A breaker would keep most answers of a vendor that fails this often from the line.
  vi.spyOn(rehearsal.fixture.app.line.breakers, 'run').mockImplementation((_, attempt) =>
    attempt(),
  );
});
afterAll(() => rehearsal.close());

/** What one call meets at the first vendor, as its simulator is told. */
type Deed = readonly string[];

const receipts: Deed[] = [
  ...[[], ['early_receipt'], ['duplicate_receipts'], ['forged_receipt'], ['no_receipt']],
  ['early_receipt', 'duplicate_receipts', 'forged_receipt'],
];
const cuts: Deed[] = [['down'], ['timeout_sent'], ['timeout_lost'], ['reset'], ['unknown_code']];

/** A code that the document does not explain may have been sent: the simulator does both. */
function codesOf({ vendor }: Simulator): Deed[] {
  if (!documents.includes(vendor)) return [];
  return Object.entries(readDocument(vendor).send ?? {}).flatMap(([code, [kind]]) => {
    if (kind === 'done') return [];
    const isExplained = kind === 'rejected' || kind === 'unavailable';
    return [[`reject:${code}`], ...(isExplained ? [] : [[`reject_sent:${code}`]])];
  });
}

/** In SMPP, every status but 0 says that the message was not taken, known or not. */
const unlisted = ({ vendor }: Simulator): Deed[] =>
  vendor === 'smpp' ? [['reject:0x4FF']] : [['reject_sent:4711'], ['reject_sent:-4711']];

function anyDeeds(simulator: Simulator): fc.Arbitrary<Deed[]> {
  const deed = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...codesOf(simulator), ...unlisted(simulator)) },
    { weight: 2, arbitrary: fc.constantFrom(...receipts) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...cuts), fc.constantFrom(...receipts))
        .map((both) => both.flat()),
    },
  );
  const length = propertyRuns(6, 10);
  return fc.array(deed, { minLength: length, maxLength: length });
}

interface Sent {
  mobile: string;
  deed: Deed;
  repeat(): Promise<CallReply>;
}

interface Player {
  first: Rehearsed;
  caller: Caller;
  sent: Sent[];
}

let numbers = 0;

/** Calls once for each deed, some of them several times at once, under one key each. */
async function play({ first, caller, sent }: Player, deeds: readonly Deed[]): Promise<void> {
  for (const deed of deeds) {
    const mobile = `139${String(20_000_000 + numbers++)}`;
    const headers = { 'idempotency-key': mobile };
    const repeat = () => caller.call('sms_code', { mobile, code: '482913' }, headers);
    sent.push({ mobile, deed, repeat });
    await first.running.misbehave([...deed]);
    await Promise.all(Array.from({ length: 1 + (numbers % 2) }, repeat));
  }
  // From now on the vendor would take every message.
  await first.running.misbehave([]);
}

/** The resolver asks about every open call now, however long it should have waited. */
async function resolveAll(): Promise<void> {
  await rehearsal.fixture.pool.query(
    `update unresolved_calls set next_try_at = $1 where review_reason is null`,
    [clock.databaseNow()],
  );
  await rehearsal.fixture.resolve();
}

const takenFor = (taken: readonly Taken[], mobile: string) =>
  taken.filter((each) => each.mobile?.endsWith(mobile)).length;

const firsts = simulators.filter(({ kind }) => kind === 'sms');

// @mutant src/line/calls/attempt-providers.ts
// -     if (outcome.kind !== 'unavailable') break;
// +     if (outcome.kind === 'done') break;
test('no code, cut, receipt or repeat sends a message twice, whatever the vendor', {
  timeout: longTimeoutMs,
}, async () => {
  const second = await rehearsal.addProvider(httpSmsSimulator);
  const players = await Promise.all(
    firsts.map(async (simulator): Promise<Player> => {
      const first = await rehearsal.addProvider(simulator);
      return { first, caller: await rehearsal.newCaller('sms_code', [first, second]), sent: [] };
    }),
  );
  const settle = async () => {
    await resolveAll();
    await Promise.all(players.flatMap(({ sent }) => sent.map(({ repeat }) => repeat())));
    for (const { first, sent } of players) {
      for (const { mobile, deed } of sent) {
        const taken = [first, second].map(({ running }) => takenFor(running.taken, mobile));
        const words = `${first.code} did ${JSON.stringify(deed)}, and they took ${taken}`;
        expect(
          taken.reduce((sum, each) => sum + each),
          words,
        ).toBeLessThanOrEqual(1);
      }
    }
  };
  const property = fc.asyncProperty(
    fc.tuple(...firsts.map((simulator) => anyDeeds(simulator))),
    async (all) => {
      await Promise.all(players.map((player, index) => play(player, all[index] ?? [])));
      await settle();
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(1, 12), endOnFailure: true });
  // By now, every vendor that knows would say that it never took a message.
  clock.move(2 * 3_600_000);
  await settle();
  // Both providers were asked, so that the sums above say something.
  expect(players.some(({ first }) => first.running.taken.length > 0)).toBe(true);
  expect(second.running.taken.length).toBeGreaterThan(0);
});
