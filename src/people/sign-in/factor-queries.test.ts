import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createAccount } from '../accounts/queries.ts';
import {
  clearFactors,
  countRecoveryCodes,
  findPendingTotp,
  findTotp,
  insertPasskey,
  listPasskeys,
  putChallenge,
  putPendingTotp,
  readFactors,
  removePasskey,
  setRecoveryCodes,
  setTotp,
  takeChallenge,
  takeStep,
  usePasskey,
  useRecoveryCode,
} from './factor-queries.ts';
import { insertPerson, listPeople, nextPersonId } from './person-queries.ts';
import { endSession, listMemberships, listSessions } from './session-queries.ts';

/** Two people with all factors, so that a mix-up is noticed. */
let database: TestDatabase;
let change: ReturnType<typeof byTest>;
let ada: Somebody;
let bo: Somebody;
let made = 0;

interface Somebody {
  personId: number;
  sessionId: string;
  credentialId: string;
  codes: Buffer[];
}

beforeAll(async () => {
  database = await createTestDatabase({ max: 5 });
  change = byTest(database.pool);
});
afterAll(() => database.drop());
beforeEach(async () => {
  ada = await somebody();
  bo = await somebody();
});

async function somebody(): Promise<Somebody> {
  const { pool } = database;
  made += 1;
  const name = `person ${made}`;
  const personId = await nextPersonId(pool);
  await insertPerson(change, {
    ...{ personId, name, email: `${made}@example.com`, language: null, passwordHash: null },
  });
  const { rows } = await pool.query<{ id: string }>(
    `insert into console_sessions (
       session_id, token_hash, person_id, stage, ends_at, address, agent
     )
     values (gen_random_uuid(), $2::text::bytea, $1, 'full', now() + interval '1 day', '::1', 'x')
     returning session_id as id`,
    [personId, name],
  );
  const codes = ['one', 'two'].map((word) => Buffer.from(`${name} ${word}`));
  await setRecoveryCodes(change, personId, codes);
  await setTotp(change, personId, { sealed: Buffer.from(name), step: 10 });
  const passkey = { name, publicKey: Buffer.from('key'), counter: 5, transports: ['usb'] };
  await insertPasskey(change, personId, { ...passkey, credentialId: name });
  return { personId, sessionId: rows[0]?.id ?? expect.fail(), credentialId: name, codes };
}

const keysOf = async ({ personId }: Somebody) =>
  (await listPasskeys(database.pool, personId)).map(({ credentialId, counter }) => [
    credentialId,
    counter,
  ]);

describe('a passkey', () => {
  test('belongs to one person, needs a rising counter, and cannot be removed by anyone else', async () => {
    expect(await keysOf(ada)).toEqual([[ada.credentialId, 5]]);
    expect(await usePasskey(change, ada.credentialId, 5)).toBe(false);
    expect(await usePasskey(change, ada.credentialId, 0)).toBe(false);
    expect(await usePasskey(change, ada.credentialId, 6)).toBe(true);
    expect([await keysOf(ada), await keysOf(bo)]).toEqual([
      [[ada.credentialId, 6]],
      [[bo.credentialId, 5]],
    ]);
    expect(await removePasskey(change, bo.personId, ada.credentialId)).toBe(false);
    expect(await removePasskey(change, ada.personId, ada.credentialId)).toBe(true);
    expect([await keysOf(ada), await keysOf(bo)]).toEqual([[], [[bo.credentialId, 5]]]);
  });

  test('without a counter can be used any number of times', async () => {
    const still = { name: 'still', publicKey: Buffer.from('k'), counter: 0, transports: [] };
    const credentialId = `still ${made}`;
    expect(await insertPasskey(change, ada.personId, { ...still, credentialId })).toBe(true);
    expect(await insertPasskey(change, bo.personId, { ...still, credentialId })).toBe(false);
    expect(await usePasskey(change, credentialId, 0)).toBe(true);
    expect(await usePasskey(change, credentialId, 0)).toBe(true);
  });
});

test('a TOTP step is accepted once, never an older one, and for its person only', async () => {
  expect(await takeStep(change, ada.personId, 10)).toBe(false);
  expect(await takeStep(change, ada.personId, 11)).toBe(true);
  expect(await takeStep(change, ada.personId, 11)).toBe(false);
  expect(await takeStep(change, bo.personId, 11)).toBe(true);
  expect(await findTotp(database.pool, ada.personId)).toEqual(Buffer.from(ada.credentialId));
});

test('a recovery code works once, for its person, until new ones replace it', async () => {
  const [code] = ada.codes as [Buffer];
  const left = async (who: Somebody) => countRecoveryCodes(database.pool, who.personId);
  expect(await useRecoveryCode(change, bo.personId, code)).toBe(false);
  expect(await useRecoveryCode(change, ada.personId, code)).toBe(true);
  expect(await useRecoveryCode(change, ada.personId, code)).toBe(false);
  expect([await left(ada), await left(bo)]).toEqual([1, 2]);
  await setRecoveryCodes(change, ada.personId, [Buffer.from(`new ${made}`)]);
  expect(await useRecoveryCode(change, ada.personId, ada.codes[1] as Buffer)).toBe(false);
  expect([await left(ada), await left(bo)]).toEqual([1, 2]);
});

// @mutant src/people/sign-in/factor-queries.ts
// - where session_id = $1 and challenge_for = $2 and challenge_until
// + where session_id = $1 and $2::text is not null and challenge_until
test('a passkey challenge belongs to one session and purpose, once and for five minutes', async () => {
  const { pool } = database;
  const put = (who: Somebody, of: 'enrol' | 'factor', challenge: string) =>
    putChallenge(pool, who.sessionId, { challenge, of });
  const take = (who: Somebody, of: 'enrol' | 'factor') => takeChallenge(pool, who.sessionId, of);
  await put(ada, 'factor', 'ada’s');
  await put(bo, 'factor', 'bo’s');
  expect(await take(ada, 'enrol')).toBeUndefined();
  expect(await take(ada, 'factor')).toBe('ada’s');
  expect(await take(ada, 'factor')).toBeUndefined();
  expect(await take(bo, 'factor')).toBe('bo’s');
  await put(ada, 'enrol', 'late');
  const age = `update console_sessions set challenge_until = challenge_until - $2::interval
    where session_id = $1 and challenge_until > now() + interval '4 minutes'`;
  expect((await pool.query(age, [ada.sessionId, '5 minutes'])).rowCount).toBe(1);
  expect(await take(ada, 'enrol')).toBeUndefined();
});

test('an app being added belongs to one session, while it lasts', async () => {
  const { pool } = database;
  const pending = (who: Somebody) => findPendingTotp(change, who.sessionId);
  await putPendingTotp(pool, ada.sessionId, Buffer.from('new'));
  expect([await pending(ada), await pending(bo)]).toEqual([Buffer.from('new'), null]);
  await pool.query('update console_sessions set ends_at = now() where session_id = $1', [
    ada.sessionId,
  ]);
  expect(await pending(ada)).toBeNull();
});

test('clearing factors removes all of one person’s, and none of another’s', async () => {
  await clearFactors(change, ada.personId);
  const none = { hasPasskey: false, hasTotp: false, recoveryCodesLeft: 0 };
  expect(await readFactors(database.pool, ada.personId)).toEqual(none);
  const all = { hasPasskey: true, hasTotp: true, recoveryCodesLeft: 2 };
  expect(await readFactors(database.pool, bo.personId)).toEqual(all);
  const { people } = await listPeople(database.pool, { after: ada.personId - 1, limit: 5 });
  expect(people.map(({ personId, hasFactor }) => [personId, hasFactor])).toEqual([
    [ada.personId, false],
    [bo.personId, true],
  ]);
});

test('a person’s accounts are listed by name, and no one else’s', async () => {
  const { pool } = database;
  const make = async (name: string) => (await createAccount(change, { name })).accountId;
  const [rowan, alder] = [await make('Rowan'), await make('Alder')];
  const join = (who: Somebody, accountId: number, role: string) =>
    pool.query('insert into members (person_id, account_id, role) values ($1, $2, $3)', [
      who.personId,
      accountId,
      role,
    ]);
  const noLogo = { hasLogo: false, hasDarkLogo: false };
  await join(ada, rowan, 'owner');
  await join(ada, alder, 'viewer');
  await join(bo, rowan, 'developer');
  expect(await listMemberships(pool, ada.personId)).toEqual([
    { accountId: alder, name: 'Alder', role: 'viewer', ...noLogo },
    { accountId: rowan, name: 'Rowan', role: 'owner', ...noLogo },
  ]);
  expect(await listMemberships(pool, bo.personId)).toEqual([
    { accountId: rowan, name: 'Rowan', role: 'developer', ...noLogo },
  ]);
});

test('sessions are listed and ended for one person', async () => {
  const { pool } = database;
  const idsOf = async (who: Somebody) =>
    (await listSessions(pool, who.personId, { idleHours: 12 })).map(({ sessionId }) => sessionId);
  expect(await idsOf(ada)).toEqual([ada.sessionId]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into console_sessions (
       session_id, token_hash, person_id, stage, ends_at, seen_at, address, agent
     )
     values (
       gen_random_uuid(), 'of yesterday', $1, 'full', now() + interval '1 day',
       now() - interval '3 hours', '::1', 'x'
     )
     returning session_id as id`,
    [ada.personId],
  );
  expect(await idsOf(ada)).toEqual([ada.sessionId, rows[0]?.id]);
  await pool.query('delete from console_sessions where session_id = $1', [rows[0]?.id]);
  const { personId } = bo;
  expect(await endSession(change, { sessionId: ada.sessionId, personId })).toBe(false);
  await pool.query(
    `update console_sessions set seen_at = now() - interval '13 hours' where session_id = $1`,
    [ada.sessionId],
  );
  expect([await idsOf(ada), await idsOf(bo)]).toEqual([[], [bo.sessionId]]);
  await pool.query('update console_sessions set ends_at = now() where session_id = $1', [
    bo.sessionId,
  ]);
  expect(await idsOf(bo)).toEqual([]);
});

// @mutant src/people/sign-in/factor-queries.ts
// - and challenge_until > now()
// -        for update
// + and challenge_until > now()
test('a challenge is taken once by requests that wait for the same session', async () => {
  const { pool } = database;
  const { sessionId } = ada;
  await putChallenge(pool, sessionId, { challenge: 'one', of: 'factor' });
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from console_sessions where session_id = $1 for update', [sessionId]);
  const takes = [1, 2, 3].map(() => takeChallenge(pool, sessionId, 'factor'));
  await expect.poll(() => countBlocked(pool)).toBe(takes.length);
  await other.query('commit');
  other.release();
  const taken = await Promise.all(takes);
  expect(taken.filter((challenge) => challenge === 'one')).toHaveLength(1);
});
