import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { hourAhead } from '../../../test/kit/hour-ahead.ts';
import {
  createLedgerWorld,
  holdItemOf,
  type LedgerWorld,
  playLedgerTable,
  settleItemOf,
  writerPorts,
} from '../../../test/kit/ledger-table.ts';
import { audit } from '../../money/ledger/audit-ledger.ts';
import { readBalance, topUp } from '../../money/ledger/queries.ts';
import { openMessage, type StoredMessage } from '../../products/messages/content.ts';
import type { HoldItem } from './hold-calls.ts';

let database: TestDatabase;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await hourAhead();
  world = await createLedgerWorld(database.pool);
});

async function expectTable(table: string): Promise<void> {
  const { expected, actual } = await playLedgerTable(world, table);
  expect(actual).toEqual(expected);
}

async function fund(amount: bigint): Promise<void> {
  const { accountId, mode } = world;
  await topUp(byTest(database.pool), { accountId, mode, amount, reference: 'first' });
}

const wallet = async () => {
  const { available, held } = await readBalance(database.pool, world.accountId, world.mode);
  return { available, held };
};

describe('a call', () => {
  // @mutant src/line/calls/sql/settle-calls.sql
  // - (c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))
  // + (c.state <> i.state::call_state)
  // @mutant src/money/ledger/sql/settle.sql
  // - available = w.available + u.released
  // + available = w.available
  // @mutant src/money/ledger/sql/settle.sql
  // - set held = w.held - u.charged - u.released
  // + set held = w.held - u.released
  test('is held before it is settled or released, and ends once', async () => {
    await expectTable(
      `top-up 10 A | made           | 10 0
       hold a 4    | held           | 6 4
       hold b 4    | held           | 2 8
       hold c 4    | balance_too_low | 2 8
       settle a    | done           | 2 4
       settle a    | stands: done   | 2 4
       release a   | stands: done   | 2 4
       release b   | rejected       | 6 0
       settle b    | stands: rejected | 6 0
       settle c    | stands: absent | 6 0
       hold d 6    | held           | 0 6
       settle d    | done           | 0 0
       hold e 0.0001 | balance_too_low | 0 0
       hold f 0    | held           | 0 0
       settle f    | done           | 0 0`,
    );
  });

  test('that is refused is counted on its day, added to earlier ones', async () => {
    for (const amount of [4n, 5n]) {
      const { verdict } = await world.holds.add(holdItemOf(world, randomUUIDv7(), amount));
      expect(verdict).toBe('balance_too_low');
    }
    const { rows } = await database.pool.query(
      'select refused::integer from usage_days where account_id = $1',
      [world.accountId],
    );
    expect(rows).toEqual([{ refused: 2 }]);
  });

  // @mutant src/line/calls/sql/settle-calls.sql
  // - (c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))
  // + (c.state = 'held')
  // @mutant src/money/ledger/sql/settle.sql
  // - where i.state <> 'unknown'
  // -     group by i.account_id, i.mode
  // -   ) u
  // + where true
  // +     group by i.account_id, i.mode
  // +   ) u
  test('with an unknown outcome keeps its money on hold until it is known', async () => {
    await expectTable(
      `top-up 10 A  | made    | 10 0
       hold a 4     | held    | 6 4
       lose-sight a | unknown | 6 4
       lose-sight a | stands: unknown | 6 4
       refund a     | refused: … | 6 4
       settle a     | done    | 6 0
       lose-sight a | stands: done | 6 0
       hold b 5     | held    | 1 5
       lose-sight b | unknown | 1 5
       release b    | rejected | 6 0
       refund a     | gave back 4.0000 | 10 0`,
    );
  });

  test('during which the process dies is stored completely or not at all', async () => {
    await expectTable(
      `top-up 10 A          | made | 10 0
       hold-dies a 4 before | died | 10 0
       settle a             | stands: absent | 10 0
       hold-dies b 4 after  | died | 6 4
       settle-dies b before | died | 6 4
       settle-dies b after  | died | 6 0
       settle b             | stands: done | 6 0
       refund b             | gave back 4.0000 | 10 0`,
    );
  });
});

describe('a batch', () => {
  const items = (amounts: readonly bigint[]): HoldItem[] =>
    amounts.map((amount) => holdItemOf(world, randomUUIDv7(), amount));
  const holdAll = (all: readonly HoldItem[]) =>
    Promise.all(
      all.map((item) =>
        world.holds.add(item).then(
          ({ verdict }) => verdict,
          () => 'failed',
        ),
      ),
    );

  test('that can pay for 3 of 5 calls pays for the first 3', async () => {
    await fund(30n);
    const verdicts = await holdAll(items([10n, 10n, 10n, 10n, 10n]));
    expect(verdicts).toEqual(['held', 'held', 'held', 'balance_too_low', 'balance_too_low']);
    expect(await wallet()).toEqual({ available: 0n, held: 30n });
  });

  // @mutant src/line/calls/sql/hold-calls.sql
  // - where a.asked > ledger_spendable
  // + where a.asked > 2 * ledger_spendable
  test('refuses an expensive call without refusing a cheap one behind it', async () => {
    await fund(30n);
    const verdicts = await holdAll(items([10n, 25n, 20n, 1n, 0n]));
    expect(verdicts).toEqual(['held', 'balance_too_low', 'held', 'balance_too_low', 'held']);
  });

  test('with one poisoned row holds all of its neighbours', async () => {
    await fund(1_000n);
    const all = items(Array.from({ length: 64 }, () => 10n));
    const poisoned = all[37] as HoldItem;
    // More parts than the column can hold: the database rejects the whole statement.
    all[37] = { ...poisoned, order: { ...poisoned.order, parts: 70_000 } };
    const verdicts = await holdAll(all);
    expect(
      verdicts
        .map((verdict, index) => (verdict === 'held' ? '' : `${index} ${verdict}`))
        .filter(Boolean),
    ).toEqual(['37 failed']);
    expect(await wallet()).toEqual({ available: 370n, held: 630n });
  });

  test('with the same call twice holds it once', async () => {
    await fund(100n);
    const [one, other] = items([10n, 10n]) as [HoldItem, HoldItem];
    expect((await holdAll([one, one, other])).sort()).toEqual(['failed', 'held', 'held']);
    expect(await wallet()).toEqual({ available: 80n, held: 20n });
  });

  test('of settles with one poisoned row settles all of its neighbours', async () => {
    await fund(1_000n);
    const all = items(Array.from({ length: 32 }, () => 10n));
    await holdAll(all);
    const results = await Promise.all(
      all.map(({ callId }, index) => {
        const item = settleItemOf(world, callId, 'done');
        // Text must not contain a null byte, so the database rejects the whole statement.
        if (index === 11) item.evidence = 'a\0b';
        return world.settles.add(item).then(
          ({ state }) => state,
          () => 'failed',
        );
      }),
    );
    expect(results.filter((state) => state === 'done')).toHaveLength(31);
    expect(results[11]).toBe('failed');
    expect(await wallet()).toEqual({ available: 680n, held: 10n });
    await world.settles.add(settleItemOf(world, (all[11] as HoldItem).callId, 'rejected'));
    expect(await wallet()).toEqual({ available: 690n, held: 0n });
  });

  test('with a settle and a release of one call applies one of them', async () => {
    await fund(100n);
    const [item] = items([10n]) as [HoldItem];
    await world.holds.add(item);
    const ends = await Promise.all([
      world.settles.add(settleItemOf(world, item.callId, 'done')),
      world.settles.add(settleItemOf(world, item.callId, 'rejected')),
      world.settles.add(settleItemOf(world, item.callId, 'done')),
    ]);
    expect(ends.filter(({ isApplied }) => isApplied)).toHaveLength(1);
    expect(new Set(ends.map(({ state }) => state)).size).toBe(1);
    expect((await wallet()).held).toBe(0n);
  });

  // @mutant src/line/calls/sql/find-stale.sql
  // - where a.version <> w.account_version or p.version <> w.platform_version;
  // + where p.version <> w.platform_version;
  test('with changed terms is decided again, and the other calls are held', async () => {
    await fund(100n);
    const neighbour = await createLedgerWorld(database.pool);
    await topUp(byTest(database.pool), {
      accountId: neighbour.accountId,
      mode: neighbour.mode,
      amount: 100n,
      reference: 'first',
    });
    await database.pool.query('update accounts set display_name = $2 where account_id = $1', [
      world.accountId,
      'changed',
    ]);
    const verdicts = await holdAll([
      ...items([10n]),
      holdItemOf(neighbour, randomUUIDv7(), 10n),
      ...items([10n]),
    ]);
    expect(verdicts).toEqual(['stale', 'held', 'stale']);
    expect(await wallet()).toEqual({ available: 100n, held: 0n });
  });

  test('and after all of these the books balance', async () => {
    expect((await audit(database.pool)).faults).toEqual([]);
  });
});

describe('message contents of a batch', () => {
  const { vault } = writerPorts({} as TestDatabase['pool']);

  function messageItem(callId: string): HoldItem {
    const item = holdItemOf(world, callId, 10n);
    const e164 = `+86138${callId.slice(-8)}`;
    const message = { asSent: e164.slice(3), to: e164, text: `for ${callId}` };
    const recipient = {
      ...{ to: e164, region: null, prefix: e164.slice(0, -4) },
      ...{ code: null, limits: null },
    };
    const order = { ...item.order, kind: 'message', product: 'sms_code', message, recipient };
    return { ...item, order: order as HoldItem['order'] };
  }

  /** Holds this many calls in one batch, on a wallet that can pay for some of them. */
  async function holdTogether(count: number, payable: number) {
    if (payable > 0) await fund(10n * BigInt(payable));
    const callIds = Array.from({ length: count }, () => randomUUIDv7());
    const results = await Promise.all(callIds.map((id) => world.holds.add(messageItem(id))));
    return { callIds, verdicts: results.map(({ verdict }) => verdict) };
  }

  async function storedMessages(): Promise<StoredMessage[]> {
    const { rows } = await database.pool.query<StoredMessage>(
      `select c.call_id as "callId", c.content_id as "contentId", m.sealed
       from calls c
       join message_contents m on m.content_id = c.content_id
       where c.account_id = $1
       order by c.call_id`,
      [world.accountId],
    );
    return rows;
  }

  test('are stored once, and readable for each held call', async () => {
    const { callIds, verdicts } = await holdTogether(3, 3);
    expect(verdicts).toEqual(['held', 'held', 'held']);
    const stored = await storedMessages();
    expect(new Set(stored.map(({ contentId }) => contentId)).size).toBe(1);
    expect(stored.map((row) => openMessage(vault, row).text)).toEqual(
      callIds.toSorted().map((callId) => `for ${callId}`),
    );
  });

  test('are removed for a refused call', async () => {
    const { callIds, verdicts } = await holdTogether(3, 2);
    expect(verdicts).toEqual(['held', 'held', 'balance_too_low']);
    await expect
      .poll(async () => {
        const [row] = await storedMessages();
        return JSON.parse(vault.open(row?.sealed as Buffer, row?.contentId as string)).length;
      })
      .toBe(2);
    const [row] = await storedMessages();
    const open = (callId: string | undefined) =>
      openMessage(vault, { ...(row as StoredMessage), callId: callId as string });
    expect(open(callIds[1])).toBeTruthy();
    expect(() => open(callIds[2])).toThrow('other calls');
  });

  test('are not stored if all calls were refused', async () => {
    const before = await countContents();
    expect((await holdTogether(2, 0)).verdicts).toEqual(['balance_too_low', 'balance_too_low']);
    expect(await countContents()).toBe(before);
  });

  async function countContents(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      'select count(*)::integer as count from message_contents',
    );
    return rows[0]?.count ?? 0;
  }
});
