import type {
  RouteFacts,
  RouteRow,
  Stop,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { stopText } from '../../../../src/vendors/providers/route.ts';
import type { ConfirmRow } from '../../kit/confirm.tsx';
import { useVersions, type Versions } from '../../kit/versions/use-versions.ts';
import { useProvidersWords } from './providers-words.ts';

type Key = Pick<RouteRow, 'product' | 'accountId' | 'region'>;

export function useRouteVersions(
  key: Key,
  onRestored: (facts: RouteFacts) => Promise<void>,
): Versions<readonly Stop[]> {
  const { product, accountId, region } = key;
  return useVersions<readonly Stop[], RouteFacts>({
    listPath: 'providers/route-versions',
    query: { product, account: accountId, region },
    restorePath: 'providers/restore-route',
    key,
    onRestored,
  });
}

/** What differs between two versions of a route. */
export function useRouteRows(): (
  before: readonly Stop[] | null,
  after: readonly Stop[] | null,
) => ConfirmRow[] {
  const say = useProvidersWords();
  const orderText = (stops: readonly Stop[] | null) =>
    stops === null ? say('noRouteState') : stops.map(stopText).join(', ');
  return (before, after) => [
    { label: say('providerOrder'), before: orderText(before), after: orderText(after) },
  ];
}
