import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { sampleGauges } from '../../../test/kit/sample-gauges.ts';
import { registerGauges } from './gauges.ts';
import { createMetrics, registerMetrics } from './metrics.ts';

const sources = sampleGauges;

test('attempts are counted by provider and outcome, and breakers shown by provider', async () => {
  const metrics = createMetrics('1.2.3');
  const broken = new Map([
    ['one', false],
    ['two', true],
  ]);
  const app = fastify();
  const process = () => ({ ...sources.process(), brokenProviders: broken });
  registerMetrics(app, metrics, { ...sources, process });
  const look = async () =>
    (await app.inject('/metrics')).body
      .split('\n')
      .filter((line) =>
        /^countersign_(attempt|provider_broken|provider_seconds_(sum|count))/.test(line),
      );

  metrics.calls.attempted('one', { outcome: 'done', seconds: 0.25 });
  metrics.calls.attempted('one', { outcome: 'done', seconds: 0.5 });
  const failed = { outcome: 'unavailable', reason: 'provider_balance', seconds: 2 };
  metrics.calls.attempted('two', failed);
  const counted = [
    'countersign_attempts_total{provider="one",outcome="done"} 2',
    'countersign_attempts_total{provider="two",outcome="unavailable"} 1',
    'countersign_attempt_failures_total{provider="two",reason="provider_balance"} 1',
    'countersign_provider_seconds_sum{provider="one"} 0.75',
    'countersign_provider_seconds_count{provider="one"} 2',
    'countersign_provider_seconds_sum{provider="two"} 2',
    'countersign_provider_seconds_count{provider="two"} 1',
    'countersign_provider_broken{provider="one"} 0',
    'countersign_provider_broken{provider="two"} 1',
  ];
  expect(await look()).toEqual(counted);
  // Scraping twice counts nothing twice, and a removed provider is no longer shown.
  broken.delete('two');
  expect(await look()).toEqual(counted.slice(0, -1));
  await app.close();
});

test('job runs are counted by result, with the time of the last one', async () => {
  const metrics = createMetrics('1.2.3');
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
  const metrics = createMetrics('1.2.3');
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
  const metrics = createMetrics('1.2.3');
  for (let n = 0; n < 1_999; n += 1) metrics.calls.answered('balance', 201, 0.1);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines).toContain('countersign_calls_total{operation="balance",status="201"} 1000');
});

test('gauges show the process and the platform, and only what can be read', async () => {
  const metrics = createMetrics('1.2.3');
  const app = fastify();
  let isAway = false;
  let asked = 0;
  registerMetrics(app, metrics, {
    ...sources,
    platform: async () => {
      asked++;
      if (isAway) throw new Error('the database is away');
      return sources.platform();
    },
  });
  const names = [
    ...['calls_pending', 'pool', 'endpoint', 'unresolved', 'closed', 'deliver', 'held', 'unknown'],
    ...['wallets', 'review', 'closing', 'projection', 'jobs_failed', 'backup', 'standby'],
    'provider_links',
  ];
  const shown = new RegExp(`^countersign_(${names.join('|')})`);
  const look = async () => {
    const { statusCode, body } = await app.inject('/metrics');
    const lines = body.split('\n').filter((line) => shown.test(line));
    return [statusCode, ...lines.map((line) => line.slice('countersign_'.length))];
  };
  const ofProcess = [
    'calls_pending 3',
    'pool_connections{pool="line"} 2',
    'pool_connections_max{pool="line"} 5',
    'pool_waiting{pool="line"} 7',
    'endpoint_certificate_days 12.5',
  ];
  const counted = ['deliveries_given_up_total 0'];
  expect(await look()).toEqual([
    200,
    ...counted,
    ...ofProcess,
    'unresolved_calls 2',
    'closed_prefixes 1',
    'deliveries_waiting{due="now"} 2',
    'deliveries_waiting{due="later"} 5',
    'delivery_overdue_seconds 7.5',
    'held_amount{mode="live"} 1.2345',
    'held_amount{mode="test"} 0',
    'unknown_amount{mode="live"} 0.05',
    'unknown_amount{mode="test"} 0',
    'wallets_low{mode="live"} 1',
    'wallets_low{mode="test"} 0',
    'wallets_negative{mode="live"} 2',
    'wallets_negative{mode="test"} 0',
    'review_calls 4',
    'review_age_seconds 90',
    'closing_age_seconds 900',
    'projection_lag_seconds 0.25',
    'projection_postponed 6',
    'jobs_failed 8',
    'backup_age_seconds 3600',
    'standby_confirms 1',
    'provider_links{provider="carrier"} 1',
    'provider_links_wanted{provider="carrier"} 2',
  ]);
  // One scrape makes one query, and the next scrape another.
  expect(asked).toBe(1);
  // An old value would be taken for the current one.
  isAway = true;
  expect(await look()).toEqual([200, ...counted, ...ofProcess]);
  expect(asked).toBe(2);
  await app.close();
});

test('a database that does not answer does not delay the other metrics for long', async () => {
  vi.useFakeTimers();
  const metrics = createMetrics('1.2.3');
  registerGauges(metrics.registry, { ...sources, platform: () => new Promise(() => {}) });
  const text = metrics.registry.metrics();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await text).toContain('countersign_calls_pending 3');
  vi.useRealTimers();
});

test('deliveries, refusals and the version are shown', async () => {
  const metrics = createMetrics('1.2.3');
  metrics.deliveries.attempted('delivered');
  metrics.deliveries.attempted('silent');
  metrics.deliveries.attempted('silent');
  metrics.deliveries.gaveUp();
  metrics.refused('overloaded', 40);
  metrics.refused('overloaded', 2);
  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'countersign_delivery_attempts_total{outcome="delivered"} 1',
      'countersign_delivery_attempts_total{outcome="silent"} 2',
      'countersign_deliveries_given_up_total 1',
      'countersign_refused_total{reason="overloaded"} 42',
      `countersign_build_info{version="1.2.3",node="${process.version}"} 1`,
    ]),
  );
});
