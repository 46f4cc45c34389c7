import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, registerMetrics } from './metrics.ts';

const noDeliveries = {
  waitingDeliveries: async () => ({ due: 0, later: 0, overdueSeconds: 0 }),
};

test('attempts are counted by provider and outcome, and breakers shown by provider', async () => {
  const metrics = createMetrics();
  const broken = new Map([
    ['one', false],
    ['two', true],
  ]);
  const app = fastify();
  registerMetrics(app, metrics, {
    callsPending: () => 0,
    unresolvedCalls: async () => 0,
    ...noDeliveries,
    closedPrefixes: async () => 0,
    brokenProviders: () => broken,
  });
  const look = async () =>
    (await app.inject('/metrics')).body
      .split('\n')
      .filter((line) => /^countersign_(attempts|provider)/.test(line));

  metrics.calls.attempted('one', 'done');
  metrics.calls.attempted('one', 'done');
  metrics.calls.attempted('two', 'unavailable');
  const counted = [
    'countersign_attempts_total{provider="one",outcome="done"} 2',
    'countersign_attempts_total{provider="two",outcome="unavailable"} 1',
    'countersign_provider_broken{provider="one"} 0',
    'countersign_provider_broken{provider="two"} 1',
  ];
  expect(await look()).toEqual(counted);
  // Scraping twice counts nothing twice, and a removed provider is no longer shown.
  broken.delete('two');
  expect(await look()).toEqual(counted.slice(0, 3));
  await app.close();
});

test('job runs are counted by result, with the time of the last one', async () => {
  const metrics = createMetrics();
  metrics.jobs.ran('close days', 2, true);
  metrics.jobs.ran('close days', 3, false);
  metrics.jobs.ran('close days', 1, true);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines.filter((line) => line.startsWith('countersign_job'))).toEqual([
    'countersign_job_runs_total{job="close days",result="ok"} 2',
    'countersign_job_runs_total{job="close days",result="failed"} 1',
    'countersign_job_seconds{job="close days"} 1',
  ]);
});

test('replies are counted by operation and status before a scrape', async () => {
  const metrics = createMetrics();
  metrics.calls.answered('sms_code', 201, 0.1);
  metrics.calls.answered('sms_code', 201, 0.3);
  metrics.calls.answered('sms_code', 502, 0.2);
  metrics.calls.answered('face_verify', 201, 1);
  metrics.calls.resolved('done');
  metrics.count();
  metrics.count();
  const lines = (await metrics.registry.metrics()).split('\n');
  const shown = /^countersign_(calls_total|resolved_total|call_seconds_(sum|count))/;
  expect(lines.filter((line) => shown.test(line)).sort()).toEqual([
    'countersign_call_seconds_count{operation="face_verify"} 1',
    'countersign_call_seconds_count{operation="sms_code"} 3',
    expect.stringMatching(/^countersign_call_seconds_sum\{operation="face_verify"\} 1$/),
    expect.stringMatching(/^countersign_call_seconds_sum\{operation="sms_code"\} 0\.6/),
    'countersign_calls_total{operation="face_verify",status="201"} 1',
    'countersign_calls_total{operation="sms_code",status="201"} 2',
    'countersign_calls_total{operation="sms_code",status="502"} 1',
    'countersign_resolved_total{state="done"} 1',
  ]);
});

test('replies are buffered up to a thousand, and then counted', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 1_999; n += 1) metrics.calls.answered('balance', 201, 0.1);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines).toContain('countersign_calls_total{operation="balance",status="201"} 1000');
});

test('a gauge that cannot be read is left out, and the others are reported', async () => {
  const metrics = createMetrics();
  const app = fastify();
  let isAway = false;
  registerMetrics(app, metrics, {
    callsPending: () => 3,
    unresolvedCalls: async () => {
      if (isAway) throw new Error('the database is away');
      return 2;
    },
    ...noDeliveries,
    closedPrefixes: async () => 1,
    brokenProviders: () => new Map(),
  });
  const look = async () => {
    const { statusCode, body } = await app.inject('/metrics');
    const shown = /^countersign_(calls_pending|unresolved|closed)/;
    return [statusCode, ...body.split('\n').filter((line) => shown.test(line))];
  };
  const unresolved = 'countersign_unresolved_calls 2';
  const others = ['countersign_calls_pending 3', 'countersign_closed_prefixes 1'];
  expect(await look()).toEqual([200, others[0], unresolved, others[1]]);
  // An old value would be taken for the current one.
  isAway = true;
  expect(await look()).toEqual([200, ...others]);
  await app.close();
});

test('deliveries are counted by result, and pending ones are shown while they can be read', async () => {
  const metrics = createMetrics();
  const app = fastify();
  let isAway = false;
  let asked = 0;
  registerMetrics(app, metrics, {
    callsPending: () => 0,
    unresolvedCalls: async () => 0,
    closedPrefixes: async () => 0,
    waitingDeliveries: async () => {
      asked++;
      if (isAway) throw new Error('the database is away');
      return { due: 2, later: 5, overdueSeconds: 7.5 };
    },
    brokenProviders: () => new Map(),
  });
  const look = async () =>
    (await app.inject('/metrics')).body
      .split('\n')
      .filter((line) => line.startsWith('countersign_deliver'));
  metrics.deliveries.attempted('delivered');
  metrics.deliveries.attempted('silent');
  metrics.deliveries.attempted('silent');
  metrics.deliveries.gaveUp();
  const counted = [
    'countersign_delivery_attempts_total{outcome="delivered"} 1',
    'countersign_delivery_attempts_total{outcome="silent"} 2',
    'countersign_deliveries_given_up_total 1',
  ];
  const overdue = 'countersign_delivery_overdue_seconds 7.5';
  const waiting = [
    'countersign_deliveries_waiting{due="now"} 2',
    'countersign_deliveries_waiting{due="later"} 5',
  ];
  expect(await look()).toEqual([...counted, ...waiting, overdue]);
  // One scrape makes one query, and the next scrape another.
  expect(asked).toBe(1);
  isAway = true;
  expect(await look()).toEqual(counted);
  expect(asked).toBe(2);
  await app.close();
});
