import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CheckFixture, createCheckFixture } from '../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createMovableClock } from '../../foundation/clock.ts';
import type { FaceProvider } from '../../vendors/providers/provider.ts';
import { eraseSessions, forgetChecks } from './check-jobs.ts';
import { listOpenErasures } from './erase-queries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let clock: ReturnType<typeof createMovableClock>;
let database: TestDatabase;
let fixture: CheckFixture;
/** The failing vendor's answer to an erasure request; undefined if it has erased. */
let refusal: Error | undefined;

beforeEach(async () => {
  clock = createMovableClock(new Date());
  refusal = Object.assign(new Error('张小明 11010519491231002X'), { code: 'EVENDOR' });
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    clock,
    extendRegistry: (registry) => ({
      ...registry,
      face: new Map([...registry.face, ['failing', failing()], ['well', well()]]),
    }),
  });
});
afterEach(async () => {
  await fixture.close();
  await database.drop();
});

function well(): FaceProvider {
  return { code: 'well', erase: async () => {} } as Partial<FaceProvider> as FaceProvider;
}

function failing(): FaceProvider {
  const erase = () => (refusal ? Promise.reject(refusal) : Promise.resolve());
  return { ...well(), code: 'failing', erase };
}

/** Checks that ended this long ago, each with one session at the provider. */
async function insertChecks(count: number, provider: string, daysAgo = 181): Promise<void> {
  await database.pool.query(
    `with c as (
       insert into checks (
         account_id, check_id, mode, token_hash, link_hash, status, provider_code, sealed, created_at,
         expires_at, ended_at
       )
       select $1, gen_random_uuid(), 'test', uuid_send(gen_random_uuid()),
         uuid_send(gen_random_uuid()), 1, $3, 'x', t.at, t.at, t.at
       from generate_series(1, $2) n
       cross join (select $4::timestamptz - make_interval(days => $5) as at) t
       returning account_id, check_id, created_at
     )
     insert into check_sessions (
       account_id, check_id, session_no, provider_code, session_ref, device, started_at, expires_at,
       state
     )
     select account_id, check_id, 1, $3, 'ref', 'mobile', created_at, created_at, 'passed' from c`,
    [fixture.accountId, count, provider, clock.now(), daysAgo],
  );
}

async function count(condition: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from checks join check_sessions s using (account_id, check_id)
     where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

async function sessionOf(provider: string) {
  const { rows } = await database.pool.query(
    'select * from check_sessions where provider_code = $1',
    [provider],
  );
  return rows[0];
}

describe('after the retention', () => {
  test('all people are erased here in one run, whatever any vendor says', async () => {
    await insertChecks(700, 'well');
    await insertChecks(300, 'failing');
    await insertChecks(5, 'well', 179);
    expect(await forgetChecks(fixture.app.line.checks)).toBe(1_000);
    expect(await count('sealed is not null')).toBe(5);
    expect(await count('checks.erased_at is null')).toBe(5);
  });

  test('a vendor that does not erase delays no other', async () => {
    await insertChecks(300, 'failing', 183);
    await insertChecks(700, 'well');
    await forgetChecks(fixture.app.line.checks);
    expect(await eraseSessions(fixture.app.line.checks)).toBe(700);
    expect(await count(`s.erased_at is not null and s.provider_code = 'well'`)).toBe(700);
    expect(await count('s.erase_at is not null')).toBe(300);
  });

  // @mutant src/products/checks/check-jobs.ts
  // - await withDeadline(ports, (context) => provider.erase(session.sessionRef, context));
  // + void withDeadline(ports, (context) => provider.erase(session.sessionRef, context)).catch(() => {});
  test('a vendor is asked less and less often until it confirms the erasure', async () => {
    await insertChecks(1, 'failing');
    await forgetChecks(fixture.app.line.checks);
    expect(await eraseSessions(fixture.app.line.checks)).toBe(0);
    expect(await sessionOf('failing')).toMatchObject({
      erase_tries: 1,
      erase_asked_at: clock.now(),
      erase_answer: 'Error EVENDOR',
      erase_at: new Date(clock.nowMs() + minute),
      erased_at: null,
    });
    await eraseSessions(fixture.app.line.checks);
    expect(await sessionOf('failing')).toMatchObject({ erase_tries: 1 });
    clock.move(minute);
    await eraseSessions(fixture.app.line.checks);
    expect(await sessionOf('failing')).toMatchObject({
      erase_tries: 2,
      erase_at: new Date(clock.nowMs() + 2 * minute),
    });
    expect(fixture.logged.join()).not.toContain('11010519491231002X');

    refusal = undefined;
    clock.move(2 * minute);
    expect(await eraseSessions(fixture.app.line.checks)).toBe(1);
    expect(await sessionOf('failing')).toMatchObject({
      erase_at: null,
      erase_answer: 'erased',
      erased_at: clock.now(),
    });
    expect(await listOpenErasures(database.pool)).toEqual([]);
  });

  test('a removed provider has erased nothing, and that is shown', async () => {
    await insertChecks(2, 'vanished');
    await forgetChecks(fixture.app.line.checks);
    await eraseSessions(fixture.app.line.checks);
    expect(await count('s.erased_at is not null')).toBe(0);
    expect(await listOpenErasures(database.pool)).toEqual([
      {
        providerCode: 'vanished',
        answer: 'the provider is gone',
        count: 2,
        since: clock.now(),
      },
    ]);
    clock.move(day);
    await eraseSessions(fixture.app.line.checks);
    expect(await sessionOf('vanished')).toMatchObject({ erase_tries: 2, erased_at: null });
  });
});
