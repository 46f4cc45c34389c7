import type { Pool } from 'pg';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import { particularsProblems } from '../../vendors/providers/particulars.ts';
import { listProviders } from '../../vendors/providers/provider-queries.ts';
import { readRuns } from '../../vendors/providers/provider-run-queries.ts';
import {
  type Failing,
  failingOf,
  type ProviderState,
  stateOfProvider,
} from '../../vendors/providers/provider-state.ts';

export interface StandingProvider {
  state: ProviderState;
  failing: Failing | null;
}

/** The state of every provider, by its code. A command knows no breakers. */
export async function readStates(
  pool: Pool,
  breakers?: Pick<Breakers, 'stateOf'>,
): Promise<Map<string, StandingProvider>> {
  const [providers, runs] = await Promise.all([listProviders(pool), readRuns(pool)]);
  return new Map(
    providers.map(({ providerCode, kind, isOn, particulars }) => {
      const run = runs.find((one) => one.providerCode === providerCode);
      const isBroken = breakers !== undefined && breakers.stateOf(providerCode) !== 'closed';
      const failing = failingOf(run, isBroken);
      const untold = kind === 'face' ? particularsProblems(particulars) : [];
      return [providerCode, { state: stateOfProvider({ isOn, untold, failing }), failing }];
    }),
  );
}
