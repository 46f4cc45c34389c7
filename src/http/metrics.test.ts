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
