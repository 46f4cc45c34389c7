import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database);
  for (const code of ['first', 'second', 'idle']) {
    const settings = '--set appKey=key --set appSecret=hush';
    await fixture.json(`provider add --vendor yunxin --code ${code} ${settings}`);
  }
});
afterAll(() => database.drop());

interface Tried {
  provider: string;
  outcome: string;
  reason?: string;
  code?: string;
  tookMs: number;
}

/** A call that began so many minutes ago. */
async function put(
  minutesAgo: number,
  state: string,
  { provider = 'second', mode = 'live', tookMs = 100, messageState = 'sent', evidence = '' },
  tried: readonly Tried[] = [],
): Promise<void> {
  const callId = randomUUIDv7();
  await database.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, provider_code, ended_at, message_state, evidence)
     select 1, $1, $2, 1, 'sms_code', 'default', 0, 0, now(), t, $3, $4,
       t + make_interval(secs => $5 / 1000.0), $6, nullif($7, '')
     from (select now() - make_interval(mins => $8) as t) x`,
    [callId, mode, state, provider, tookMs, messageState, evidence, minutesAgo],
  );
  for (const [index, one] of tried.entries()) {
    await database.pool.query(
      `insert into attempts (account_id, call_id, attempt, provider_code, outcome, reason, vendor_code,
         started_at, ended_at)
       select 1, $1, $2, $3, $4, $5, $6, t, t + make_interval(secs => $7 / 1000.0)
       from (select now() - make_interval(mins => $8) as t) x`,
      [
        callId,
        index + 1,
        one.provider,
        one.outcome,
        one.reason ?? null,
        one.code ?? null,
        one.tookMs,
        minutesAgo,
      ],
    );
  }
}

/** An id as of this many days ago. */
function agedId(days: number): string {
  const ms = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-${randomUUIDv7().slice(14)}`;
}

/**
 * A check whose link was created this many days ago: one failed to start a session now, and one
 * started it.
 */
async function putCheck(
  mode: string,
  days: number,
  failed: string,
  started: string,
): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
         day, held_at, state, provider_code, ended_at)
       values (1, $1, $2, 1, 'face_verify', 'default', 0, 0, now(), now() - make_interval(days => $3),
         'done', $4, now())
     ), checked as (
       insert into checks (account_id, check_id, mode, token_hash, link_hash, provider_code, created_at,
         expires_at)
       values (1, $1, $2, $1::text::bytea, $1::text::bytea, $4, now(), now())
       returning account_id, check_id
     ), begun as (
       insert into check_sessions (account_id, check_id, session_no, provider_code, session_ref, device,
         started_at, expires_at)
       select account_id, check_id, 1, $5, $1::text, 'mobile', now() - interval '1 minute', now()
       from checked
     )
     insert into attempts (account_id, call_id, attempt, provider_code, outcome, reason, started_at,
       ended_at)
     values (1, $1, 1, $4, 'unavailable', 'provider_fault', now() - interval '2 minutes', now())`,
    [agedId(days), mode, days, failed, started],
  );
}

test('a face provider’s health counts the live sessions it was asked to start, whenever their links were created', async () => {
  await putCheck('live', 2, 'camera', 'lens');
  await putCheck('test', 2, 'toy', 'doll');
  const { providers } = await fixture.json('provider health');
  const of = (code: string) =>
    providers.find(({ providerCode }: { providerCode: string }) => providerCode === code);
  expect(of('camera').spans).toMatchObject([{ asked: 1, unavailable: 1, done: 0 }, { asked: 1 }]);
  expect(of('camera').lastFailure).toMatchObject({ reason: 'provider_fault' });
  expect(of('lens').spans).toMatchObject([{ asked: 1, done: 1 }, { asked: 1 }]);
  expect([of('toy'), of('doll')]).toEqual([undefined, undefined]);
  // Creating a link asks no provider.
  await database.pool.query(
    `insert into calls (account_id, call_id, mode, key_id, product, price_source, unit_price, amount,
       day, held_at, state, provider_code, ended_at)
     values (1, $1, 'live', 1, 'face_verify', 'default', 0, 0, now(), now(), 'done', 'linked', now())`,
    [randomUUIDv7()],
  );
  const { providers: after } = await fixture.json('provider health');
  expect(after).toHaveLength(providers.length);
});

test('a provider’s state comes from its last attempts, however long ago they were', async () => {
  await database.pool.query(
    `insert into provider_runs (provider_code, recent, failed_in_row, failing_since, reason)
     values ('first', '..xxxxxx', 6, now() - interval '2 days', 'no_answer'),
       ('second', 'xxxx..', 0, null, 'no_answer')`,
  );
  const { providers } = await fixture.json('provider health');
  const of = (code: string) =>
    providers.find(({ providerCode }: { providerCode: string }) => providerCode === code);
  expect(of('first')).toMatchObject({
    state: 'failing',
    failing: { failed: 6, asked: 6, reason: 'no_answer', since: expect.any(String) },
  });
  expect(of('second')).toMatchObject({ state: 'active', failing: null });
  const { out } = await fixture.run('provider health');
  expect(out).toContain('6 of the last 6');
  await database.pool.query('delete from provider_runs');
});

test('each provider’s health counts its own attempts, recently and within a day', async () => {
  const down = { provider: 'first', outcome: 'unavailable', reason: 'provider_limit', code: '419' };
  const refused = {
    provider: 'first',
    outcome: 'rejected',
    reason: 'content_refused',
    code: '601',
  };
  const took = { tookMs: 900 };
  await put(5, 'done', { messageState: 'delivered' }, [
    { ...down, tookMs: 40 },
    { provider: 'second', outcome: 'done', tookMs: 60 },
  ]);
  await put(6, 'done', { messageState: 'undelivered', tookMs: 100 });
  await put(120, 'done', { messageState: 'delivered', tookMs: 200 });
  await put(120, 'rejected', { provider: 'first', messageState: 'rejected' }, [
    { ...refused, ...took },
  ]);
  await put(125, 'done', { messageState: 'expired', tookMs: 100 });
  await put(140, 'unknown', { provider: 'mute' });
  // None of these is a live provider outcome of the last day.
  await put(5, 'held', { provider: 'first' });
  await put(5, 'done', { mode: 'test' }, [{ ...down, tookMs: 1 }]);
  await put(1_500, 'done', {});
  // Ended much later by a receipt: an outcome, but not a provider's response time.
  await put(130, 'done', { tookMs: 3_600_000, evidence: 'receipt: sent' });

  const { providers } = await fixture.json('provider health');
  const of = (code: string) =>
    providers.find(({ providerCode }: { providerCode: string }) => providerCode === code);
  expect(of('first').spans).toMatchObject([
    { minutes: 15, asked: 1, done: 0, unavailable: 1, medianMs: 40, finished: 0 },
    {
      minutes: 1_440,
      asked: 2,
      unavailable: 1,
      rejected: 1,
      medianMs: 470,
      slowMs: 857,
      finished: 0,
    },
  ]);
  expect(of('first').lastFailure).toMatchObject({
    ...{ outcome: 'unavailable', reason: 'provider_limit', vendorCode: '419' },
  });
  expect(of('second').spans).toMatchObject([
    { asked: 2, done: 2, medianMs: 80, finished: 2, delivered: 1 },
    { asked: 5, done: 5, medianMs: 100, finished: 4, delivered: 2 },
  ]);
  expect(of('second').lastFailure).toBeNull();
  expect(of('mute').spans).toMatchObject([{ asked: 0 }, { asked: 1, unknown: 1, done: 0 }]);
  expect(of('mute').lastFailure).toMatchObject({ outcome: 'unknown', reason: null });
  expect(of('idle').spans).toMatchObject([{ asked: 0, medianMs: null }, { asked: 0 }]);

  const { out } = await fixture.run('provider health');
  expect(out).toMatch(/^first +15 minutes +1 +0\.0% +0\.0% +100\.0% +0\.0% +40 +40 +-$/m);
  expect(out).toMatch(/^second +24 hours +5 +100\.0%.* 50\.0%$/m);
  expect(out).toMatch(/^first +unavailable +provider_limit +419 +/m);
});
