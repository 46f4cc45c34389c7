import { Gauge, type Registry } from 'prom-client';
import { formatMoney, type Money } from '../../foundation/money.ts';

/** The state of this process. */
interface ProcessState {
  callsPending: number;
  /** Whether each provider's circuit breaker is open, by provider code. */
  brokenProviders: ReadonlyMap<string, boolean>;
  pools: Readonly<Record<string, PoolState>>;
  /** Days until the first certificate of an endpoint expires, of those connected to; null if there is none. */
  certificateDays: number | null;
}

interface PoolState {
  max: number;
  used: number;
  waiting: number;
}

/** The state of the platform that the database knows, the same for all processes. */
interface PlatformState {
  unresolvedCalls: number;
  closedPrefixes: number;
  deliveries: { due: number; later: number; overdueSeconds: number };
  wallets: readonly { mode: string; held: Money; unknown: Money; low: number; negative: number }[];
  review: { count: number; ageSeconds: number };
  closingAgeSeconds: number;
  projectionLagSeconds: number;
  postponedChanges: number;
  failedJobs: number;
  backupAgeSeconds: number | null;
  isConfirmedByStandby: boolean;
  links: ReadonlyMap<string, { wanted: number; bound: number }>;
}

/** What is read only when the metrics are scraped. */
export interface GaugeSources {
  process(): ProcessState;
  platform(): Promise<PlatformState>;
}

/** The values of a gauge, each with its labels. */
type Readings = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

interface GaugeRow<State> {
  name: string;
  help: string;
  /** A number is a gauge without labels; null leaves it out. */
  read(state: State): Readings | number | null;
}

const pools = (state: ProcessState, value: (pool: PoolState) => number): Readings =>
  Object.entries(state.pools).map(([pool, each]) => [{ pool }, value(each)]);

const processGauges: readonly GaugeRow<ProcessState>[] = [
  {
    name: 'calls_pending',
    help: 'Holds and settles waiting to be written',
    read: ({ callsPending }) => callsPending,
  },
  {
    name: 'provider_broken',
    help: 'Whether this process keeps calls away from a provider that failed too often, by provider',
    read: ({ brokenProviders }) =>
      [...brokenProviders].map(([provider, isBroken]) => [{ provider }, isBroken ? 1 : 0]),
  },
  {
    name: 'pool_connections',
    help: 'Database connections in use, by pool',
    read: (state) => pools(state, ({ used }) => used),
  },
  {
    name: 'pool_connections_max',
    help: 'The most database connections that this process opens, by pool',
    read: (state) => pools(state, ({ max }) => max),
  },
  {
    name: 'pool_waiting',
    help: 'Statements waiting for a free database connection, by pool',
    read: (state) => pools(state, ({ waiting }) => waiting),
  },
  {
    name: 'endpoint_certificate_days',
    help: 'Days until the first certificate of an endpoint expires, of those this process connected to',
    read: ({ certificateDays }) => certificateDays,
  },
];

const byMode = (state: PlatformState, value: (sums: PlatformState['wallets'][number]) => number) =>
  state.wallets.map((sums) => [{ mode: sums.mode }, value(sums)] as const);

/** Prometheus knows only floats, which is fine for an alarm; the books are elsewhere. */
const amountOf = (amount: Money) => Number(formatMoney(amount));

const platformGauges: readonly GaugeRow<PlatformState>[] = [
  {
    name: 'unresolved_calls',
    help: 'Calls without an outcome',
    read: ({ unresolvedCalls }) => unresolvedCalls,
  },
  {
    name: 'closed_prefixes',
    help: 'Prefixes closed now',
    read: ({ closedPrefixes }) => closedPrefixes,
  },
  {
    name: 'deliveries_waiting',
    help: 'Deliveries to endpoints that are on, due now or later (under way, or after a failure); of each endpoint no more are counted than say that they are many',
    read: ({ deliveries: { due, later } }) => [
      [{ due: 'now' }, due],
      [{ due: 'later' }, later],
    ],
  },
  {
    name: 'delivery_overdue_seconds',
    help: 'For how long the oldest delivery has been due that nobody has taken on',
    read: ({ deliveries }) => deliveries.overdueSeconds,
  },
  {
    name: 'held_amount',
    help: 'Money held for calls, by mode',
    read: (state) => byMode(state, ({ held }) => amountOf(held)),
  },
  {
    name: 'unknown_amount',
    help: 'The part of the held money whose calls have no outcome, by mode',
    read: (state) => byMode(state, ({ unknown }) => amountOf(unknown)),
  },
  {
    name: 'wallets_low',
    help: 'Wallets below the balance at which their owners want to be notified, by mode',
    read: (state) => byMode(state, ({ low }) => low),
  },
  {
    name: 'wallets_negative',
    help: 'Wallets with a negative balance, by mode',
    read: (state) => byMode(state, ({ negative }) => negative),
  },
  {
    name: 'review_calls',
    help: "Live calls that wait for the operator's decision",
    read: ({ review }) => review.count,
  },
  {
    name: 'review_age_seconds',
    help: "Age of the oldest live call that waits for the operator's decision; 0 when none does",
    read: ({ review }) => review.ageSeconds,
  },
  {
    name: 'closing_age_seconds',
    help: 'For how long the books have not been closed',
    read: ({ closingAgeSeconds }) => closingAgeSeconds,
  },
  {
    name: 'projection_lag_seconds',
    help: 'How far the search copy of calls is behind',
    read: ({ projectionLagSeconds }) => projectionLagSeconds,
  },
  {
    name: 'projection_postponed',
    help: 'Changes that could not be copied and were postponed',
    read: ({ postponedChanges }) => postponedChanges,
  },
  {
    name: 'jobs_failed',
    help: 'Jobs whose last run failed, or whose process died',
    read: ({ failedJobs }) => failedJobs,
  },
  {
    name: 'backup_age_seconds',
    help: 'Time since the last backup that a restore proved; absent before the first one',
    read: ({ backupAgeSeconds }) => backupAgeSeconds,
  },
  {
    name: 'standby_confirms',
    help: 'Whether a standby has each commit on disk before it is acknowledged (synchronous_standby_names)',
    read: ({ isConfirmedByStandby }) => (isConfirmedByStandby ? 1 : 0),
  },
  {
    name: 'provider_links',
    help: 'Open connections to a vendor that keeps them open (SMPP binds), over all processes, by provider',
    read: ({ links }) => [...links].map(([provider, { bound }]) => [{ provider }, bound]),
  },
  {
    name: 'provider_links_wanted',
    help: 'Connections to a vendor that should be open, over all processes, by provider',
    read: ({ links }) => [...links].map(([provider, { wanted }]) => [{ provider }, wanted]),
  },
];

const labelNames = ['provider', 'pool', 'due', 'mode'];

/** Registers all gauges. Several processes are added up, except for what the database tells each of them. */
export function registerGauges(registry: Registry, sources: GaugeSources): void {
  const platform = shareBriefly(sources.platform);
  for (const row of processGauges) {
    const aggregator = row.name === 'endpoint_certificate_days' ? 'min' : 'sum';
    registerGauge(registry, row, aggregator, async () => sources.process());
  }
  for (const row of platformGauges) registerGauge(registry, row, 'max', platform);
}

function registerGauge<State>(
  registry: Registry,
  { name, help, read }: GaugeRow<State>,
  aggregator: 'sum' | 'min' | 'max',
  state: () => Promise<State>,
): void {
  new Gauge({
    name: `countersign_${name}`,
    help,
    labelNames,
    aggregator,
    registers: [registry],
    async collect() {
      // If the read fails, drop these gauges only: while the database is down, monitoring needs the others
      // most, and an old value would be taken for the current one.
      const values = await state().then(read, () => null);
      this.reset();
      if (typeof values === 'number') this.set(values);
      else for (const [labels, value] of values ?? []) this.set(labels, value);
    },
  });
}

/** Monitoring gives a scrape ten seconds; a database that takes longer than this counts as away. */
const longestReadMs = 3_000;

/** One read serves all gauges of a scrape, and ends in time. */
function shareBriefly<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= inTime(ask()).finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, longestReadMs, new Error('the database took too long'));
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
}
