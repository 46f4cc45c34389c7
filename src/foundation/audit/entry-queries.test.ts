import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { wholePlatform } from '../contract/scope.ts';
import type { Actor } from './actor.ts';
import type { Act } from './acts.ts';
import { inChange } from './change-queries.ts';
import {
  type EntryFilter,
  findMovers,
  findReplacedSecrets,
  listEntries,
  listOwnEntries,
} from './entry-queries.ts';

let database: TestDatabase;

/** Every test has its own account numbers; the log does not need the accounts to exist. */
const [ours, theirs] = [101, 102];
const member = { kind: 'person', name: 'Mei', personId: 7 } as unknown as Actor;
const operator = { kind: 'person', name: 'Olaf', personId: 9 } as unknown as Actor;

interface Noted {
  accountId?: number;
  subject?: string;
  key?: object;
  after?: object;
}

async function note(
  by: Actor,
  action: Act,
  { accountId = ours, subject = 'keys', key = {}, after = {} }: Noted = {},
): Promise<number> {
  return inChange(database.pool, by, action, async (change) => {
    await change.query('select audit_write($1, $2, $3, $4, null, $5)', [
      accountId,
      action,
      subject,
      key,
      after,
    ]);
    const { rows } = await change.query<{ id: number }>(
      'select max(entry_id)::integer as id from audit_entries',
    );
    return rows[0]?.id ?? expect.fail('no entry');
  });
}

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
});
afterAll(() => database.drop());

const idsOf = ({ entries }: { entries: readonly { entryId: number }[] }) =>
  entries.map(({ entryId }) => entryId);

describe('the log', () => {
  let ids: number[];

  beforeAll(async () => {
    ids = [
      await note(operator, 'price.set'),
      await note(member, 'price.unset'),
      await note(member, 'key.create', { accountId: theirs }),
      await note(operator, 'pricey.set' as Act),
    ];
  });

  const list = (filter: EntryFilter, page: { limit: number; before?: number } = { limit: 50 }) =>
    listEntries(database.pool, wholePlatform, filter, page);

  test('is paged newest first, and marks the last page', async () => {
    const first = await list({}, { limit: 3 });
    expect(idsOf(first)).toEqual([ids[3], ids[2], ids[1]]);
    expect(first.next).toBe(ids[1]);
    const rest = await list({ accountId: ours }, { limit: 1, before: ids[1] as number });
    expect([idsOf(rest), rest.next]).toEqual([[ids[0]], null]);
  });

  test.each<[EntryFilter, number[]]>([
    [{ accountId: theirs }, [2]],
    [{ action: 'price' }, [1, 0]],
    [{ action: 'price.set' }, [0]],
    [{ actor: 'Mei' }, [2, 1]],
    [{ actor: 'Mei', accountId: ours, action: 'price' }, [1]],
  ])('is filtered by %j', async (filter, found) => {
    expect(idsOf(await list(filter))).toEqual(found.map((at) => ids[at]));
  });

  test('shows members only the entries of their account, whatever they ask for', async () => {
    const scope = { kind: 'account', accountId: theirs } as const;
    const page = { limit: 50 };
    expect(idsOf(await listEntries(database.pool, scope, {}, page))).toEqual([ids[2]]);
    const asked = await listEntries(database.pool, scope, { accountId: ours }, page);
    expect(asked.entries).toEqual([]);
  });
});

describe('the people of an account', () => {
  const account = 103;
  let ids: Record<string, number>;

  beforeAll(async () => {
    const at = { accountId: account };
    const key = { person_id: 7 };
    ids = {
      joined: await note(operator, 'person.role', { ...at, subject: 'members', key }),
      route: await note(operator, 'route.set', { ...at, subject: 'routes' }),
      own: await note(member, 'key.create', at),
      operator: await note(operator, 'price.set', at),
      theirs: await note(member, 'key.create', { accountId: theirs }),
    };
  });

  const own = (filter: EntryFilter, page: { limit: number; before?: number } = { limit: 50 }) =>
    listOwnEntries(database.pool, account, filter, page);

  test('see what was done there and by which member, and never its routes', async () => {
    const { entries, next } = await own({});
    expect(entries.map(({ entryId, isByOperator }) => [entryId, isByOperator])).toEqual([
      [ids.operator, true],
      [ids.own, false],
      [ids.joined, true],
    ]);
    expect(next).toBeNull();
    const first = await own({}, { limit: 2 });
    expect([idsOf(first), first.next]).toEqual([[ids.operator, ids.own], ids.own]);
    expect(idsOf(await own({}, { limit: 2, before: ids.own as number }))).toEqual([ids.joined]);
  });

  test('see the acts of their keys and of the platform by name, and no import of a bank file', async () => {
    const at = { accountId: 104 };
    const key = { kind: 'key', keyId: 4, name: 'key 4' } as const;
    const shell = { kind: 'command_line', name: 'olaf' } as const;
    await note({ kind: 'platform', name: 'payments' }, 'payment.credit', at);
    await note(key, 'payment.begin', at);
    await note(operator, 'bank.import', at);
    await note(operator, 'bank.credit', at);
    await note(shell, 'wallet.top-up', at);
    const { entries } = await listOwnEntries(database.pool, 104, {}, { limit: 50 });
    expect(entries.map(({ action, isByOperator }) => [action, isByOperator])).toEqual([
      ['wallet.top-up', true],
      ['bank.credit', true],
      ['payment.begin', false],
      ['payment.credit', false],
    ]);
    const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
    const counted = async (filter: EntryFilter) =>
      (await listOwnEntries(database.pool, 104, filter, { limit: 50 })).entries.length;
    expect([await counted({ to: inOneHour }), await counted({ from: inOneHour })]).toEqual([4, 0]);
  });

  test('find their members by name, and no operator', async () => {
    expect(idsOf(await own({ actor: 'Mei' }))).toEqual([ids.own]);
    expect(idsOf(await own({ actor: 'Olaf' }))).toEqual([]);
    expect(idsOf(await own({ action: 'key' }))).toEqual([ids.own]);
    expect(idsOf(await own({ action: 'price.set' }))).toEqual([ids.operator]);
  });
});

test('names the person who last replaced a provider’s secret', async () => {
  const key = { provider_code: 'mine' };
  const replace = (by: Actor, of: object, ...secrets: string[]) =>
    note(by, 'provider.set', { subject: 'provider_secrets', key: of, after: { secrets } });
  await replace(operator, key, 'appKey', 'appSecret');
  await replace(member, key, 'appSecret');
  await replace(member, { provider_code: 'other' }, 'appKey');
  await note(member, 'provider.set', { subject: 'providers', key, after: { secrets: ['appKey'] } });
  const found = await findReplacedSecrets(database.pool, 'mine');
  expect(found).toEqual([
    { name: 'appKey', by: 'Olaf', madeAt: expect.any(Date) },
    { name: 'appSecret', by: 'Mei', madeAt: expect.any(Date) },
  ]);
});

test('finds the person who moved money by hand by account, mode and reference', async () => {
  const move = (by: Actor, accountId: number, mode: string, reference: string) =>
    note(by, 'wallet.top-up', { accountId, subject: 'manual_entries', key: { mode, reference } });
  await move(operator, ours, 'live', 'A');
  await move(member, ours, 'test', 'A');
  await move(member, theirs, 'live', 'B');
  await move(member, ours, 'live', 'C');
  const key = { mode: 'live', reference: 'D' };
  await note(member, 'wallet.credit', { subject: 'wallets', key });
  const owner = { accountId: ours, mode: 'live' };
  const movers = await findMovers(database.pool, owner, ['A', 'B', 'D']);
  expect([...movers]).toEqual([['A', { kind: 'person', name: 'Olaf' }]]);
});
