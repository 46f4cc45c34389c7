import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../../../test/kit/database-proxy.ts';
import { createFakeSms, type FakeSms } from '../../../test/kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { routeLive } from '../../../test/kit/route-live.ts';
import type { Outcome } from '../../vendors/providers/provider.ts';
import { setLimits } from '../limits/queries.ts';

const callDeadlineMs = 1_500;
let fixture: Fixture;
let proxy: DatabaseProxy;
let vendor: FakeSms;
let caller: Caller;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  fixture = await createFixture({
    settings: { providerTimeoutMs: 1_000, callDeadlineMs },
    async connectBy(target) {
      proxy = await createDatabaseProxy(target);
      return proxy.target;
    },
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
  const { pool } = fixture.database;
  await routeLive(pool, { sms: ['vendor'] });
  caller = await fixture.newCaller({ mode: 'live' });
  await setLimits(byTest(pool), caller.accountId, 'live', { perNumber: false });
});
afterAll(async () => {
  proxy.speak();
  await fixture.close();
  await proxy.close();
});

const message = { mobile: '13912345678', code: '246810' };

/** The status of a call, or that it is late. Counted in steps: a process that gets no time makes none. */
async function statusInTime(asking: Promise<{ status: number }>): Promise<number | string> {
  let status: number | undefined;
  void asking.then((reply) => {
    status = reply.status;
  });
  for (let passedMs = 0; passedMs < callDeadlineMs + 2_000; passedMs += 100) {
    if (status !== undefined) return status;
    await sleep(100);
  }
  return status ?? 'late';
}

/** Sends again until the database answers again. */
async function recover(): Promise<void> {
  proxy.speak();
  vendor.behave(() => ({ kind: 'done', providerRef: 'r' }));
  const send = async () => (await caller.call('sms_code', message)).status;
  await expect.poll(send, { timeout: 25_000 }).toBe(201);
}

test('a database that falls silent delays no reply by more than 2 s beyond the deadline', async () => {
  await recover();
  proxy.silence({ newOnes: true });
  expect(await statusInTime(caller.call('sms_code', message))).toBe(503);
  await recover();

  const { promise: answer, resolve } = Promise.withResolvers<Outcome>();
  vendor.behave(() => answer);
  vendor.sent.length = 0;
  const held = statusInTime(caller.call('sms_code', message));
  await expect.poll(() => vendor.sent.length).toBe(1);
  proxy.silence({ newOnes: true });
  resolve({ kind: 'done', providerRef: 'late' });
  expect(await held).toBe(504);
  await recover();
});
