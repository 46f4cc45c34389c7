import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, registerMetrics } from './metrics.ts';

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
  // Looking twice counts nothing twice, and a provider that is gone is shown no more.
  broken.delete('two');
  expect(await look()).toEqual(counted.slice(0, 3));
  await app.close();
});

test('what cannot be asked is left out, and the other numbers are told', async () => {
  const metrics = createMetrics();
  const app = fastify();
  let isAway = false;
  registerMetrics(app, metrics, {
    callsPending: () => 3,
    unresolvedCalls: async () => {
      if (isAway) throw new Error('the database is away');
      return 2;
    },
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
  // What was known before would be taken for what is so now.
  isAway = true;
  expect(await look()).toEqual([200, ...others]);
  await app.close();
});
