import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createAccount } from '../accounts/queries.ts';
import {
  createInvitation,
  findInvitation,
  findInvitationOf,
  listInvitations,
  type NewInvitation,
  revokeInvitation,
  takeInvitation,
} from './invitation-queries.ts';
import { insertPerson, nextPersonId } from './person-queries.ts';

let database: TestDatabase;
let change: ReturnType<typeof byTest>;
let account: number;
let other: number;
let personId: number;

beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  change = byTest(database.pool);
  personId = await nextPersonId(database.pool);
  await insertPerson(change, {
    ...{ personId, name: 'Ada', email: 'ada@example.com', language: null, passwordHash: null },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = (await createAccount(change, { name: 'Rowan' })).accountId;
  other = (await createAccount(change, { name: 'Alder' })).accountId;
});

const invite = (wanted: Partial<NewInvitation> = {}) =>
  createInvitation(change, { accountId: account, role: 'viewer', invitedBy: 'Lin', ...wanted });
const newest = async (email: string) =>
  (await findInvitationOf(database.pool, email, { isHeld: false }))?.invitationId;
const age = (id: number, column: string, interval: string) =>
  database.pool.query(
    `update invitations set ${column} = now() + $2::interval where invitation_id = $1`,
    [id, interval],
  );
/** Accepts it in a transaction, as in production: a lock lasts no longer. */
const take = async (id: number) => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const isTaken = await takeInvitation(client as never, id, personId);
    await client.query('commit');
    return isTaken;
  } finally {
    client.release();
  }
};

describe('a person verified by an identity provider', () => {
  // @mutant src/people/sign-in/invitation-queries.ts
  // - where i.email = $1 and
  // + where $1::text is not null and
  test('is invited by their own email only, and by the newest of several invitations', async () => {
    const first = await invite({ email: 'su@example.com' });
    const second = await invite({ email: 'su@example.com', role: 'developer' });
    await invite({ email: 'bo@example.com', role: 'owner' });
    await invite();
    expect(await newest('su@example.com')).toBe(second.invitationId);
    await revokeInvitation(change, account, second.invitationId);
    expect(await newest('su@example.com')).toBe(first.invitationId);
    await age(first.invitationId, 'expires_at', '-1 second');
    expect(await newest('su@example.com')).toBeUndefined();
    expect(await newest('nobody@example.com')).toBeUndefined();
  });
});

describe('an invitation', () => {
  test('shows who invites whom, where and as what, and is found by its link', async () => {
    const { token, expiresAt } = await invite({ role: 'developer', email: 'su@example.com' });
    await invite();
    expect(await findInvitation(database.pool, token)).toMatchObject({
      ...{ accountId: account, accountName: 'Rowan', role: 'developer', invitedBy: 'Lin' },
      ...{ email: 'su@example.com', expiresAt },
    });
    const days = (expiresAt.getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    for (const wrong of ['', 'x', 'A'.repeat(43)]) {
      expect(await findInvitation(database.pool, wrong)).toBeUndefined();
    }
  });

  test('is accepted once, and not when it has expired or was withdrawn', async () => {
    const [good, old, gone] = [await invite(), await invite(), await invite()];
    await age(old.invitationId, 'expires_at', '-1 second');
    await revokeInvitation(change, account, gone.invitationId);
    expect(await take(good.invitationId)).toBe(true);
    for (const { invitationId, token } of [good, old, gone]) {
      expect(await take(invitationId)).toBe(false);
      expect(await findInvitation(database.pool, token)).toBeUndefined();
    }
  });

  test('is listed and withdrawn only where it belongs', async () => {
    const { invitationId } = await invite();
    const there = await invite({ accountId: other });
    const platform = await invite({ accountId: null, role: 'support' });
    const idsOf = async (accountId: number | null) =>
      (await listInvitations(database.pool, accountId)).map((one) => one.invitationId);
    expect(await idsOf(account)).toEqual([invitationId]);
    expect(await idsOf(null)).toContain(platform.invitationId);
    expect(await idsOf(null)).not.toContain(invitationId);
    for (const accountId of [account, null]) {
      expect(await revokeInvitation(change, accountId, there.invitationId)).toBe(false);
    }
    expect(await idsOf(other)).toEqual([there.invitationId]);
    expect(await revokeInvitation(change, other, there.invitationId)).toBe(true);
    expect(await revokeInvitation(change, other, there.invitationId)).toBe(false);
    expect(await idsOf(other)).toEqual([]);
  });

  test('needs a role that exists there, and an existing account', async () => {
    await expect(invite({ role: 'support' })).rejects.toThrow(
      'Role must be one of: owner, developer',
    );
    await expect(invite({ accountId: null, role: 'developer' })).rejects.toThrow(
      'Role must be one of: ',
    );
    const nowhere = invite({ accountId: other + 1_000 });
    await expect(nowhere).rejects.toThrow(`Account ${other + 1_000} not found.`);
  });

  test('of the first owner ends with the first operator, and others do not', async () => {
    const first = await invite({ accountId: null, role: 'owner', isFirst: true });
    const usual = await invite({ accountId: null, role: 'owner' });
    expect(await findInvitation(database.pool, first.token)).toBeDefined();
    await database.pool.query(`insert into operators (person_id, role) values ($1, 'owner')`, [
      personId,
    ]);
    expect(await findInvitation(database.pool, first.token)).toBeUndefined();
    expect(await findInvitation(database.pool, usual.token)).toBeDefined();
    await database.pool.query('delete from operators');
  });
});
