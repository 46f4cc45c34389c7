import type { Product } from '../../src/foundation/contract/products.ts';
import type { Simulator } from '../../src/vendors/simulators/simulator.ts';
import { type CommandLineStand, createCommandLineStand } from '../kit/command-line-stand.ts';
import { type Caller, createStand, type Stand, type StandOptions } from '../kit/stand.ts';
import { type Rehearsed, rehearse, routeTo, type Settings } from './rehearse.ts';

/** The platform as it runs, an operator at the command line, and vendors that are played. */
export interface RehearsalStand {
  stand: Stand;
  cli: CommandLineStand;
  addProvider(simulator: Simulator, change?: (config: Settings) => Settings): Promise<Rehearsed>;
  /** An account with a live key whose calls take these providers, best first. */
  newCaller(product: Product, providers: readonly Rehearsed[]): Promise<Caller>;
  close(): Promise<void>;
}

export async function createRehearsalStand(options: StandOptions = {}): Promise<RehearsalStand> {
  const stand = await createStand({ withJobs: true, ...options });
  const cli = createCommandLineStand(stand.database, stand.app.line.vault);
  const all: Rehearsed[] = [];
  const callbackUrlOf = (key: string) => `${stand.url}/callbacks/${key}`;

  return {
    stand,
    cli,
    async addProvider(simulator, change) {
      const code = `${simulator.vendor}-${all.length}`;
      const rehearsed = await rehearse(cli, simulator, { code, callbackUrlOf, change });
      all.push(rehearsed);
      return rehearsed;
    },
    async newCaller(product, providers) {
      const caller = await stand.newCaller({ mode: 'live' });
      await routeTo(cli, product, caller.accountId, providers);
      return caller;
    },
    async close() {
      await Promise.all(all.map(({ running }) => running.close()));
      await stand.close();
    },
  };
}
