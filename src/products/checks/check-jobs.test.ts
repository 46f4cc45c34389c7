import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckFixture, createCheckFixture } from '../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { loseStatements } from '../../../test/kit/lose-statements.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { CostList, FaceProvider, SessionResult } from '../../vendors/providers/provider.ts';
import type { Registry } from '../../vendors/providers/registry.ts';
import {
  eraseSessions,
  expireChecks,
  forgetChecks,
  pollSessions,
  queryOverdueChecks,
} from './check-jobs.ts';

const clock = createMovableClock(new Date());
const minute = 60_000;
const day = 24 * 60 * minute;
const passes = '999999199001010016';
let database: TestDatabase;
let fixture: CheckFixture;

/** While it is down, the sandbox reports nothing about any check. */
let isDown = false;
/** The one session that it reports nothing about. */
let silentRef: string | undefined;
let asked = 0;
/** What it reports besides, and the listed cost. */
let said: { cost?: bigint; state?: 'expired' } = {};
let costs: CostList = {};

function extendRegistry(registry: Registry): Registry {
  const sandbox = registry.face.get('sandbox') as FaceProvider;
  const queryResult: FaceProvider['queryResult'] = async (sessionRef, context) => {
    asked += 1;
    if (isDown || sessionRef === silentRef) throw new Error('down');
    return { ...(await sandbox.queryResult(sessionRef, context)), ...said } as SessionResult;
  };
  const provider: FaceProvider = {
    ...sandbox,
    queryResult,
    get costs() {
      return costs;
    },
  };
  return { ...registry, face: new Map([['sandbox', provider]]) };
}

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, { clock, extendRegistry });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

/** What the jobs do with checks past their time. */
async function expire(): Promise<void> {
  await expireChecks(fixture.app.line.checks);
  await queryOverdueChecks(fixture.app.line.checks);
}

async function stored(requestId: string) {
  const { rows } = await database.pool.query('select * from checks where check_id = $1', [
    requestId,
  ]);
  return rows[0];
}

test('a check expires on time without a request, once, with its event', async () => {
  const check = await fixture.ask();
  clock.move(119 * minute);
  await expire();
  expect(await stored(check.requestId)).toMatchObject({ status: 0 });

  clock.move(minute);
  await Promise.all([1, 2, 3].map(expire));
  expect(await stored(check.requestId)).toMatchObject({ status: 3, ended_at: clock.now() });
  const { rows } = await database.pool.query('select type from events where subject_id = $1', [
    check.requestId,
  ]);
  expect(rows).toEqual([{ type: 'face.finished' }]);
});

test('a recheck after the expiry says expired, even before the job ran', async () => {
  const check = await fixture.ask();
  clock.move(121 * minute);
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 3 });
});

test('a result in the last second is not lost to the expiry', async () => {
  const check = await fixture.ask(passes);
  clock.move(119 * minute);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  clock.move(2 * minute);
  await expire();
  expect(await stored(check.requestId)).toMatchObject({ status: 1 });
});

// @mutant src/products/checks/ask-provider.ts
// - await noteSession(ports.pool, session, said, cost, ports.clock.databaseNow());
// + await noteSession(ports.pool, session, said, cost, ports.clock.databaseNow()).catch(() => {});
test('a result that cannot be stored is the database’s fault, and the check keeps waiting', async () => {
  const check = await fixture.ask(passes);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  clock.move(121 * minute);
  const { fault, restore } = loseStatements(fixture.app.line.checks.pool, 'checks_note_session');
  await expect(expire().finally(restore)).rejects.toBe(fault);
  expect(await stored(check.requestId)).toMatchObject({ status: 0 });
  clock.move(10 * minute);
  await expire();
  expect(await stored(check.requestId)).toMatchObject({ status: 1 });
});

test('the final query is made even if another one was just made', async () => {
  const check = await fixture.ask(passes);
  clock.move(119 * minute);
  const page = await fixture.begin(check);
  clock.move(minute - 1);
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0 });
  await fixture.post(`${page}/outcome`, { outcome: 'passed' });
  clock.move(1);
  await expire();
  expect(await stored(check.requestId)).toMatchObject({ status: 1 });
});

test('a provider that just failed its final query is left alone for a while', async () => {
  const check = await fixture.ask(passes);
  await fixture.begin(check);
  isDown = true;
  clock.move(121 * minute);
  await expire();
  const before = asked;
  for (let look = 0; look < 3; look++) {
    await expire();
    await fixture.recheck(check.authToken);
    await fixture.get(check.path);
  }
  expect(asked).toBe(before);
  clock.move(30_000);
  await fixture.recheck(check.authToken);
  isDown = false;
  expect(asked).toBe(before + 1);
});

// @mutant src/products/checks/ask-provider.ts
// - if (fault === null) await endCheck
// + if (fault !== undefined) await endCheck
test('a provider that is down at the last moment loses no result', async () => {
  const check = await fixture.ask(passes);
  clock.move(119 * minute);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  isDown = true;
  clock.move(2 * minute);
  await expire();
  expect(await stored(check.requestId)).toMatchObject({ status: 0 });
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0 });
  clock.move(5 * 60 * minute);
  await expire();
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 0 });

  isDown = false;
  clock.move(40 * minute);
  await expire();
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });
});

test.each([1, 2])(
  'of two open sessions, the %i. not answering keeps the check open',
  async (silent) => {
    const check = await fixture.ask(passes);
    clock.move(119 * minute);
    await fixture.begin(check, 'mobile');
    await fixture.begin(check, 'wechat');
    const { rows } = await database.pool.query(
      'select session_ref from check_sessions where check_id = $1 and session_no = $2',
      [check.requestId, silent],
    );
    silentRef = rows[0].session_ref;
    clock.move(2 * minute);
    await expire();
    silentRef = undefined;
    expect(await stored(check.requestId)).toMatchObject({ status: 0 });
    clock.move(minute);
    await expire();
    expect(await stored(check.requestId)).toMatchObject({ status: 3 });
  },
);

test('a check waits hours for its provider’s final answer, and then ends with the reason', async () => {
  const check = await fixture.ask(passes);
  await fixture.begin(check);
  isDown = true;
  for (const minutes of [121, 60, 60, 60, 60, 60]) {
    clock.move(minutes * minute);
    await expire();
    expect(await stored(check.requestId)).toMatchObject({ status: 0, end_reason: null });
  }
  clock.move(61 * minute);
  await expire();
  isDown = false;
  expect(await stored(check.requestId)).toMatchObject({
    status: 3,
    end_reason: 'sandbox did not say how it stands: Error',
  });
});

test('a check is queried if its person never returns from the provider', async () => {
  const check = await fixture.ask(passes);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  await pollSessions(fixture.app.line.checks);
  expect(await stored(check.requestId)).toMatchObject({ status: 0 });
  clock.move(31_000);
  await pollSessions(fixture.app.line.checks);
  expect(await stored(check.requestId)).toMatchObject({ status: 1 });
});

describe('a session that was open when its check ended', () => {
  const costOf = async (requestId: string) => {
    const { rows } = await database.pool.query('select cost from call_costs where call_id = $1', [
      requestId,
    ]);
    return rows[0]?.cost;
  };
  const left = async () => {
    const check = await fixture.ask(passes);
    await fixture.begin(check);
    await fixture.post(`${check.path}/cancel?device=mobile`);
    expect(await stored(check.requestId)).toMatchObject({ status: 4 });
    return check;
  };
  const poll = () => pollSessions(fixture.app.line.checks);

  // @mutant src/products/checks/sql/end-check.sql
  // - when 'open' then db_seconds_after(greatest(s.expires_at, v_now), 900)
  // + when 'open' then null
  test('is asked for its cost once it is over, which decides nothing else', async () => {
    const { requestId } = await left();
    said = { cost: 20_000n };
    clock.move(14 * 60_000);
    await poll();
    expect(await costOf(requestId)).toBeUndefined();
    clock.move(12 * 60_000);
    await poll();
    expect(await costOf(requestId)).toBe(20_000n);
    const before = asked;
    clock.move(24 * 3_600_000);
    await poll();
    expect([asked, await costOf(requestId)]).toEqual([before, 20_000n]);
    expect(await stored(requestId)).toMatchObject({ status: 4 });
    said = {};
  });

  test('is asked again while the vendor is silent, for three days', async () => {
    const { requestId } = await left();
    isDown = true;
    clock.move(26 * 60_000);
    await poll();
    isDown = false;
    said = { cost: 20_000n };
    await poll();
    expect(await costOf(requestId)).toBeUndefined();
    clock.move(11 * 60_000);
    await poll();
    expect(await costOf(requestId)).toBe(20_000n);

    const other = await left();
    isDown = true;
    clock.move(74 * 3_600_000);
    await poll();
    isDown = false;
    clock.move(74 * 3_600_000);
    const before = asked;
    await poll();
    expect([asked, await costOf(other.requestId)]).toEqual([before, undefined]);
    said = {};
  });

  test('is asked for its cost before it is erased', async () => {
    const check = await fixture.ask(passes);
    await fixture.begin(check);
    said = { cost: 20_000n };
    await fixture.post(`${check.path}/withdraw?device=mobile`);
    await eraseSessions(fixture.app.line.checks);
    expect(await costOf(check.requestId)).toBe(20_000n);
    said = {};
  });
});

test('session costs are stored when they end, each once, besides the price of the call', async () => {
  const check = await fixture.ask(passes);
  const costsOf = async () => {
    const { rows } = await database.pool.query(
      'select provider_code, cost, source from call_costs where call_id = $1',
      [check.requestId],
    );
    return rows;
  };
  said = { cost: 3_000n };
  await fixture.begin(check);
  await fixture.recheck(check.authToken);
  expect(await costsOf()).toEqual([]);
  said = { cost: 3_000n, state: 'expired' };
  clock.move(2_000);
  await fixture.recheck(check.authToken);
  expect(await costsOf()).toEqual([{ provider_code: 'sandbox', cost: 3_000n, source: 'answer' }]);

  said = {};
  costs = { each: '0.8' };
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  clock.move(2_000);
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });
  await fixture.recheck(check.authToken);
  expect(await costsOf()).toEqual([{ provider_code: 'sandbox', cost: 11_000n, source: 'list' }]);
  costs = {};
});

test('after the retention the person is erased and the token is unknown', async () => {
  const check = await fixture.ask(passes);
  await fixture.post(`${await fixture.begin(check)}/outcome`, { outcome: 'passed' });
  clock.move(2_000);
  await fixture.recheck(check.authToken);

  clock.move(179 * day);
  await forgetChecks(fixture.app.line.checks);
  expect(await stored(check.requestId)).toMatchObject({
    erased_at: null,
    sealed: expect.anything(),
  });
  expect(await fixture.recheck(check.authToken)).toMatchObject({ status: 1 });

  clock.move(2 * day);
  await forgetChecks(fixture.app.line.checks);
  expect(await eraseSessions(fixture.app.line.checks)).toBeGreaterThan(0);
  expect(await stored(check.requestId)).toMatchObject({ erased_at: clock.now(), sealed: null });
  await expect(fixture.recheck(check.authToken)).rejects.toThrow('auth_token_unknown');
  expect((await fixture.get(check.path)).body).toContain('data-stage="used"');
});
