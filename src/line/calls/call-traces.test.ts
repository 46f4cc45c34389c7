import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';
import { createReceiver, createWebhookFixture } from '../../../test/kit/webhook-fixture.ts';
import { pruneTraces } from './queries.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const send = async (headers: Record<string, string>, code: string) =>
  (await fixture.call('sms_code', { mobile: '13800138000', code }, headers)).body.requestId;
const traces = async () =>
  (await fixture.pool.query('select call_id, trace from call_traces')).rows;

// @mutant src/foundation/events/take-queries.ts
// - t.call_id = (d.body ->> 'requestId')::uuid
// + false
test('the webhooks of a call carry its trace, and those of a call without one carry none', async () => {
  const receiver = await createReceiver();
  const webhooks = createWebhookFixture(fixture.pool, fixture.app.line.vault);
  await webhooks.endpoint(fixture.accountId, receiver.url('/a'));
  const traced = await send({ traceparent }, '111111');
  const plain = await send({}, '222222');
  const forged = await send({ traceparent: 'not a trace' }, '333333');
  expect(await traces()).toEqual([{ call_id: traced, trace: `${traceId}-01` }]);
  await fixture.fireReceipts(60_000);
  const deliverer = webhooks.deliverer({ pace: { pollMs: 20, probeMs: 1 } });
  deliverer.start();
  const headerOf = (requestId: unknown) => {
    const found = receiver.received.find(
      ({ body }) => JSON.parse(body).data.requestId === requestId,
    );
    return found && { trace: found.headers.traceparent };
  };
  for (const each of [traced, plain, forged]) {
    await expect.poll(() => headerOf(each)).toBeDefined();
  }
  await deliverer.stop();
  await receiver.close();
  const parent = String(traced).replaceAll('-', '').slice(-16);
  expect(headerOf(traced)?.trace).toBe(`00-${traceId}-${parent}-01`);
  expect([headerOf(plain)?.trace, headerOf(forged)?.trace]).toEqual([undefined, undefined]);
});

test('a trace is forgotten with the events', async () => {
  await pruneTraces(fixture.pool, 1);
  expect(await traces()).toHaveLength(1);
  await fixture.pool.query(
    `update call_traces set call_id = uuid_floor(now() - interval '2 days')`,
  );
  await pruneTraces(fixture.pool, 1);
  expect(await traces()).toEqual([]);
});
