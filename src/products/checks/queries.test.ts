import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { type CheckRows, createCheckRows, type Row } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { setPageSettings } from '../../people/accounts/page-queries.ts';
import { forgetPersons, noteErasure, takeErasures } from './erase-queries.ts';
import {
  deferExpiry,
  endCheck,
  expireIdleChecks,
  findCheck,
  findCheckByLink,
  findCheckByToken,
  noteLinkTexted,
  readProgress,
  recordConsent,
  takeLinkTry,
  takeOverdueChecks,
} from './queries.ts';
import { noteVisit } from './visit-queries.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
let database: TestDatabase;
let rows: CheckRows;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createCheckRows(database.pool);
});
afterAll(() => database.drop());

async function eventsOf(checkId: string) {
  const { rows: events } = await database.pool.query(
    'select type, account_id, mode, body from events where subject_id = $1',
    [checkId],
  );
  return events;
}

describe('a check', () => {
  const ends = [1, 2, 3, 4] as const;
  // @mutant src/products/checks/sql/end-check.sql
  // - and c.check_id = p_check and c.status = 0
  // + and c.check_id = p_check
  test.each(ends)('ends with %i once, with one event', async (status) => {
    const { pool } = database;
    const check = await rows.check({ mode: 'live', task_id: 'task', starting_until: rows.at(9) });
    await rows.session(check);
    await rows.session(check, { state: 'failed' });
    expect(await endCheck(pool, check, status, rows.now)).toBe(true);
    for (const other of ends) expect(await endCheck(pool, check, other, rows.at(9))).toBe(false);
    expect(await rows.readCheck(check)).toMatchObject({
      status,
      ended_at: rows.now,
      task_id: 'task',
      starting_until: null,
    });
    expect(await rows.readSessions(check)).toMatchObject([
      { state: 'expired', sealed_url: null },
      { state: 'failed', sealed_url: null },
    ]);
    const events = await eventsOf(check.checkId);
    const body = { requestId: check.checkId, status, taskId: 'task' };
    expect(events).toMatchObject([{ type: 'face.finished', mode: 'live', body }]);
  });

  test('without an open session ends at its time, up to a limit per run', async () => {
    const { pool } = database;
    const due = [
      await rows.check({ expires_at: rows.now }),
      await rows.check({ expires_at: rows.at(-hour) }),
    ];
    const young = await rows.check({ expires_at: rows.at(1) });
    const atProvider = await rows.check({ expires_at: rows.at(-hour) });
    await rows.session(atProvider);
    const back = await rows.check({ expires_at: rows.at(-1) });
    await rows.session(back, { state: 'expired' });
    expect(await expireIdleChecks(pool, 2, rows.now)).toBe(2);
    expect(await expireIdleChecks(pool, 2, rows.now)).toBe(1);
    expect(await expireIdleChecks(pool, 2, rows.now)).toBe(0);
    for (const check of [...due, back]) {
      expect(await rows.readCheck(check)).toMatchObject({ status: 3, ended_at: rows.now });
    }
    for (const check of [young, atProvider]) {
      expect(await rows.readCheck(check)).toMatchObject({ status: 0 });
    }
  });

  test('records when its link was first texted, and counts tries while it is open and its account active', async () => {
    const { pool } = database;
    const check = await rows.check({ expires_at: rows.at(hour) });
    const other = await rows.check({ expires_at: rows.at(hour) });
    await noteLinkTexted(pool, check, rows.now);
    await noteLinkTexted(pool, check, rows.at(second));
    expect(await rows.readCheck(check)).toMatchObject({ link_texted_at: rows.now });
    expect(await rows.readCheck(other)).toMatchObject({ link_texted_at: null, link_tries: 0 });
    const tried = (now = rows.now) => takeLinkTry(pool, check, 2, now);
    expect(await tried()).toBe(false);
    await setPageSettings(byTest(pool), check.accountId, { textsLink: true });
    expect(await tried(rows.at(hour))).toBe(false);
    expect([await tried(), await tried(), await tried()]).toEqual([true, true, false]);
    expect(await takeLinkTry(pool, other, 1, rows.now)).toBe(true);
    await endCheck(pool, other, 4, rows.now);
    expect(await takeLinkTry(pool, other, 9, rows.now)).toBe(false);
    await setPageSettings(byTest(pool), check.accountId, { textsLink: false });
  });

  test('whose provider does not answer is put off, and ends exactly when the patience is over', async () => {
    const { pool } = database;
    const early = await rows.check({ expires_at: rows.at(-6 * hour + 1) });
    await deferExpiry(pool, early, 'silent', 6, rows.now);
    expect(await rows.readCheck(early)).toMatchObject({ status: 0, end_reason: null });
    const late = await rows.check({ expires_at: rows.at(-6 * hour) });
    await deferExpiry(pool, late, 'silent', 6, rows.now);
    expect(await rows.readCheck(late)).toMatchObject({ status: 3, end_reason: 'silent' });
    const passed = await rows.check({ status: 1, expires_at: rows.at(-7 * hour) });
    await deferExpiry(pool, passed, 'silent', 6, rows.now);
    expect(await rows.readCheck(passed)).toMatchObject({ status: 1, end_reason: null });
  });

  test('is put off for half a minute at first, and then for a tenth of its lateness', async () => {
    for (const [lateness, pause] of [
      [60 * second, 30 * second],
      [hour, 360 * second],
    ] as const) {
      const check = await rows.check({ expires_at: rows.at(-lateness) });
      await deferExpiry(database.pool, check, 'silent', 6, rows.now);
      expect(await rows.readCheck(check)).toMatchObject({ expiry_due_at: rows.at(pause) });
    }
  });

  test('past its time is taken once, when it is due, and not for a jammed provider', async () => {
    const { pool } = database;
    const late = { provider_code: 'late', expires_at: rows.at(-hour) };
    const due = [
      await rows.check(late),
      await rows.check({ ...late, expiry_due_at: rows.now }),
      // From a clock that was ahead.
      await rows.check({ ...late, expiry_due_at: rows.at(day + 1) }),
      await rows.check({ ...late, expires_at: rows.now }),
    ];
    await rows.check({ ...late, expiry_due_at: rows.at(1) });
    await rows.check({ ...late, expires_at: rows.at(1) });
    await rows.check({ ...late, status: 1 });
    const others = ['camera', 'jammed'];
    await rows.check({ ...late, provider_code: 'jammed' });
    const taken = await takeOverdueChecks(pool, 9, others, rows.now);
    expect(taken.map(({ checkId }) => checkId).sort()).toEqual(
      due.map(({ checkId }) => checkId).sort(),
    );
    expect(await takeOverdueChecks(pool, 9, others, rows.now)).toEqual([]);
    expect(await takeOverdueChecks(pool, 9, others, rows.at(30 * second))).toHaveLength(6);
  });
});

describe('the page of a check', () => {
  const find = async (columns: Row, ms = 0) => {
    const link_hash = randomBytes(32);
    const { checkId } = await rows.check({ link_hash, ...columns });
    return { checkId, found: await findCheckByLink(database.pool, link_hash, rows.at(ms)) };
  };

  test('shows the result for half an hour, and nothing before or after', async () => {
    const minutes30 = 30 * 60 * second;
    for (const [status, ended_at, ms, isResultShown] of [
      [0, null, 0, false],
      [1, rows.now, 0, true],
      [2, rows.now, minutes30 - 1, true],
      [1, rows.now, minutes30, false],
      [4, rows.now, day, false],
    ] as const) {
      const { found } = await find({ status, ended_at }, ms);
      expect(found, `${status} ${ms}`).toMatchObject({ isResultShown });
    }
  });

  test('knows that the person’s data may have left, from the moment a provider was asked', async () => {
    const { pool } = database;
    const mayBeSent = async (columns: Row, outcome?: string) => {
      const link_hash = randomBytes(32);
      const { accountId, checkId } = await rows.check({ link_hash, ...columns });
      if (outcome) {
        await pool.query(
          `insert into attempts (account_id, call_id, attempt, provider_code, outcome, started_at)
           values ($1, $2, 1, 'camera', $3, now())`,
          [accountId, checkId, outcome],
        );
      }
      return (await findCheckByLink(pool, link_hash, rows.now))?.mayBeSent;
    };
    expect(await mayBeSent({})).toBe(false);
    // The link itself was created: that sends no personal data.
    expect(await mayBeSent({}, 'done')).toBe(false);
    expect(await mayBeSent({ starting_until: rows.at(second) })).toBe(true);
    expect(await mayBeSent({ sessions_started: 1 })).toBe(true);
    for (const outcome of ['unavailable', 'rejected', 'unknown']) {
      expect(await mayBeSent({}, outcome), outcome).toBe(true);
    }
  });

  test('shows the end of the check’s id, and what the account offers', async () => {
    const { checkId, found } = await find({});
    expect(found).toMatchObject({
      reference: checkId.slice(-8),
      otherWay: { url: null, phone: null },
      textsLink: false,
      ...{ linkTextedAt: null, withdrawnAt: null, hasLogo: false, hasDarkLogo: false },
      ...{ displayName: 'Rowan', secondsLeft: 3_600 },
    });
    expect((await find({ expires_at: rows.at(-day) })).found?.secondsLeft).toBe(0);
    const png = Buffer.from('89504e470d0a1a0a00', 'hex');
    await setPageSettings(byTest(database.pool), rows.accountId, {
      displayName: 'Rowan & Sons',
      otherWayUrl: 'https://rowan.test/branch',
      otherWayPhone: '95588',
      textsLink: true,
      logo: png,
      logoDark: png,
    });
    const { found: offering } = await find({ withdrawn_at: rows.now, link_texted_at: rows.now });
    expect(offering).toMatchObject({
      displayName: 'Rowan & Sons',
      otherWay: { url: 'https://rowan.test/branch', phone: '95588' },
      textsLink: true,
      linkTextedAt: rows.now,
      withdrawnAt: rows.now,
      hasLogo: true,
      hasDarkLogo: true,
    });
  });
});

const consentTo = (version: string) => ({ version, providers: ['sandbox'] });

describe('consent', () => {
  test('is stored as it was first given', async () => {
    const check = await rows.check({ consented_at: null });
    expect(await recordConsent(database.pool, check, consentTo('one'), rows.now)).toBe(true);
    expect(await recordConsent(database.pool, check, consentTo('two'), rows.at(5))).toBe(true);
    expect(await rows.readCheck(check)).toMatchObject({
      consent_version: 'one',
      consented_at: rows.now,
      consents: [{ version: 'one', providers: ['sandbox'] }],
    });
  });

  test('is refused once the check has ended, or is past its time, to the instant', async () => {
    for (const columns of [{ status: 4 }, { status: 1 }, { expires_at: rows.now }]) {
      const check = await rows.check({ consented_at: null, ...columns });
      expect(await recordConsent(database.pool, check, consentTo('one'), rows.now)).toBe(false);
      expect(await rows.readCheck(check)).toMatchObject({ consented_at: null });
    }
  });
});

describe('a token', () => {
  // @mutant src/products/checks/queries.ts
  // - c.account_id = $2 and c.mode = $3 and c.token_hash = $4
  // + $2::integer > 0 and c.mode = $3 and c.token_hash = $4
  // @mutant src/products/checks/queries.ts
  // - c.account_id = $2 and c.mode = $3 and c.token_hash = $4
  // + c.account_id = $2 and $3::text is not null and c.token_hash = $4
  test('opens the check of its account and mode, for as long as the result is stored', async () => {
    const { pool } = database;
    const token_hash = randomBytes(32);
    const check = await rows.check({ token_hash, status: 1, ended_at: rows.at(-day + 1) });
    const caller = { accountId: rows.accountId, mode: 'test' } as const;
    const find = (by: { accountId: number; mode: 'test' | 'live' }, days = 1) =>
      findCheckByToken(pool, by, token_hash, days, rows.now);
    expect(await find(caller)).toMatchObject({ checkId: check.checkId, status: 1 });
    expect(await find({ ...caller, mode: 'live' })).toBeUndefined();
    expect(await find({ ...caller, accountId: rows.accountId + 1 })).toBeUndefined();
    await pool.query('update checks set ended_at = $2 where check_id = $1', [
      check.checkId,
      rows.at(-day),
    ]);
    expect(await find(caller)).toBeUndefined();
    expect(await find(caller, 2)).toBeDefined();
  });

  test('of a check without an end is kept by its creation time', async () => {
    const token_hash = randomBytes(32);
    await rows.check({ token_hash, created_at: rows.at(-day) });
    const caller = { accountId: rows.accountId, mode: 'test' } as const;
    const find = (days: number) =>
      findCheckByToken(database.pool, caller, token_hash, days, rows.now);
    expect([await find(1), (await find(2))?.status]).toEqual([undefined, 0]);
  });
});

describe('the state of a check', () => {
  test('is exact to the instant: over, due to end, and with an open session or not', async () => {
    const find = async (columns: object) =>
      findCheck(database.pool, await rows.check({ ...columns }), rows.now);
    expect(await find({ expires_at: rows.at(1) })).toMatchObject({
      isOver: false,
      isExpiryDue: false,
      hasOpenSession: false,
    });
    expect(await find({ expires_at: rows.now })).toMatchObject({ isOver: true, isExpiryDue: true });
    const put = { expires_at: rows.at(-hour), expiry_due_at: rows.at(1) };
    expect(await find(put)).toMatchObject({ isOver: true, isExpiryDue: false });
    const closed = await rows.check();
    await rows.session(closed, { state: 'expired' });
    expect(await findCheck(database.pool, closed, rows.now)).toMatchObject({
      hasOpenSession: false,
    });
    await rows.session(closed);
    expect(await findCheck(database.pool, closed, rows.now)).toMatchObject({
      hasOpenSession: true,
    });
  });

  test('changes with every step that followers see', async () => {
    const link_hash = randomBytes(32);
    const check = await rows.check({ link_hash, consented_at: null, expires_at: rows.at(500) });
    const { pool } = database;
    const read = async (ms = 0) =>
      (await readProgress(pool, [link_hash, randomBytes(32)], rows.at(ms))).get(
        link_hash.toString('hex'),
      );
    expect(await read()).toBe('0 f f 0 f 0 0');
    await recordConsent(pool, check, consentTo('one'), rows.now);
    expect(await read()).toBe('0 f f 1 f 0 0');
    await rows.session(check);
    expect(await read()).toBe('0 f f 1 f 0 1');
    expect(await read(500)).toBe('0 t f 1 f 0 1');
    await noteVisit(pool, check, { visitor: Buffer.from('desk'), device: 'desktop' }, rows.now);
    expect(await read()).toBe('0 f f 1 f 0 1');
    await noteVisit(pool, check, { visitor: Buffer.from('phone'), device: 'mobile' }, rows.now);
    expect(await read()).toBe('0 f t 1 f 0 1');
    // A page is rendered from the same state as its followers receive.
    expect((await findCheckByLink(pool, link_hash, rows.now))?.progress).toBe(await read());
    const seconds = async (ms: number) =>
      (await findCheckByLink(pool, link_hash, rows.at(ms)))?.secondsLeft;
    expect([await seconds(-500), await seconds(0), await seconds(501)]).toEqual([1, 1, 0]);
  });
});

describe('a person', () => {
  // @mutant src/products/checks/erase-queries.ts
  // - ended_at <= db_time_or_now($1) - make_interval(days => $2)
  // + ended_at <= db_time_or_now($1) - make_interval(days => $2 - 1)
  // @mutant src/products/checks/erase-queries.ts
  // - set sealed = null, card_hash = null, erased_at = db_time_or_now
  // + set sealed = null, erased_at = db_time_or_now
  test('is erased exactly when the retention ends, and the vendors are asked to erase', async () => {
    const { pool } = database;
    const young = await rows.check({ status: 1, ended_at: rows.at(-300 * day + 1) });
    const pending = await rows.check({ created_at: rows.at(-900 * day) });
    const old = await rows.check({ status: 1, ended_at: rows.at(-300 * day) });
    await rows.session(old, { state: 'passed', provider_code: 'eraser' });
    const gone = await rows.session(old, { state: 'passed', erased_at: rows.now });
    await rows.session(young, { state: 'passed' });
    expect(await forgetPersons(pool, 300, 99, rows.now)).toBe(1);
    expect(await forgetPersons(pool, 300, 99, rows.now)).toBe(0);
    expect(await rows.readCheck(old)).toMatchObject({
      ...{ sealed: null, card_hash: null, erased_at: rows.now },
    });
    for (const check of [young, pending]) {
      expect(await rows.readCheck(check)).toMatchObject({ erased_at: null });
      expect((await rows.readCheck(check)).sealed).not.toBeNull();
      expect((await rows.readCheck(check)).card_hash).not.toBeNull();
    }
    const asked = (await rows.readSessions(old)).filter(({ erase_at }) => erase_at !== null);
    expect(asked).toMatchObject([{ provider_code: 'eraser', erase_at: rows.now }]);
    expect(asked.some(({ session_no }) => session_no === gone)).toBe(false);
  });

  // @mutant src/products/checks/erase-queries.ts
  // - erased_at = case when $5 then t.now end
  // + erased_at = t.now
  test('is erased at a vendor once it confirms, and requested again otherwise', async () => {
    const { pool } = database;
    const check = await rows.check({ status: 1, ended_at: rows.at(-day), erased_at: rows.now });
    const no = await rows.session(check, { provider_code: 'slow', erase_at: rows.now });
    const others = ['camera', 'eraser'];
    const take = (ms: number, jammed = others) => takeErasures(pool, 9, jammed, rows.at(ms));
    expect(await take(-1)).toEqual([]);
    expect(await take(0, [...others, 'slow'])).toEqual([]);
    let ms = 0;
    for (const minutes of [1, 2, 4]) {
      const [session] = await take(ms);
      expect(session).toMatchObject({ ...check, sessionNo: no });
      expect(await take(ms)).toEqual([]);
      const failed = { answer: 'no', isErased: false };
      if (session) await noteErasure(pool, session, failed, rows.at(ms));
      const [kept] = await rows.readSessions(check);
      ms += minutes * 60 * second;
      expect(kept).toMatchObject({ erase_at: rows.at(ms), erase_answer: 'no', erased_at: null });
    }
    const [session] = await take(ms);
    if (session)
      await noteErasure(pool, session, { answer: 'erased', isErased: true }, rows.at(ms));
    expect(await rows.readSessions(check)).toMatchObject([
      { erase_at: null, erased_at: rows.at(ms), erase_answer: 'erased' },
    ]);
    expect(await take(9 * day)).toEqual([]);
  });

  test('is requested again after a day at most, and at once after a clock that was ahead', async () => {
    const { pool } = database;
    const check = await rows.check({ status: 1, ended_at: rows.at(-day), erased_at: rows.now });
    const late = { provider_code: 'never', erase_tries: 40 };
    await rows.session(check, { ...late, erase_at: rows.now });
    await rows.session(check, { ...late, erase_at: rows.at(2 * day + 1) });
    await rows.session(check, { ...late, erase_at: rows.at(2 * day) });
    const others = ['camera', 'eraser', 'slow'];
    expect(await takeErasures(pool, 9, others, rows.now)).toHaveLength(2);
    const times = (await rows.readSessions(check)).map(({ erase_at }) => erase_at);
    expect(times).toEqual([rows.at(day), rows.at(day), rows.at(2 * day)]);
  });
});
