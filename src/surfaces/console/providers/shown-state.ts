import type { StandingProvider } from '../../reports/read-states.ts';
import type { ProviderRow } from './providers-contract.ts';

/** A state for the console. A provider that was added a moment ago has none yet. */
export function shownState(
  standing: StandingProvider | undefined,
): Pick<ProviderRow, 'state' | 'failing'> {
  const { state, failing } = standing ?? { state: 'active' as const, failing: null };
  const since = failing?.since?.toISOString() ?? null;
  return { state, failing: state === 'failing' && failing ? { ...failing, since } : null };
}
