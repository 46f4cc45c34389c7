import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createKey } from '../../line/callers/key-queries.ts';
import { setDefaultPrice } from '../../line/pricing/queries.ts';
import { adjust, setCreditLimit, topUp } from '../../money/ledger/queries.ts';
import { createAccount, setAccountState, setProductOff } from '../../people/accounts/queries.ts';
import { createPool } from '../db/connect.ts';
import type { Actor } from './actor.ts';
import type { Act } from './acts.ts';
import { type Change, inChange, noteChange } from './change-queries.ts';
import { listEntries } from './entry-queries.ts';
import { verifyEntries } from './verify-entries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const actor: Actor = { kind: 'command_line', name: 'lin' };
const change = <R>(action: Act, work: (by: Change) => Promise<R>) =>
  inChange(database.pool, actor, action, work);

/** The newest entries of the log, oldest first. */
async function newest(limit: number) {
  const { entries } = await listEntries(database.pool, { kind: 'platform' }, {}, { limit });
  return entries.toReversed();
}

describe('a change', () => {
  test('is recorded with its actor, the old values and the new ones', async () => {
    const { accountId } = await change('account.create', (by) => createAccount(by, { name: 'A' }));
    await change('account.suspend', (by) => setAccountState(by, accountId, 'suspended'));
    const [made, suspended] = await newest(2);
    expect(made).toMatchObject({
      actor,
      accountId,
      action: 'account.create',
      subject: 'accounts',
      key: { account_id: accountId },
      before: null,
      after: { name: 'A', state: 'active' },
    });
    expect(suspended).toMatchObject({
      action: 'account.suspend',
      before: { state: 'active' },
      after: { state: 'suspended' },
    });
    expect(suspended?.after).toEqual({ state: 'suspended' });
  });

  test('that fails leaves neither a change nor an entry', async () => {
    const [before] = await newest(1);
    const failing = change('account.create', async (by) => {
      await createAccount(by, { name: 'B' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await newest(1)).toEqual([before]);
    const { rows } = await database.pool.query(`select from accounts where name = 'B'`);
    expect(rows).toEqual([]);
  });

  test('that changes nothing leaves no entry', async () => {
    const { accountId } = await change('account.create', (by) => createAccount(by, { name: 'C' }));
    const [before] = await newest(1);
    await change('account.resume', (by) => setAccountState(by, accountId, 'active'));
    expect(await newest(1)).toEqual([before]);
  });

  test('shows that a secret changed, and never its value', async () => {
    const { accountId } = await change('account.create', (by) => createAccount(by, { name: 'D' }));
    await change('key.create', (by) => createKey(by, { accountId, mode: 'test' }));
    const [entry] = await newest(1);
    expect(entry).toMatchObject({
      subject: 'keys',
      after: { mode: 'test', key_hash: expect.stringMatching(/^hidden [0-9a-f]{12}$/) },
    });
  });

  test('of money by hand has an entry; money moved by the line has none', async () => {
    const owner = await change('account.create', async (by) => {
      const { accountId } = await createAccount(by, { name: 'E' });
      return { accountId, mode: 'test' as const };
    });
    const { accountId, mode } = owner;
    await change('wallet.top-up', (by) => topUp(by, { ...owner, amount: 5n, reference: 'r' }));
    await change('wallet.credit', (by) => setCreditLimit(by, { ...owner, limit: 7n }));
    expect((await newest(2)).map(({ action, subject }) => [action, subject])).toEqual([
      ['wallet.top-up', 'manual_entries'],
      ['wallet.credit', 'wallets'],
    ]);
    const [before] = await newest(1);
    await database.pool.query(
      'update wallets set available = available - 1, held = held + 1 where account_id = $1 and mode = $2',
      [accountId, mode],
    );
    await database.pool.query('update accounts set version = version + 1');
    expect(await newest(1)).toEqual([before]);
  });

  test('without an actor is refused on every connection of the program', async () => {
    const pool = createPool(database.target, { max: 1, applicationName: 'countersign' });
    try {
      const tried = setDefaultPrice(pool as never, 'sms_code', 700n);
      await expect(tried).rejects.toThrow('A change was tried without an actor.');
      const { rows } = await pool.query(
        `select unit_price as "unitPrice" from products where product = 'sms_code'`,
      );
      expect(rows).toEqual([{ unitPrice: 500n }]);
    } finally {
      await pool.end();
    }
  });

  test('made outside the program is recorded under the database user', async () => {
    await database.pool.query(`update products set unit_price = 800 where product = 'sms_notice'`);
    const [entry] = await newest(1);
    expect(entry?.actor).toEqual({ kind: 'database', name: expect.any(String) });
    expect(entry).toMatchObject({ before: { unit_price: 500 }, after: { unit_price: 800 } });
  });

  test('cannot deadlock, whatever the order of its parts', async () => {
    const [one, other] = await Promise.all(
      ['F', 'G'].map((name) => change('account.create', (by) => createAccount(by, { name }))),
    );
    const rename = (by: Change, account: typeof one, round: number) =>
      setProductOff(by, account?.accountId ?? 0, round % 2 ? ['sms_code'] : []);
    const give = (by: Change, reference: string) =>
      adjust(by, {
        accountId: one?.accountId ?? 0,
        mode: 'test',
        amount: 1n,
        reference,
        reason: 'x',
      });
    for (let round = 0; round < 20; round++) {
      await Promise.all([
        change('account.set', async (by) => {
          await rename(by, other, round);
          await give(by, `first ${round}`);
        }),
        change('account.set', async (by) => {
          await give(by, `second ${round}`);
          await rename(by, one, round);
        }),
      ]);
    }
    expect(await verifyEntries(database.pool)).toMatchObject({ ok: true });
  });

  test('that notes first and locks a wallet second keeps no other change waiting', async () => {
    const owner = await change('account.create', async (by) => {
      const { accountId } = await createAccount(by, { name: 'H' });
      return { accountId, mode: 'test' as const };
    });
    await change('wallet.credit', async (by) => {
      await noteChange(by, {
        accountId: owner.accountId,
        action: 'wallet.credit',
        subject: 'wallets',
        key: owner,
        before: null,
        after: { reason: 'agreed' },
      });
      // A top-up locks the wallet first and the chain last: the other order would deadlock.
      await change('wallet.top-up', (other) =>
        topUp(other, { ...owner, amount: 5n, reference: 'between' }),
      );
      await setCreditLimit(by, { ...owner, limit: 7n });
    });
    expect((await newest(3)).map(({ action, subject }) => [action, subject])).toEqual([
      ['wallet.top-up', 'manual_entries'],
      ['wallet.credit', 'wallets'],
      ['wallet.credit', 'wallets'],
    ]);
    const { rows } = await database.pool.query('select from audit_notes');
    expect(rows).toEqual([]);
  });
});

describe('the log', () => {
  test('rejects updates and deletes', async () => {
    for (const sql of [
      `update audit_entries set action = 'x'`,
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(database.pool.query(sql)).rejects.toThrow('neither changed nor taken away');
    }
  });

  test.each([
    [
      'changed',
      `update audit_entries set actor = '{"kind": "platform", "name": "x"}' where entry_id = 2`,
    ],
    ['taken out', 'delete from audit_entries where entry_id = 2'],
    [
      'moved in time',
      `update audit_entries set made_at = made_at + interval '1 us' where entry_id = 2`,
    ],
  ])('reveals an entry that was %s, by any user', async (_, sql) => {
    await change('account.create', (by) => createAccount(by, { name: 'H' }));
    await change('account.create', (by) => createAccount(by, { name: 'I' }));
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('alter table audit_entries disable trigger user');
      await client.query(sql);
      const verified = await verifyEntries(client as never);
      expect(verified).toMatchObject({
        ok: false,
        fault: { en: expect.stringContaining('entry 2 ') },
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await verifyEntries(database.pool)).toMatchObject({ ok: true });
  });

  test('reveals a truncated end to a holder of the last head', async () => {
    const { head } = await verifyEntries(database.pool);
    expect(await verifyEntries(database.pool, head ?? '')).toMatchObject({ ok: true, head });
    expect(await verifyEntries(database.pool, 'f'.repeat(64))).toMatchObject({
      ok: false,
      fault: { en: expect.stringContaining('cut off') },
    });
  });

  // @mutant src/foundation/audit/verify-entries.ts
  // - if (page.length < pageSize) break;
  // + break;
  test('is verified to its end, however long it is', async () => {
    const { entries: before } = await verifyEntries(database.pool);
    await change('call.settle', (by) =>
      by.query(
        `select audit_write(null, 'call.settle', 'calls', jsonb_build_object('n', n), null, '{}')
         from generate_series(1, 2000) n`,
      ),
    );
    const { ok, entries } = await verifyEntries(database.pool);
    expect([ok, entries]).toEqual([true, before + 2_000]);
  });

  test('keeps entries that were noted by hand', async () => {
    await change('call.settle', (by) =>
      noteChange(by, {
        accountId: null,
        action: 'call.settle',
        subject: 'calls',
        key: { call_id: 'c' },
        before: { state: 'unknown' },
        after: { state: 'done', reason: 'their console' },
      }),
    );
    const [entry] = await newest(1);
    expect(entry).toMatchObject({ actor, after: { state: 'done', reason: 'their console' } });
    expect(await verifyEntries(database.pool)).toMatchObject({ ok: true });
  });
});
