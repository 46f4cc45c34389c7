import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeSms, silent } from '../kit/fake-sms.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';

const graceMs = 500;
/** The maximum time of a stop on a busy machine; a job that is waited for ends far later. */
const patienceMs = 30_000;
const vendor = createFakeSms('vendor');
let fixture: Fixture;
let asked: number;

beforeEach(async () => {
  asked = 0;
  vendor.behave(silent);
  vendor.queryStatus = () => new Promise(() => void asked++);
  fixture = await createFixture({
    withJobs: true,
    settings: { shutdownGraceMs: graceMs, providerTimeoutMs: 300_000, callDeadlineMs: 310_000 },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
});
afterEach(() => fixture.database.drop());

async function timeToStop(): Promise<number> {
  const startedAt = performance.now();
  await fixture.app.close();
  return performance.now() - startedAt;
}

test('a stop waits no longer than the grace for a job that waits for a provider', async () => {
  const { body } = await fixture.call('sms_code', { mobile: '13800000004', code: '1' });
  await fixture.pool.query(
    `update calls set state = 'unknown', provider_code = 'vendor', message_state = 'accepted'`,
  );
  await fixture.pool.query(
    `insert into unresolved_calls (account_id, call_id, next_try_at, reason)
     values ($1, $2, now(), 'unknown')`,
    [fixture.accountId, body.requestId],
  );
  await expect.poll(() => asked).toBe(1);
  expect(await timeToStop()).toBeLessThan(patienceMs);
});

test('a stop waits no longer than the grace for jobs that wait for the database', async () => {
  const client = await fixture.database.pool.connect();
  try {
    await client.query('begin; lock table unresolved_calls');
    const waiting = async () =>
      (
        await client.query(
          `select from pg_locks where relation = 'unresolved_calls'::regclass and not granted`,
        )
      ).rowCount;
    await expect.poll(waiting).toBeGreaterThan(0);
    // A job that a stop waited for would end with the timeout of its lock, SQLSTATE 55P03, which is logged.
    await fixture.app.close();
    expect(fixture.logged.filter((line) => line.includes('55P03'))).toEqual([]);
  } finally {
    client.release(true);
  }
});

test('a stop with nothing to wait for is immediate', async () => {
  expect(await timeToStop()).toBeLessThan(patienceMs);
});
