import { isAsked } from '../../../vendors/providers/provider-state.ts';
import { firstsOf } from '../../../vendors/providers/put-first.ts';
import type { ListedRoute } from '../../../vendors/providers/route-queries.ts';
import type { StandingProvider } from '../../reports/read-states.ts';

export interface FailingFirst extends Pick<ListedRoute, 'product' | 'accountId' | 'region'> {
  accountName: string | null;
  /** The failing provider that its calls are sent to first. */
  provider: string;
  /** The next one that works; null if there is none. */
  instead: string | null;
  /** How many providers of the route can be asked. */
  asked: number;
}

/** Routes whose calls are sent to a failing provider first, and which provider would take them. */
export function failingFirst(
  routes: readonly ListedRoute[],
  states: ReadonlyMap<string, StandingProvider>,
): FailingFirst[] {
  const stateOf = (code: string) => (code === 'sandbox' ? 'active' : states.get(code)?.state);
  return routes.flatMap(({ product, accountId, region, accountName, providers }) => {
    const asked = providers.filter(({ code }) => isAsked(stateOf(code)));
    const provider = firstsOf(asked).find((code) => stateOf(code) === 'failing');
    if (provider === undefined) return [];
    const instead = asked.find(({ code }) => stateOf(code) === 'active')?.code ?? null;
    return [
      { ...{ product, accountId, region, accountName, provider, instead }, asked: asked.length },
    ];
  });
}
