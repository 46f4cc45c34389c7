import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mode, type Product, products } from '../../src/foundation/contract/products.ts';
import { audit } from '../../src/money/ledger/audit-ledger.ts';
import { closeDays } from '../../src/money/ledger/close-days.ts';
import { topUp } from '../../src/money/ledger/queries.ts';
import { readStatement } from '../../src/money/ledger/read-statement.ts';
import { createAccount } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 });
});
afterAll(() => database.drop());
beforeEach(reset);

/** Deleting few rows is fast; truncating rewrites the files of every table below an account. */
async function reset(): Promise<void> {
  for (const table of [
    ...['closing_products', 'closings', 'manual_entries', 'transfers', 'calls', 'usage_days'],
    ...['spend_days', 'wallets', 'accounts'],
  ]) {
    await database.pool.query(`delete from ${table}`);
  }
  await database.pool.query(`update ledger_closed set closed_until = '-infinity'`);
}

/** A movement of a wallet, and its time. */
type Played = { at: Date } & (
  | { kind: 'top_up' | 'adjust'; amount: bigint }
  | { kind: 'call'; amount: bigint; product: Product; endsAt: Date | null; isDone: boolean }
  | { kind: 'refunded call'; amount: bigint; product: Product; endsAt: Date; refundedAt: Date }
  /** Released, and charged after all. */
  | { kind: 'late charge'; amount: bigint; product: Product; endsAt: Date; chargedAt: Date }
);

type Row = Readonly<Record<string, unknown>>;

/** Writes the rows that the ledger would have written at those times. */
async function play(accountId: number, mode: Mode, played: readonly Played[]): Promise<void> {
  const rows = { transfers: [] as Row[], manual_entries: [] as Row[], calls: [] as Row[] };
  const owner = { account_id: accountId, mode };
  for (const one of played) {
    const id = randomUUIDv7();
    const move = (phase: number, from: string, to: string, amount: bigint, at: Date) =>
      rows.transfers.push({
        ...{ ...owner, subject_id: id, phase, from_account: from, to_account: to, made_at: at },
        amount: amount < 0n ? -amount : amount,
      });
    const enter = (kind: string, reference: string, made_at: Date) =>
      rows.manual_entries.push({
        ...{ ...owner, reference, transfer_id: id, kind, amount: one.amount, made_at },
      });
    if (!('endsAt' in one)) {
      const other = one.kind === 'top_up' ? 'top_up' : 'adjustment';
      if (one.amount > 0n) move(0, other, 'wallet', one.amount, one.at);
      else move(0, 'wallet', other, one.amount, one.at);
      enter(one.kind, `ref ${id}`, one.at);
      continue;
    }
    const isLate = one.kind === 'late charge';
    const isDone =
      one.kind === 'refunded call' || (one.kind === 'call' && one.endsAt !== null && one.isDone);
    rows.calls.push({ ...owner, ...callRow(id, one, isDone || isLate) });
    move(1, 'wallet', 'held', one.amount, one.at);
    if (one.endsAt) move(2, 'held', isDone ? 'revenue' : 'wallet', one.amount, one.endsAt);
    if (isLate) move(4, 'wallet', 'revenue', one.amount, one.chargedAt);
    if (one.kind === 'refunded call') {
      move(3, 'revenue', 'wallet', one.amount, one.refundedAt);
      enter('refund', `refund ${id}`, one.refundedAt);
    }
  }
  for (const [table, all] of Object.entries(rows)) await insert(table, all);
  await database.pool.query(
    `update wallets w set available = m.available, held = m.held
     from (
       select coalesce(sum(available), 0) as available, coalesce(sum(held), 0) as held
       from wallet_moves where account_id = $1 and mode = $2
     ) m
     where w.account_id = $1 and w.mode = $2`,
    [accountId, mode],
  );
}

function callRow(
  call_id: string,
  call: { at: Date; amount: bigint; product: Product; endsAt: Date | null },
  isDone: boolean,
): Row {
  const { product, amount, at, endsAt } = call;
  const state = endsAt === null ? 'held' : isDone ? 'done' : 'rejected';
  return {
    ...{ call_id, key_id: 1, product, price_source: 'default', unit_price: amount, amount },
    ...{ day: at, held_at: at, state, ended_at: endsAt },
  };
}

/** All rows of a table, which name the same columns, in one statement. */
async function insert(table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {}).join();
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  await database.pool.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [text],
  );
}

async function newAccount(at: string): Promise<number> {
  const { accountId } = await createAccount(byTest(database.pool), { name: 'a statement' });
  await database.pool.query('update accounts set created_at = $2 where account_id = $1', [
    accountId,
    at,
  ]);
  await database.pool.query('update wallets set credit_limit = 100000000 where account_id = $1', [
    accountId,
  ]);
  return accountId;
}

const close = (now: string | Date, timeZone: string) =>
  closeDays({ pool: database.pool, log, timeZone }, new Date(now));

const beginning = Date.parse('2026-01-01T00:00:00Z');
const end = Date.parse('2026-04-01T00:00:00Z');
const hour = 3_600_000;
const instant = fc.integer({ min: beginning, max: end - 1 }).map((ms) => new Date(ms));
const amount = fc.bigInt({ min: 1n, max: 50_000n });
const product = fc.constantFrom(...products);
const later = fc.integer({ min: 0, max: 40 * 24 * hour });
const movement: fc.Arbitrary<Played> = fc.oneof(
  fc.record({ at: instant, kind: fc.constant('top_up' as const), amount }),
  fc.record({
    at: instant,
    kind: fc.constant('adjust' as const),
    amount: fc.bigInt({ min: -50_000n, max: 50_000n }).filter((value) => value !== 0n),
  }),
  fc
    .record({ at: instant, amount, product, after: fc.option(later), isDone: fc.boolean() })
    .map(({ after, ...call }) => ({
      ...call,
      kind: 'call' as const,
      endsAt: after === null ? null : new Date(call.at.getTime() + after),
    })),
  fc.record({ at: instant, amount, product, after: later, days: later }).map((one) => ({
    at: one.at,
    amount: one.amount,
    product: one.product,
    kind: 'refunded call' as const,
    endsAt: new Date(one.at.getTime() + one.after),
    refundedAt: new Date(one.at.getTime() + one.after + one.days),
  })),
  fc.record({ at: instant, amount, product, after: later, days: later }).map((one) => ({
    at: one.at,
    amount: one.amount,
    product: one.product,
    kind: 'late charge' as const,
    endsAt: new Date(one.at.getTime() + one.after),
    chargedAt: new Date(one.at.getTime() + one.after + one.days),
  })),
);

const months = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

/** The wallet's balance at the start of a day, according to the transfers. */
async function balanceAt(accountId: number, day: string, timeZone: string): Promise<bigint> {
  const { rows } = await database.pool.query<{ balance: bigint }>(
    `select coalesce(sum(available + held), 0)::bigint as balance
     from wallet_moves
     where account_id = $1 and mode = 'live' and made_at < $2::timestamp at time zone $3`,
    [accountId, day, timeZone],
  );
  return rows[0]?.balance ?? -1n;
}

test('a statement equals the transfers, whatever was moved and closed when', {
  timeout: longTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('UTC', 'Asia/Shanghai', 'America/New_York'),
      fc.option(fc.integer({ min: beginning, max: end + 100 * 24 * hour })),
      async (played, timeZone, closedAt) => {
        await reset();
        const accountId = await newAccount('2025-12-31T00:00:00Z');
        await play(accountId, 'live', played);
        if (closedAt !== null) await close(new Date(closedAt), timeZone);
        for (const month of months) {
          const owner = { accountId, mode: 'live' } as const;
          const statement = await readStatement(database.pool, owner, month, timeZone);
          const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
          expect(statement).toMatchObject({
            isEqual: true,
            opening: await balanceAt(accountId, `${month}-01`, timeZone),
          });
          expect(statement.closing.balance).toBe(
            await balanceAt(accountId, `${next}-01`, timeZone),
          );
        }
      },
    ),
    { numRuns: propertyRuns(8, 30) },
  );
});

describe('a month', () => {
  const at = (text: string) => new Date(text);

  test('has opening balance, movements by day and product, every movement by hand, and closing balance', async () => {
    const accountId = await newAccount('2026-09-20T00:00:00Z');
    await play(accountId, 'live', [
      { kind: 'top_up', at: at('2026-09-30T15:00:00Z'), amount: 1_000_000n },
      // The platform's midnight is at four in the afternoon UTC.
      { kind: 'top_up', at: at('2026-09-30T16:00:00Z'), amount: 500_000n },
      {
        kind: 'call',
        at: at('2026-10-02T15:59:59Z'),
        amount: 500n,
        product: 'sms_code',
        endsAt: at('2026-10-02T16:00:01Z'),
        isDone: true,
      },
      {
        kind: 'refunded call',
        at: at('2026-10-02T17:00:00Z'),
        amount: 10_000n,
        product: 'face_verify',
        endsAt: at('2026-10-02T17:00:01Z'),
        refundedAt: at('2026-10-05T03:00:00Z'),
      },
      {
        kind: 'call',
        at: at('2026-10-31T15:00:00Z'),
        amount: 500n,
        product: 'sms_code',
        endsAt: null,
        isDone: false,
      },
      { kind: 'adjust', at: at('2026-10-31T15:30:00Z'), amount: -300n },
    ]);
    await play(accountId, 'test', [
      { kind: 'top_up', at: at('2026-10-10T00:00:00Z'), amount: 77n },
    ]);
    // As soon as its last day is closed, and no day later.
    await close('2026-10-31T16:00:20Z', 'Asia/Shanghai');
    const owner = { accountId, mode: 'live' } as const;
    const statement = await readStatement(database.pool, owner, '2026-10', 'Asia/Shanghai');
    expect(statement).toMatchObject({
      number: `${accountId}-live-2026-10`,
      from: '2026-10-01',
      to: '2026-10-31',
      opening: 1_000_000n,
      total: { toppedUp: 500_000n, adjusted: -300n, charged: 10_500n, refunded: 10_000n },
      closing: { balance: 1_499_200n, held: 500n },
      byProduct: [
        { product: 'face_verify', calls: 1n, charged: 10_000n },
        { product: 'sms_code', calls: 1n, charged: 500n },
      ],
      byDay: [
        { day: '2026-10-03', product: 'face_verify', calls: 1n, charged: 10_000n },
        { day: '2026-10-03', product: 'sms_code', calls: 1n, charged: 500n },
      ],
      entries: [
        { day: '2026-10-01', kind: 'top_up', amount: 500_000n },
        { day: '2026-10-05', kind: 'refund', amount: 10_000n },
        { day: '2026-10-31', kind: 'adjust', amount: -300n },
      ],
      isFinal: true,
      isEqual: true,
    });
    expect(statement.days.map(({ day }) => day)).toEqual([
      '2026-10-01',
      '2026-10-03',
      '2026-10-05',
      '2026-10-31',
    ]);
  });

  test('that is not over says so, and reads its open part from the transfers', async () => {
    const accountId = await newAccount('2026-10-01T00:00:00Z');
    const owner = { accountId, mode: 'live' } as const;
    await play(accountId, 'live', [
      { kind: 'top_up', at: at('2026-10-01T15:00:00Z'), amount: 1_000n },
      { kind: 'top_up', at: at('2026-10-04T15:00:00Z'), amount: 30n },
    ]);
    await close('2026-10-03T12:00:00Z', 'UTC');
    expect(await readStatement(database.pool, owner, '2026-10', 'UTC')).toMatchObject({
      isFinal: false,
      isEqual: true,
      closing: { balance: 1_030n },
    });
  });

  // @mutant src/money/ledger/read-statement.ts
  // - sum(byDay, ({ charged }) => charged) === total.charged &&
  test('whose records differ is not marked as reconciled', async () => {
    const accountId = await newAccount('2026-10-01T00:00:00Z');
    const owner = { accountId, mode: 'live' } as const;
    await play(accountId, 'live', [
      { kind: 'top_up', at: at('2026-10-01T15:00:00Z'), amount: 1_000n },
      {
        kind: 'call',
        at: at('2026-10-02T15:00:00Z'),
        amount: 500n,
        product: 'sms_code',
        endsAt: at('2026-10-02T15:00:01Z'),
        isDone: true,
      },
    ]);
    await close('2026-11-02T00:00:00Z', 'UTC');
    const isEqual = async () =>
      (await readStatement(database.pool, owner, '2026-10', 'UTC')).isEqual;
    expect(await isEqual()).toBe(true);
    await database.pool.query('update closing_products set charged = charged + 1');
    expect(await isEqual()).toBe(false);
    await database.pool.query('update closing_products set charged = charged - 1');
    await database.pool.query('update manual_entries set amount = amount + 1');
    expect(await isEqual()).toBe(false);
    await database.pool.query('update manual_entries set amount = amount - 1');
    await database.pool.query('update closings set charged = charged + 1');
    expect(await isEqual()).toBe(false);
  });

  test('that is rebuilt keeps the totals of its products', async () => {
    const accountId = await newAccount('2026-10-01T00:00:00Z');
    const owner = { accountId, mode: 'live' } as const;
    const call = {
      kind: 'call' as const,
      amount: 500n,
      product: 'sms_code' as const,
      endsAt: at('2026-10-02T15:00:01Z'),
      isDone: true,
    };
    await play(accountId, 'live', [{ ...call, at: at('2026-10-02T15:00:00Z') }]);
    await close('2026-10-20T00:00:00Z', 'UTC');
    // A transfer that became visible after its day was closed.
    await play(accountId, 'live', [{ ...call, at: at('2026-10-02T15:00:00Z') }]);
    expect(await close('2026-10-20T00:00:00Z', 'UTC')).toEqual({ days: 0, faults: [] });
    expect(await readStatement(database.pool, owner, '2026-10', 'UTC')).toMatchObject({
      byProduct: [{ product: 'sms_code', calls: 2n, charged: 1_000n }],
      isEqual: true,
    });
    const kinds = (await audit(database.pool)).faults.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.includes('wallet'))).toEqual([]);
  });
});

test('a statement is a consistent snapshot, whatever moves meanwhile', async () => {
  const { pool } = database;
  const { accountId } = await createAccount(byTest(pool), { name: 'busy' });
  const owner = { accountId, mode: 'live' } as const;
  let moved = 0;
  /** Money comes after every statement. */
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>;
    return Object.assign(client, {
      query: async (...words: unknown[]) => {
        const answer = await query(...words);
        moved += 1;
        await topUp(byTest(pool), { ...owner, amount: 1n, reference: `T${moved}` });
        return answer;
      },
    });
  };
  const month = new Date().toISOString().slice(0, 7);
  const drawn = await readStatement({ connect } as unknown as Pool, owner, month, 'UTC');
  const { isEqual, closing, entries, total } = drawn;
  expect(isEqual).toBe(true);
  expect(entries.length).toBeLessThan(moved);
  expect([closing.balance, total.toppedUp]).toEqual(Array(2).fill(BigInt(entries.length)));
});
