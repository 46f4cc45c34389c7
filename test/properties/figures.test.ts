import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMovableClock } from '../../src/foundation/clock.ts';
import type { Mode, OutcomeKind } from '../../src/foundation/contract/products.ts';
import { type Scope, wholePlatform } from '../../src/foundation/contract/scope.ts';
import { formatMoney, type Money, parseMoney } from '../../src/foundation/money.ts';
import { createLineWriter } from '../../src/line/calls/line-writer.ts';
import { idAt } from '../../src/line/search/id-bounds.ts';
import { groupOf } from '../../src/line/search/row-status.ts';
import { findCalls } from '../../src/line/search/search-queries.ts';
import { closeDays } from '../../src/money/ledger/close-days.ts';
import { listMovements } from '../../src/money/ledger/movement-queries.ts';
import { readBalance, readUsageDays, refund } from '../../src/money/ledger/queries.ts';
import { readStatement } from '../../src/money/ledger/read-statement.ts';
import type { DaySums } from '../../src/money/ledger/statement-queries.ts';
import { readSpentOn } from '../../src/money/ledger/wallet-queries.ts';
import { takeReceipts } from '../../src/products/messages/receipt-queries.ts';
import { readCallsTotals } from '../../src/surfaces/console/calls/read-calls-totals.ts';
import type { Overview } from '../../src/surfaces/console/overview/overview-contract.ts';
import { readOverview } from '../../src/surfaces/console/overview/read-overview.ts';
import { decideCall } from '../../src/surfaces/reports/decide-call.ts';
import { sumMargins } from '../../src/surfaces/reports/margin-queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { createLedgerWorld, settleItemOf, writerPorts } from '../kit/ledger-table.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { messageItemOf } from '../kit/message-item.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { project, recount } from '../kit/search-recount.ts';
import {
  bookedIn,
  bookedOf,
  chargeOf,
  endedAt,
  type ModelCall,
  modelCall,
  resolvedAt,
  resolvesAs,
} from './figures-model.ts';
import { deedsOfPayment, entriesOf, type ModelPayment, modelPayment } from './figures-payments.ts';

/** New York moves its clocks on the second night. */
const beginning = Date.parse('2026-03-06T00:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const quarterMs = 15 * minuteMs;
const dateOf = (minute: number) => new Date(beginning + minute * minuteMs);
const zones = [
  'UTC',
  'Asia/Shanghai',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
] as const;
const log = { debug() {}, info() {}, warn() {}, error() {} };

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
  pool = database.pool;
});
afterAll(() => database.drop());

/** The accounts of a history, their calls and payments as the model knows them, and their days. */
interface History {
  accounts: readonly [number, number];
  calls: readonly ModelCall[];
  payments: readonly ModelPayment[];
  timeZone: string;
}

type Deed = { at: number; act(): Promise<unknown> };

/** Plays calls by the line's own functions, each at its time. */
async function play(
  calls: readonly ModelCall[],
  payments: readonly ModelPayment[],
  timeZone: string,
  closedAt: number,
): Promise<History> {
  await pool.query(`update ledger_closed set closed_until = '-infinity'`);
  const clock = createMovableClock(dateOf(0));
  const ports = { ...writerPorts(pool, clock), timeZone };
  const writer = createLineWriter(ports);
  const worlds = [await newWorld(), await newWorld()] as const;
  const close = { at: closedAt, act: () => closeDays({ pool, log, timeZone }, clock.now()) };
  const deeds: Deed[] = calls.flatMap((call) => {
    const world = { ...worlds[call.account], ...writer, mode: call.mode };
    return deedsOf(call, world, ports);
  });
  for (const payment of payments) {
    const { accountId } = worlds[payment.account];
    deeds.push(...deedsOfPayment(payment, { pool, clock, accountId }));
  }
  for (const { at, act } of [...deeds, close].toSorted((a, b) => a.at - b.at)) {
    clock.set(dateOf(at));
    await act();
  }
  await project(pool);
  return { accounts: [worlds[0].accountId, worlds[1].accountId], calls, payments, timeZone };
}

type World = Awaited<ReturnType<typeof createLedgerWorld>>;

/** An account from before the history, which can pay for all of it. */
async function newWorld(): Promise<World> {
  const world = await createLedgerWorld(pool);
  const { accountId } = world;
  await pool.query('update wallets set credit_limit = 1000000 where account_id = $1', [accountId]);
  const { rows } = await pool.query<{ version: number }>(
    'update accounts set created_at = $2 where account_id = $1 returning version',
    [accountId, dateOf(0)],
  );
  const versions = { ...world.versions, accountVersion: rows[0]?.version ?? 0 };
  return { ...world, versions };
}

/** What happens to a call, step by step. */
function deedsOf(call: ModelCall, world: World, ports: ReturnType<typeof writerPorts>): Deed[] {
  const { accountId } = world;
  const ms = beginning + call.acceptedAt * minuteMs;
  const callId = `${idAt(ms).slice(0, 14)}${randomUUIDv7().slice(14)}`;
  const { product, amount, cost, receipt } = call;
  const details = cost === null ? null : JSON.stringify({ cost, costSource: 'answer' });
  const settle = (state: OutcomeKind, evidence: string | null) =>
    world.settles.add({
      ...settleItemOf(world, callId, state),
      ...{ providerCode: call.provider, details, evidence },
    });
  const deeds: Deed[] = [
    {
      at: call.acceptedAt,
      async act() {
        const item = messageItemOf(world, { callId, product, amount });
        expect(await world.holds.add(item)).toMatchObject({ verdict: 'held' });
      },
    },
  ];
  const { outcome } = call;
  if (outcome !== 'held') deeds.push({ at: endedAt(call), act: () => settle(outcome, null) });
  const isSent = outcome === 'done' || outcome === 'unavailable';
  if (receipt && isSent) {
    const said = { state: receipt, reference: `${callId}.${accountId}`, at: dateOf(endedAt(call)) };
    const more = { vendorCode: '', detail: '', providerCode: call.provider, isTrusted: true };
    deeds.push({ at: endedAt(call), act: () => takeReceipts(pool, [{ ...said, ...more }]) });
  }
  const resolution = resolvesAs(call);
  if (resolution) {
    deeds.push({
      at: resolvedAt(call),
      act: () =>
        outcome === 'unavailable'
          ? decideCall(byTest(pool), ports, callId, resolution, 'seen in their console')
          : settle(resolution, 'the provider says so'),
    });
  }
  const { refundedAt } = bookedOf(call);
  if (refundedAt !== null) {
    deeds.push({ at: refundedAt, act: () => refundAt({ accountId, callId }, dateOf(refundedAt)) });
  }
  // The copies take part of what happened meanwhile, as the job does.
  return [...deeds, { at: endedAt(call) + 7, act: () => project(pool) }];
}

/** The database dates a refund by its own clock, which stands where the machine's does. */
async function refundAt(call: { accountId: number; callId: string }, at: Date): Promise<void> {
  await refund(byTest(pool), { ...call, reason: 'a test' });
  for (const [table, id] of [
    ['transfers', 'subject_id'],
    ['manual_entries', 'transfer_id'],
  ]) {
    const isRefund = table === 'transfers' ? 'phase = 3' : `kind = 'refund'`;
    await pool.query(
      `update ${table} set made_at = $3 where account_id = $1 and ${id} = $2 and ${isRefund}`,
      [call.accountId, call.callId, at],
    );
  }
}

interface Day {
  name: string;
  from: Date;
  to: Date;
  isIn(minute: number): boolean;
}

function daysOf(timeZone: string): Day[] {
  return Array.from({ length: 11 }, (_, index) => {
    const day = Temporal.PlainDate.from('2026-03-05').add({ days: index });
    const at = (date: Temporal.PlainDate) =>
      new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
    const [from, to] = [at(day), at(day.add({ days: 1 }))];
    const isIn = (minute: number) => dateOf(minute) >= from && dateOf(minute) < to;
    return { name: `${day}`, from, to, isIn };
  });
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => Money) =>
  rows.reduce((so, row) => so + of(row), 0n);
const ofRevenue = (rows: readonly { charged: Money; refunded: Money }[]) =>
  sum(rows, ({ charged, refunded }) => charged - refunded);

/** Every figure that is counted by when a call was accepted. */
async function byAcceptance(history: History, accountId: number, mode: Mode, day: Day) {
  const { timeZone } = history;
  const { from, to } = day;
  const scope: Scope = { kind: 'account', accountId };
  const filter = { account: accountId, from, to };
  const asked = { scope: wholePlatform, mode, filter, person: null };
  const list = await findCalls(pool, wholePlatform, mode, filter, { limit: 500 });
  const span = { starts: from, ends: to, timeZone, accountId, mode };
  const margins = await sumMargins(pool, { ...span, by: 'provider' });
  const usage = await readUsageDays(pool, accountId, mode, day.name, day.name);
  const viewer = { scope, isOperator: true, seen: wholePlatform };
  const shown = { mode, span: { from, to }, now: new Date(), timeZone };
  const overview = await readOverview(pool, viewer, shown);
  return { list, margins, usage, overview, totals: await readCallsTotals(pool, asked, to) };
}

/** What the model says of the calls that an account made on a day. */
function expected(calls: readonly ModelCall[]) {
  const copied = calls.filter((call) => bookedOf(call).state !== 'held');
  const done = copied.filter((call) => bookedOf(call).state === 'done');
  const uncosted = done.filter(({ cost }) => cost === null);
  const isFinished = ({ receipt }: ModelCall) => receipt !== null;
  const costed = copied.flatMap((call) => (call.cost === null ? [] : [BigInt(call.cost)]));
  const finished = done.filter(
    (call) => isFinished(call) && (call.outcome === 'done' || call.outcome === 'unavailable'),
  );
  const isNone = done.length === uncosted.length && sum(costed, (cost) => cost) === 0n;
  const spend = sum(done, chargeOf);
  const uncostedSpend = sum(uncosted, chargeOf);
  return {
    ...{ calls: copied.length, done: done.length, finished: finished.length },
    delivered: finished.filter(({ receipt }) => receipt === 'delivered').length,
    ...{ spend, uncosted: uncosted.length, uncostedSpend },
    margin: isNone ? null : spend - uncostedSpend - sum(costed, (cost) => cost),
    /** Refunded money stays spent: a refund does not reopen the limit of its day. */
    capped: sum(
      calls.filter((call) => ['held', 'unknown', 'done'].includes(bookedOf(call).state)),
      ({ amount }) => amount,
    ),
  };
}

async function expectDay(history: History, account: 0 | 1, mode: Mode, day: Day): Promise<Money> {
  const accountId = history.accounts[account];
  const own = history.calls.filter((call) => call.account === account && call.mode === mode);
  const made = own.filter(({ acceptedAt }) => day.isIn(acceptedAt));
  const { calls, done, finished, delivered, spend, uncosted, uncostedSpend, margin, capped } =
    expected(made);
  const { list, margins, usage, overview, totals } = await byAcceptance(
    ...([history, accountId, mode, day] as const),
  );
  const total = margins.at(-1);
  const where = `${day.name} ${mode} ${accountId}`;
  expect(
    {
      list: [list.calls.length, sum(list.calls, ({ charged }) => charged)],
      margin: [total?.calls, total?.price, total?.margin, total?.uncosted, total?.uncostedPrice],
      usage: [sum(usage, (row) => row.calls), sum(usage, (row) => row.charged)],
      limit: await readSpentOn(pool, { accountId, mode }, day.name),
    },
    where,
  ).toEqual({
    list: [calls, spend],
    margin: [done, spend, margin, uncosted, uncostedSpend],
    usage: [BigInt(done), spend],
    limit: capped,
  });
  // What was not charged has no charge in any row.
  for (const row of list.calls) if (row.state !== 'done') expect(row.charged, where).toBe(0n);
  expect([overview.isApproximate, totals.isApproximate], where).toEqual([false, false]);
  expect(overview.sums, where).toMatchObject({
    ...{ calls, done, finished, delivered, uncosted },
    spend: formatMoney(spend),
    uncostedSpend: formatMoney(uncostedSpend),
    margin: margin === null ? null : formatMoney(margin),
  });
  expect([overview.times[0], overview.times.length], where).toEqual([
    day.from.toISOString(),
    (day.to.getTime() - day.from.getTime()) / quarterMs,
  ]);
  expectSteps(overview, made, where);
  const groups = { completed: 0, waiting: 0, unknown: 0, failed: 0 };
  for (const { state, result } of list.calls) {
    groups[groupOf((state === 'done' && result) || state)]++;
  }
  const { completed, waiting, unknown } = groups;
  expect(overview.sums, where).toMatchObject({ completed, waiting, unknown });
  // The totals of a list are read by the hour.
  if ([day.from, day.to].every((at) => at.getTime() % hourMs === 0)) {
    const charged = formatMoney(spend);
    expect(totals, where).toMatchObject({ calls, ...groups, refused: 0, charged });
  }
  return spend;
}

/** Each step of a day has the calls that were accepted in its quarter of an hour, and no step is missing. */
function expectSteps({ times, series }: Overview, made: readonly ModelCall[], where: string) {
  const copied = made.filter((call) => bookedOf(call).state !== 'held');
  const steps = times.map((time) => {
    const isIn = ({ acceptedAt }: ModelCall) =>
      Math.floor((dateOf(acceptedAt).getTime() - Date.parse(time)) / quarterMs) === 0;
    const own = copied.filter(isIn);
    const charged = own.filter((call) => bookedOf(call).state === 'done');
    return [own.length, formatMoney(sum(charged, chargeOf))];
  });
  const shown = times.map((_, at) => [
    series.reduce((so, { calls }) => so + (calls[at] ?? 0), 0),
    formatMoney(sum(series, ({ spend }) => parseMoney(spend[at] ?? '') ?? 0n)),
  ]);
  expect(shown, where).toEqual(steps);
}

const isOfCalls = ({ kind }: { kind: string }) => kind === 'calls' || kind === 'refund';
const ofPayments = (rows: readonly Pick<DaySums, 'toppedUp' | 'adjusted'>[]) => [
  sum(rows, ({ toppedUp }) => toppedUp),
  sum(rows, ({ adjusted }) => adjusted),
];

/** What the model says of the payments of a day: what came in, and what was taken of it or given back. */
function paidIn({ payments }: History, account: 0 | 1, mode: Mode, day: Day): Money[] {
  if (mode === 'test') return [0n, 0n];
  const own = payments.filter((payment) => payment.account === account);
  const entries = own.flatMap(entriesOf).filter(({ at }) => day.isIn(at));
  const ofKind = (kind: string) =>
    sum(
      entries.filter((entry) => entry.kind === kind),
      ({ amount }) => amount,
    );
  return [ofKind('toppedUp'), ofKind('adjusted')];
}

/** Every figure that is counted by when money was booked. */
async function expectBooks(history: History, account: 0 | 1, mode: Mode, days: readonly Day[]) {
  const { timeZone } = history;
  const accountId = history.accounts[account];
  const owner = { accountId, mode };
  const own = history.calls.filter((call) => call.account === account && call.mode === mode);
  const statement = await readStatement(pool, owner, '2026-03', timeZone);
  expect(statement.isEqual).toBe(true);
  const { movements } = await listMovements(pool, owner, { timeZone, limit: 500 });
  for (const day of days) {
    const isOf = (row: { day: string }) => row.day === day.name;
    const ledger = await pool.query<Omit<DaySums, 'day'>>(
      `select charged, refunded, topped_up as "toppedUp", adjusted from wallet_moves
       where account_id = $1 and mode = $2 and made_at >= $3 and made_at < $4`,
      [accountId, mode, day.from, day.to],
    );
    const booked = sum(own, (call) => bookedIn(call, day.isIn));
    expect(
      {
        statement: ofRevenue(statement.days.filter(isOf)),
        movements: -sum(movements.filter(isOf).filter(isOfCalls), ({ amount }) => amount),
        ledger: ofRevenue(ledger.rows),
      },
      `${day.name} ${mode} ${accountId}`,
    ).toEqual({ statement: booked, movements: booked, ledger: booked });
    const paid = paidIn(history, account, mode, day);
    const ofKind = (kind: 'top_up' | 'adjust') =>
      sum(
        movements.filter((row) => isOf(row) && row.kind === kind),
        ({ amount }) => amount,
      );
    expect(
      {
        statement: ofPayments(statement.days.filter(isOf)),
        movements: [ofKind('top_up'), ofKind('adjust')],
        ledger: ofPayments(ledger.rows),
      },
      `payments of ${day.name} ${mode} ${accountId}`,
    ).toEqual({ statement: paid, movements: paid, ledger: paid });
  }
  const { available, held } = await readBalance(pool, accountId, mode);
  expect(statement.closing, `${mode} ${accountId}`).toEqual({ balance: available + held, held });
  const viewer = {
    scope: { kind: 'account', accountId },
    isOperator: true,
    seen: wholePlatform,
  } as const;
  const { from, to } = days[0] as Day;
  const shown = { mode, span: { from, to }, now: new Date(), timeZone };
  expect((await readOverview(pool, viewer, shown)).balance).toMatchObject({
    ...{ available: formatMoney(available), held: formatMoney(held) },
  });
  return ofRevenue(statement.days);
}

/** What few random histories have: a call at midnight, and a known and an unknown cost on one day. */
const first: ModelCall = {
  account: 0,
  mode: 'live',
  product: 'sms_code',
  provider: 'north',
  amount: 500n,
  cost: 300,
  acceptedAt: 2 * 24 * 60,
  outcome: 'done',
  resolution: null,
  receipt: 'delivered',
  refundAfter: null,
};
const atMidnight = [first, { ...first, cost: null, acceptedAt: first.acceptedAt + 60 }];

// @mutant src/line/search/sql/project-calls.sql
// - coalesce(d.old_latency, -1::smallint), -1, -d.old_charged, -coalesce(d.old_cost, 0),
// + coalesce(d.old_latency, -1::smallint), 0, -d.old_charged, -coalesce(d.old_cost, 0),
// @mutant src/line/search/sql/project-calls.sql
// - date_bin('15 minutes', d.held_at, 'epoch'), d.old_series
// + date_bin('1 hour', d.held_at, 'epoch'), d.old_series
// @mutant src/money/ledger/sql/move-by-hand.sql
// - update usage_days u set charged = u.charged - v_call.amount
// + update usage_days u set charged = u.charged
// @mutant src/line/search/margin.ts
// - return { cost, margin: spend - uncostedSpend - cost };
// + return { cost, margin: spend - cost };
// @mutant src/surfaces/reports/margin-queries.ts
// - where f.mode = $3 and s.held_at >= $1 and s.held_at < $2
// + where f.mode = $3 and s.held_at > $1 and s.held_at <= $2
// @mutant src/line/search/sql/project-calls.sql
// - when c.state <> 'done' then 0
// + when c.state = 'held' then 0
test('overview, list, totals, margin, usage, statement, movements and ledger say the same of every day', {
  timeout: longTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(modelCall, { minLength: 1, maxLength: 14 }),
      fc.array(modelPayment, { maxLength: 4 }),
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 9 * 24 * 60 }),
      async (calls, payments, timeZone, closedAt) => {
        const history = await play(calls, payments, timeZone, closedAt);
        const days = daysOf(timeZone);
        for (const account of [0, 1] as const) {
          for (const mode of ['live', 'test'] as const) {
            let accepted = 0n;
            for (const day of days) accepted += await expectDay(history, account, mode, day);
            // Only the border of a day tells the two dates of a charge apart: in all, they are the same money.
            expect(await expectBooks(history, account, mode, days)).toBe(accepted);
          }
        }
        expect(await recount(pool)).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(5, 30), endOnFailure: true, examples: [[atMidnight, [], 'UTC', 0]] },
  );
});
