import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { hourAhead } from '../../../test/kit/hour-ahead.ts';
import {
  callIdOf,
  createLedgerWorld,
  type LedgerWorld,
  playLedgerTable,
} from '../../../test/kit/ledger-table.ts';
import { audit, auditOn, type FaultKind } from './audit-ledger.ts';
import { findMismatches } from './closing-queries.ts';

let database: TestDatabase;
let world: LedgerWorld;
/** All tampering happens in a transaction that is never committed. */
let client: PoolClient;

beforeAll(async () => {
  await hourAhead();
  database = await createTestDatabase({ max: 3 });
  world = await createLedgerWorld(database.pool);
  const { expected, actual } = await playLedgerTable(
    world,
    `top-up 100 A     | made             | 100 0
     adjust -1 B fee  | made             | 99 0
     hold done 10     | held             | 89 10
     settle done      | done             | 89 0
     hold refunded 20 | held             | 69 20
     settle refunded  | done             | 69 0
     refund refunded  | gave back 20.0000 | 89 0
     hold released 5  | held             | 84 5
     release released | rejected         | 89 0
     hold unknown 4   | held             | 85 4
     lose-sight unknown | unknown        | 85 4
     hold held 3      | held             | 82 7
     hold free 0      | held             | 82 7
     settle free      | done             | 82 7`,
  );
  expect(actual).toEqual(expected);
});
afterAll(() => database.drop());
beforeEach(async () => {
  client = await database.pool.connect();
  await client.query('begin');
});
afterEach(async () => {
  await client.query('rollback');
  client.release();
});

/** Changes rows as none of our code does; `:call` names stand for call ids. */
async function tamper(sql: string): Promise<void> {
  const text = sql.replaceAll(/:([a-z]+)/g, (_, call: string) => `'${callIdOf(world, call)}'`);
  const { rowCount } = await client.query(text);
  expect(rowCount, 'the tampering must touch a row').toBeGreaterThan(0);
}

interface Tampering {
  title: string;
  sql: string;
  /** Exactly the expected kinds. */
  kinds: FaultKind[];
  detail: RegExp;
  call?: string;
}

const tamperings: Tampering[] = [
  {
    title: 'money that appears in a wallet',
    sql: 'update wallets set available = available + 1 where available > 0',
    kinds: ['wallet', 'total'],
    detail: /says 820001 available and 70000 held, the transfers 820000 and 70000/,
  },
  {
    title: 'held money that becomes available',
    sql: 'update wallets set available = available + 1, held = held - 1 where held > 0',
    kinds: ['wallet'],
    detail: /says 820001 available and 69999 held/,
  },
  {
    title: 'a wallet that is gone',
    sql: `delete from wallets where mode = 'live'`,
    kinds: ['wallet', 'total'],
    detail: /has no wallet/,
  },
  {
    title: 'transfers whose wallet is gone',
    sql: `delete from wallets where mode = 'live'`,
    kinds: ['wallet', 'total'],
    detail: /there are transfers but no wallet/,
  },
  {
    title: 'money for a payment that there is not',
    sql: `update manual_entries set reference = 'online payment ' || repeat('A', 32) where kind = 'top_up'`,
    kinds: ['payment'],
    detail: /A{32} is missing and should have moved 0, its entries moved 1000000/,
  },
  {
    title: 'a settle that is gone',
    sql: 'delete from transfers where subject_id = :done and phase = 2',
    kinds: ['wallet', 'call', 'total'],
    detail: /done at 100000, but its settle is missing/,
    call: 'done',
  },
  {
    title: 'a hold that is gone',
    sql: 'delete from transfers where subject_id = :held and phase = 1',
    kinds: ['wallet', 'call'],
    detail: /held at 30000, but its hold is missing/,
    call: 'held',
  },
  {
    title: 'a release that became a charge',
    sql: `update transfers set to_account = 'revenue' where subject_id = :released and phase = 2`,
    kinds: ['wallet', 'call', 'total'],
    detail: /rejected at 50000 \(live\), but its phase 2 moved 50000 to revenue/,
    call: 'released',
  },
  {
    title: 'a later charge of a call that is not done',
    sql: `insert into transfers
          select account_id, subject_id, 4, mode, 'wallet', 'revenue', amount, made_at
          from transfers where subject_id = :released and phase = 1`,
    kinds: ['wallet', 'call', 'total'],
    detail: /transfer of 50000 to revenue \(phase 4\) that no call explains/,
    call: 'released',
  },
  {
    title: 'a later charge of a call that was settled',
    sql: `insert into transfers
          select account_id, subject_id, 4, mode, 'wallet', 'revenue', amount, made_at
          from transfers where subject_id = :done and phase = 1`,
    kinds: ['wallet', 'call', 'total'],
    detail: /done at 100000 \(live\), but its phase 2 moved 100000 to revenue/,
    call: 'done',
  },
  {
    title: 'a transfer of another amount than its call',
    sql: 'update transfers set amount = amount - 1 where subject_id = :done',
    kinds: ['wallet', 'call', 'total'],
    detail: /done at 100000 \(live\), but its phase 1 moved 99999/,
    call: 'done',
  },
  {
    title: 'a charge for a call whose outcome is unknown',
    sql: `insert into transfers
          select account_id, subject_id, 2, mode, 'held', 'revenue', amount, made_at
          from transfers where subject_id = :unknown`,
    kinds: ['wallet', 'call', 'total'],
    detail: /transfer of 40000 to revenue \(phase 2\) that no call explains/,
    call: 'unknown',
  },
  {
    title: 'a hold of a call that is not there',
    sql: `delete from calls where call_id = :held`,
    kinds: ['call', 'spend'],
    detail: /transfer of 30000 to held \(phase 1\) that no call explains/,
    call: 'held',
  },
  {
    title: 'a hold that nothing will resolve',
    sql: `update calls set held_at = now() - interval '61 minutes' where call_id = :held`,
    kinds: ['call'],
    detail: /the call is held since .*, and nothing will resolve it/,
    call: 'held',
  },
  {
    title: 'an outcome that was rewritten',
    sql: `update calls set state = 'unavailable' where call_id = :done`,
    kinds: ['call', 'usage', 'spend'],
    detail: /unavailable at 100000/,
    call: 'done',
  },
  {
    title: 'a refund of a call that was not done',
    sql: `insert into transfers
          select account_id, subject_id, 3, mode, 'revenue', 'wallet', amount, made_at
          from transfers where subject_id = :released and phase = 1`,
    kinds: ['wallet', 'refund', 'usage', 'total'],
    detail: /refund of 50000 was not booked by an operator/,
    call: 'released',
  },
  {
    title: 'a refund of a call that was not done, although an operator booked it',
    sql: `with refunded as (
            insert into transfers
            select account_id, subject_id, 3, mode, 'revenue', 'wallet', amount, made_at
            from transfers where subject_id = :released and phase = 1
            returning account_id, mode, subject_id, amount
          )
          insert into manual_entries (account_id, mode, reference, transfer_id, kind, amount, reason)
          select account_id, mode, 'refund x', subject_id, 'refund', amount, '' from refunded`,
    kinds: ['wallet', 'refund', 'usage', 'total'],
    detail: /refund of 50000 \(live, booked as 50000\) is of a call that is rejected/,
    call: 'released',
  },
  {
    title: 'a refund that was booked and not made',
    sql: 'delete from transfers where subject_id = :refunded and phase = 3',
    kinds: ['wallet', 'refund', 'usage', 'total'],
    detail: /its transfer is missing/,
    call: 'refunded',
  },
  {
    title: 'a refund of which the booking is gone',
    sql: `delete from manual_entries where kind = 'refund'`,
    kinds: ['refund'],
    detail: /not booked by an operator/,
    call: 'refunded',
  },
  {
    title: 'a refund that was booked at another amount',
    sql: `update manual_entries set amount = amount - 1 where kind = 'refund'`,
    kinds: ['refund'],
    detail: /refund of 200000 \(live, booked as 199999\)/,
    call: 'refunded',
  },
  {
    title: 'a refund that was booked for the other wallet',
    sql: `update manual_entries set mode = 'test' where kind = 'refund'`,
    kinds: ['refund'],
    detail: /refund of 200000 \(live, booked as 200000\)/,
    call: 'refunded',
  },
  {
    title: 'a top-up that nobody booked',
    sql: `delete from manual_entries where reference = 'A'`,
    kinds: ['manual'],
    detail: /of 1000000 has no entry/,
  },
  {
    title: 'a booking of another amount than was moved',
    sql: `update manual_entries set amount = -20000 where reference = 'B'`,
    kinds: ['manual'],
    detail: /the entry "B" says adjust of -20000 \(live\), its transfer adjust of -10000/,
  },
  {
    title: 'a booking of another kind than was moved',
    sql: `update manual_entries set kind = 'adjust' where reference = 'A'`,
    kinds: ['manual'],
    detail: /the entry "A" says adjust of 1000000 \(live\), its transfer top_up of 1000000/,
  },
  {
    title: 'a booking for the other wallet',
    sql: `update manual_entries set mode = 'test' where reference = 'A'`,
    kinds: ['manual'],
    detail:
      /the entry "A" says top_up of 1000000 \(test\), its transfer top_up of 1000000 \(live\)/,
  },
  {
    title: 'a day that counts a call too many',
    sql: 'update usage_days set calls = calls + 1',
    kinds: ['usage'],
    detail: /4 calls, 100000 charged, 1 refused; the calls say 3, 100000, at least 1/,
  },
  {
    title: 'a day that hides a charge',
    sql: 'update usage_days set charged = 0',
    kinds: ['usage'],
    detail: /0 charged/,
  },
  {
    title: 'a day that hides a refusal',
    sql: 'update usage_days set refused = 0',
    kinds: ['usage'],
    detail: /0 refused; the calls say 3, 100000, at least 1/,
  },
  {
    title: 'a day that is gone',
    sql: 'delete from usage_days',
    kinds: ['usage'],
    detail: /says 0 calls/,
  },
  {
    title: 'a day that counts too little towards the cap',
    sql: 'update spend_days set spent = spent - 1',
    kinds: ['spend'],
    detail: /369999 spent, the calls say 370000/,
  },
  {
    title: 'a day of the cap that is gone',
    sql: 'delete from spend_days',
    kinds: ['spend'],
    detail: /0 spent/,
  },
  {
    title: 'a closing that says something else than its transfers',
    sql: `insert into closings
      select account_id, mode, current_date, now(), available + 1, held, 0, 0, 0, 0
      from wallets where available > 0`,
    kinds: ['closing'],
    detail: /the last closing says 820001 available and 70000 held/,
  },
  {
    title: 'a closing that says that something else was held',
    sql: `insert into closings
      select account_id, mode, current_date, now(), available, held + 1, 0, 0, 0, 0
      from wallets where available > 0`,
    kinds: ['closing'],
    detail: /the last closing says 820000 available and 70001 held/,
  },
  {
    title: 'a closing that is not there, although days are closed',
    sql: `insert into closings
      select account_id, mode, current_date, now(), 0, 0, 0, 0, 0, 0
      from wallets where available = 0`,
    kinds: ['closing'],
    detail:
      /the last closing says 0 available and 0 held, the transfers until then 820000 and 70000/,
  },
];

describe('the audit', () => {
  test('finds no fault in correct books, and counts what it read', async () => {
    expect(await audit(database.pool)).toEqual({
      ok: true,
      wallets: 2,
      calls: 6,
      transfers: 11,
      faults: [],
    });
    expect(await findMismatches(database.pool)).toEqual([]);
  });

  // @mutant src/money/ledger/audit-payment-queries.ts
  // - where reference ~ '^online payment [0-9A-F]{32}( |$)'
  // + where reference like 'online payment %'
  test('takes no entry for a payment’s that an operator made before there were payments', async () => {
    await tamper(
      `update manual_entries set reference = 'online payment 123' where kind = 'top_up'`,
    );
    expect(await auditOn(client)).toMatchObject({ ok: true, faults: [] });
  });

  test('ignores closings made while a clock was ahead: they are reopened soon', async () => {
    await tamper(`insert into closings
      select account_id, mode, current_date + 2, now() + interval '1 day', available + 1, held, 0, 0, 0, 0
      from wallets where available > 0`);
    expect((await auditOn(client)).faults).toEqual([]);
  });

  test('reads only the last closing of a wallet, which includes the earlier ones', async () => {
    await tamper(`insert into closings
      select account_id, mode, current_date - d, now() - d * interval '1 second', available + d, held,
        0, 0, 0, 0
      from wallets, generate_series(0, 1) d where available > 0`);
    expect((await auditOn(client)).faults).toEqual([]);
  });

  test('names at most a hundred faults per question', async () => {
    await tamper(`insert into spend_days (account_id, mode, day, key_id, spent)
      select account_id, mode, current_date, 1000 + n, 1
      from wallets, generate_series(1, 150) n where available > 0`);
    const { faults } = await auditOn(client);
    expect(faults.map(({ kind }) => kind)).toEqual(Array(100).fill('spend'));
  });

  for (const { title, sql, kinds, detail, call } of tamperings) {
    // @mutant src/money/ledger/audit-queries.ts
    // - where (w.available, w.held) is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))
    // + where false
    // @mutant src/money/ledger/audit-queries.ts
    // - where (d.mode, d.amount, d.to_account) is distinct from (m.mode, m.amount, m.to_account)
    // + where (d.mode, d.amount) is distinct from (m.mode, m.amount)
    // @mutant src/money/ledger/audit-queries.ts
    // - or (r.mode, r.amount, 'done') is distinct from (c.mode, c.amount, c.state)
    // @mutant src/money/ledger/audit-queries.ts
    // - where (m.mode, m.kind, m.amount) is distinct from (b.mode, b.kind, b.amount)
    // + where m.amount is distinct from b.amount and b.amount is null
    // @mutant src/money/ledger/audit-queries.ts
    // - where coalesce(u.calls, 0) <> coalesce(c.calls, 0)
    // -     or
    // + where
    // @mutant src/money/ledger/audit-queries.ts
    // - (coalesce(c.available, 0), coalesce(c.held, 0))
    // -     is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))
    // + coalesce(c.available, 0)
    // +     is distinct from coalesce(m.available, 0)
    test(`names ${title}`, async () => {
      await tamper(sql);
      const { ok, faults } = await auditOn(client);
      expect(ok).toBe(false);
      expect([...new Set(faults.map(({ kind }) => kind))]).toEqual(kinds);
      const named = faults.find((fault) => detail.test(fault.detail));
      expect(named, JSON.stringify(faults, null, 2)).toBeDefined();
      if (call) expect(named?.callId).toBe(callIdOf(world, call));
      if (call) expect(named?.accountId).toBe(world.accountId);
    });
  }
});
