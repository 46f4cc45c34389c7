import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckRows, createCheckRows, type Row } from '../../../test/kit/check-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import type { SessionState } from '../../vendors/providers/provider.ts';
import type { CheckKey } from './queries.ts';
import {
  claimSession,
  findOpenSessions,
  maxSessions,
  noteSession,
  recordSession,
  releaseStart,
  type SessionNote,
  takeSessionsToAsk,
  takeSilentSessions,
} from './session-queries.ts';

const leaseMs = 12_000;
let database: TestDatabase;
let rows: CheckRows;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = await createCheckRows(database.pool);
});
afterAll(() => database.drop());

interface Claimant {
  device?: 'mobile' | 'wechat' | 'desktop';
  isFresh?: boolean;
  /** The time of the request. */
  ms?: number;
}

function claim(check: CheckKey, { device = 'mobile', isFresh = false, ms = 0 }: Claimant = {}) {
  return claimSession(database.pool, check, { device, isFresh, leaseMs }, rows.at(ms));
}

describe('a request for a session', () => {
  test('is granted up to five times per check', async () => {
    for (const [sessions_started, verdict] of [
      [0, 'start'],
      [maxSessions - 1, 'start'],
      [maxSessions, 'exhausted'],
      [maxSessions + 1, 'exhausted'],
    ] as const) {
      const check = await rows.check({ sessions_started });
      expect(await claim(check)).toMatchObject({ verdict });
    }
    expect(maxSessions).toBe(5);
  });

  test('is refused once the check has ended, or is past its time, to the instant', async () => {
    for (const status of [1, 2, 3, 4]) {
      const check = await rows.check({ status, consented_at: null, sessions_started: 5 });
      expect(await claim(check)).toMatchObject({ verdict: 'ended' });
    }
    expect(await claim(await rows.check({ expires_at: rows.now }))).toMatchObject({
      verdict: 'ended',
    });
    expect(await claim(await rows.check({ expires_at: rows.at(1) }))).toMatchObject({
      verdict: 'start',
    });
  });

  // @mutant src/products/checks/sql/run-session.sql
  // - if v_check.consented_at is null then
  // + if false then
  test('is refused without consent, even if a session is open', async () => {
    const check = await rows.check({ consented_at: null });
    await rows.session(check);
    expect(await claim(check)).toMatchObject({ verdict: 'no_consent', sealedUrl: null });
  });

  const others: [string, Row, Claimant, 'reuse' | 'start'][] = [
    ['goes on with the one of this device', {}, {}, 'reuse'],
    ['leaves that of another device alone', { device: 'wechat' }, {}, 'start'],
    ['can have a new one all the same', {}, { isFresh: true }, 'start'],
    ['leaves one that is over', { state: 'expired', sealed_url: null }, {}, 'start'],
    ['leaves one with ten seconds left', { expires_at: () => rows.at(10_000) }, {}, 'start'],
    ['goes on with one with more than that', { expires_at: () => rows.at(10_001) }, {}, 'reuse'],
  ];
  test.each(others)('%s', async (_, columns, claimant, verdict) => {
    const check = await rows.check({ sessions_started: 1 });
    const read = (value: unknown) => (typeof value === 'function' ? value() : value);
    const given = Object.entries(columns).map(([name, value]) => [name, read(value)]);
    const no = await rows.session(check, Object.fromEntries(given));
    const sealedUrl = verdict === 'reuse' ? Buffer.from(`url-${no}`) : null;
    expect(await claim(check, claimant)).toEqual({ verdict, sealedUrl });
  });

  test('continues the newest of several, even if no more may be started', async () => {
    const check = await rows.check({ sessions_started: maxSessions });
    await rows.session(check);
    const newest = await rows.session(check);
    await rows.session(check, { device: 'wechat' });
    const sealedUrl = Buffer.from(`url-${newest}`);
    expect(await claim(check)).toEqual({ verdict: 'reuse', sealedUrl });
    expect(await claim(check, { isFresh: true })).toMatchObject({ verdict: 'exhausted' });
  });

  test('continues no session of another check', async () => {
    await rows.session(await rows.check());
    expect(await claim(await rows.check())).toMatchObject({ verdict: 'start' });
  });

  test('waits while another one starts, until that fails or times out', async () => {
    const check = await rows.check();
    expect(await claim(check)).toMatchObject({ verdict: 'start' });
    expect(await claim(check)).toMatchObject({ verdict: 'busy' });
    expect(await claim(check, { isFresh: true, ms: leaseMs - 1 })).toMatchObject({
      verdict: 'busy',
    });
    expect(await claim(check, { ms: leaseMs })).toMatchObject({ verdict: 'start' });
    await releaseStart(database.pool, check);
    expect(await claim(check, { ms: leaseMs })).toMatchObject({ verdict: 'start' });
  });

  test('wins alone among many at the same instant', async () => {
    const check = await rows.check();
    const verdicts = await Promise.all(Array.from({ length: 8 }, () => claim(check)));
    expect(verdicts.filter(({ verdict }) => verdict === 'start')).toHaveLength(1);
    expect(verdicts.filter(({ verdict }) => verdict === 'busy')).toHaveLength(7);
  });
});

describe('a started session', () => {
  const started = {
    providerCode: 'lens',
    sessionRef: 'abc',
    device: 'wechat',
    sealedUrl: Buffer.from('url'),
    expiresAt: new Date('2026-05-05T06:00:00Z'),
  } as const;

  test('is counted and stored, and lets the next request in', async () => {
    const check = await rows.check({ starting_until: rows.at(leaseMs) });
    expect(await recordSession(database.pool, check, started, rows.now)).toBe(true);
    expect(await recordSession(database.pool, check, started, rows.now)).toBe(true);
    expect(await rows.readCheck(check)).toMatchObject({
      sessions_started: 2,
      starting_until: null,
      status: 0,
      // The person is with this provider now, and not with the first on the route.
      provider_code: 'lens',
    });
    const kept = {
      provider_code: 'lens',
      session_ref: 'abc',
      device: 'wechat',
      started_at: rows.now,
      expires_at: started.expiresAt,
      state: 'open',
      sealed_url: Buffer.from('url'),
    };
    expect(await rows.readSessions(check)).toMatchObject([
      { ...kept, session_no: 1 },
      { ...kept, session_no: 2 },
    ]);
  });

  test('for a check that ended meanwhile is stored as over, and leads nowhere', async () => {
    const check = await rows.check({ status: 4 });
    expect(await recordSession(database.pool, check, started, rows.now)).toBe(false);
    expect(await rows.readSessions(check)).toMatchObject([{ state: 'expired', sealed_url: null }]);
    expect(await rows.readCheck(check)).toMatchObject({
      ...{ status: 4, sessions_started: 1, provider_code: 'camera' },
    });
  });
});

describe('the provider’s result of a session', () => {
  async function note(check: CheckKey, sessionNo: number, result: SessionNote): Promise<Row> {
    const session = { ...check, sessionNo, providerCode: 'camera', sessionRef: '' };
    await noteSession(database.pool, session, result, null, rows.now);
    return rows.readCheck(check);
  }

  const words: [SessionState, number][] = [
    ['open', 0],
    ['passed', 1],
    ['failed', 2],
    ['cancelled', 4],
    ['expired', 0],
  ];
  test.each(words)('%s sets the status %i, and keeps the task', async (state, status) => {
    const check = await rows.check({ sessions_started: 1 });
    const no = await rows.session(check);
    const noted = await note(check, no, { state, taskId: 'task' });
    expect(noted).toMatchObject({ status, task_id: 'task' });
    expect(noted.ended_at).toEqual(status === 0 ? null : rows.now);
    const [session] = await rows.readSessions(check);
    expect(session).toMatchObject({ state });
    expect(session?.sealed_url === null).toBe(state !== 'open');
  });

  test('has a reason if the check was not passed, and none if it was', async () => {
    for (const [state, reason] of [
      ['failed', 'liveness'],
      ['passed', null],
    ] as const) {
      const check = await rows.check({ sessions_started: 1 });
      const result = { state, taskId: 'task', reason: 'liveness' } as const;
      expect(await note(check, await rows.session(check), result)).toMatchObject({ reason });
    }
  });

  test('ends the check with its last allowed session, unless another one is open', async () => {
    const alone = await rows.check({ sessions_started: maxSessions });
    const no = await rows.session(alone);
    expect(await note(alone, no, { state: 'expired', taskId: '' })).toMatchObject({ status: 3 });

    const check = await rows.check({ sessions_started: maxSessions });
    const [first, second] = [await rows.session(check), await rows.session(check)];
    const expired = { state: 'expired', taskId: '' } as const;
    expect(await note(check, first, expired)).toMatchObject({ status: 0 });
    expect(await note(check, second, expired)).toMatchObject({ status: 3 });

    const young = await rows.check({ sessions_started: maxSessions - 1 });
    expect(await note(young, await rows.session(young), expired)).toMatchObject({ status: 0 });
  });

  // @mutant src/products/checks/sql/run-session.sql
  // - and not s.is_costed
  test('that comes twice adds the session’s cost once', async () => {
    const check = await rows.check({ sessions_started: 1 });
    const sessionNo = await rows.session(check);
    const session = { ...check, sessionNo, providerCode: 'camera', sessionRef: '' };
    const cost = { cost: 3_000n, source: 'answer' } as const;
    const hear = () =>
      noteSession(database.pool, session, { state: 'expired', taskId: '' }, cost, rows.now);
    await hear();
    await hear();
    const kept = await database.pool.query('select cost from call_costs where call_id = $1', [
      check.checkId,
    ]);
    expect(kept.rows).toEqual([{ cost: 3_000n }]);
    // The copy of the call is updated with the higher cost.
    const told = await database.pool.query('select from call_changes where $1 = any (call_ids)', [
      check.checkId,
    ]);
    expect(told.rowCount).toBe(1);
  });

  test('that comes after the check was cancelled adds the session’s cost, once', async () => {
    const check = await rows.check({ sessions_started: 1 });
    const sessionNo = await rows.session(check);
    await database.pool.query(`select checks_end($1, $2, 4::smallint, '', null, null)`, [
      check.accountId,
      check.checkId,
    ]);
    const session = { ...check, sessionNo, providerCode: 'camera', sessionRef: '' };
    const cost = { cost: 3_000n, source: 'answer' } as const;
    for (const state of ['open', 'passed', 'passed'] as const) {
      await noteSession(database.pool, session, { state, taskId: 'late' }, cost, rows.now);
    }
    const kept = await database.pool.query('select cost from call_costs where call_id = $1', [
      check.checkId,
    ]);
    expect(kept.rows).toEqual([{ cost: 3_000n }]);
    expect(await rows.readCheck(check)).toMatchObject({ status: 4 });
    expect(await rows.readSessions(check)).toMatchObject([{ state: 'expired' }]);
  });

  test('without a task keeps the known one', async () => {
    const check = await rows.check({ task_id: 'known', sessions_started: 1 });
    const no = await rows.session(check);
    expect(await note(check, no, { state: 'open', taskId: '' })).toMatchObject({
      task_id: 'known',
    });
    expect(await note(check, no, { state: 'passed', taskId: '' })).toMatchObject({
      status: 1,
      task_id: 'known',
    });
  });

  test('names the provider of its task, even if another session was started since', async () => {
    const check = await rows.check({ provider_code: 'lens', sessions_started: 2 });
    const first = await rows.session(check, { provider_code: 'camera' });
    await rows.session(check, { provider_code: 'lens' });
    const open = await note(check, first, { state: 'open', taskId: 'task' });
    expect(open).toMatchObject({ task_id: 'task', provider_code: 'camera' });
    expect(await note(check, first, { state: 'passed', taskId: 'task' })).toMatchObject({
      status: 1,
      provider_code: 'camera',
    });
  });

  // @mutant src/products/checks/sql/run-session.sql
  // - if v_check.status <> 0 then
  // -     return;
  // -   end if;
  test('comes too late for an ended check, in any way and with any task', async () => {
    for (const status of [1, 2, 3, 4]) {
      const check = await rows.check({ status, task_id: 'first' });
      const no = await rows.session(check, { state: 'expired' });
      for (const state of ['passed', 'failed', 'open'] as const) {
        expect(await note(check, no, { state, taskId: 'later' })).toMatchObject({
          status,
          task_id: 'first',
        });
      }
    }
  });
});

describe('the sessions to query', () => {
  const asking = (check: CheckKey, everyMs: number) =>
    takeSessionsToAsk(database.pool, check, everyMs, rows.now);

  test('are the open ones of the check, none of them twice within the interval', async () => {
    const check = await rows.check();
    await rows.session(await rows.check());
    await rows.session(check, { state: 'expired' });
    const never = await rows.session(check);
    const longAgo = await rows.session(check, { asked_at: rows.at(-1_000) });
    const justNow = await rows.session(check, { asked_at: rows.at(-999) });
    const taken = (await asking(check, 1_000)).map(({ sessionNo }) => sessionNo);
    expect(taken.sort((a, b) => a - b)).toEqual([never, longAgo]);
    expect(await asking(check, 1_000)).toEqual([]);
    // A final query is always made, whatever a clock that was ahead has noted.
    const ahead = await rows.session(check, { asked_at: rows.at(60_000) });
    expect(await asking(check, 0)).toHaveLength([never, longAgo, justNow, ahead].length);
  });

  // @mutant src/products/checks/session-queries.ts
  // - where s.provider_code = $1 and s.session_ref = any ($2) and s.state = 'open'
  // + where $1 = $1 and s.session_ref = any ($2) and s.state = 'open'
  test('that a callback names are the open ones of its own provider', async () => {
    const check = await rows.check();
    const named = { session_ref: 'same' };
    const open = await rows.session(check, named);
    await rows.session(check, { ...named, provider_code: 'jammed' });
    await rows.session(check, { ...named, state: 'expired' });
    await rows.session(check, { session_ref: 'another' });
    const found = await findOpenSessions(database.pool, 'camera', ['same', 'unheard-of']);
    expect(found.map(({ sessionNo }) => sessionNo)).toEqual([open]);
  });

  test('wait half a minute without a request, then a tenth of their age', async () => {
    const check = await rows.check();
    const silent = async (started: number, asked: number | null) =>
      rows.session(check, {
        provider_code: 'silent',
        started_at: rows.at(started),
        asked_at: asked === null ? null : rows.at(asked),
      });
    await silent(-29_999, null);
    await silent(-3_600_000, -359_999);
    await silent(-60_000, -29_999);
    const due = [
      await silent(-30_000, null),
      await silent(-3_600_000, -360_000),
      await silent(-60_000, -30_000),
    ];
    await rows.session(check, { provider_code: 'jammed', started_at: rows.at(-60_000) });
    const others = ['jammed', 'camera'];
    const first = await takeSilentSessions(database.pool, 2, others, rows.now);
    const rest = await takeSilentSessions(database.pool, 9, others, rows.now);
    expect(first).toHaveLength(2);
    const taken = [...first, ...rest].map(({ sessionNo }) => sessionNo);
    expect(taken.sort((a, b) => a - b)).toEqual(due);
    expect(await takeSilentSessions(database.pool, 9, others, rows.now)).toEqual([]);
  });
});
