import { Counter, Histogram, type Registry } from 'prom-client';

/** Times are kept until the next scrape, but no more than this many. */
const mostTimes = 1_000;

/** An attempt at a provider: its outcome, the reason if it failed, and how long it took. */
interface Attempted {
  outcome: string;
  reason?: string | undefined;
  seconds: number;
}

/**
 * Counts attempts in a map and keeps their times for the next scrape: the library's metrics cost each call
 * several times as much.
 */
export function countAttempts(registry: Registry) {
  const attempts = new Map<string, { labels: Record<string, string>; count: number }>();
  const failures: typeof attempts = new Map();
  const add = (to: typeof attempts, labels: Record<string, string>) => {
    const key = Object.values(labels).join(' ');
    const known = to.get(key);
    if (known) known.count++;
    else to.set(key, { labels, count: 1 });
  };
  const counter = (from: typeof attempts, name: string, help: string, labelNames: string[]) =>
    new Counter({
      ...{ name, help, labelNames, registers: [registry] },
      collect() {
        this.reset();
        for (const { count, labels } of from.values()) this.inc(labels, count);
      },
    });
  counter(
    attempts,
    'countersign_attempts_total',
    'What providers did that were asked for calls, by provider and outcome',
    ['provider', 'outcome'],
  );
  counter(
    failures,
    'countersign_attempt_failures_total',
    'Attempts at providers that failed, by provider and reason',
    ['provider', 'reason'],
  );
  const seconds = new Histogram({
    name: 'countersign_provider_seconds',
    help: 'How long providers took to answer, by provider',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  let times: { provider: string; seconds: number }[] = [];
  const count = () => {
    for (const [provider, ofProvider] of Map.groupBy(times, (one) => one.provider)) {
      const timer = seconds.labels(provider);
      for (const one of ofProvider) timer.observe(one.seconds);
    }
    times = [];
  };
  const attempted = (provider: string, { outcome, reason, seconds }: Attempted) => {
    add(attempts, { provider, outcome });
    if (reason !== undefined) add(failures, { provider, reason });
    times.push({ provider, seconds });
    if (times.length === mostTimes) count();
  };
  return { attempted, count };
}
