import type { Product } from '../../src/foundation/contract/products.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { type CommandLineFixture, createCommandLineFixture } from '../kit/command-line-fixture.ts';
import { type Caller, createFixture, type Fixture, type FixtureOptions } from '../kit/fixture.ts';
import { until } from '../kit/until.ts';
import { type Rehearsed, rehearse, routeTo, type Settings } from './rehearse.ts';

/** The running platform, an operator at the command line, and simulated vendors. */
export interface RehearsalFixture {
  fixture: Fixture;
  cli: CommandLineFixture;
  addProvider(simulator: Simulator, change?: (config: Settings) => Settings): Promise<Rehearsed>;
  /** An account with a live key whose calls use these providers, best first. */
  newCaller(product: Product, providers: readonly Rehearsed[]): Promise<Caller>;
  close(): Promise<void>;
}

export async function createRehearsalFixture({
  receiptDelayMs,
  ...options
}: FixtureOptions & { receiptDelayMs?: number } = {}): Promise<RehearsalFixture> {
  const fixture = await createFixture({ withJobs: true, ...options });
  const cli = createCommandLineFixture(fixture.database, fixture.app.line.vault);
  const all: Rehearsed[] = [];
  const callbackUrlOf = (key: string) => `${fixture.url}/callbacks/${key}`;

  return {
    fixture,
    cli,
    async addProvider(simulator, change) {
      const code = `${simulator.vendor}-${all.length}`;
      const rehearsed = await rehearse(cli, simulator, {
        ...{ code, callbackUrlOf, receiptDelayMs, change },
      });
      all.push(rehearsed);
      // Servers hear of a new provider a moment later. A receipt before that is refused, and not sent again.
      await until(() => fixture.app.line.registry[simulator.kind].get(code) !== undefined, 10_000);
      return rehearsed;
    },
    async newCaller(product, providers) {
      const caller = await fixture.newCaller({ mode: 'live' });
      await routeTo(cli, product, caller.accountId, providers);
      return caller;
    },
    async close() {
      await Promise.all(all.map(({ running }) => running.close()));
      await fixture.close();
    },
  };
}
