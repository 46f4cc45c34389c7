import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { joinWords } from '../../kit/join-words.ts';
import { useIsLocked } from '../../kit/locked-note.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { useFailingText } from '../providers/provider-state.tsx';
import { useProvidersWords } from '../providers/providers-words.ts';
import { keyOfRoute } from '../providers/route-key.ts';
import type { Need } from './need.ts';
import { useOverviewWords } from './overview-words.ts';

export type FailingRoute = Needs['routes'][number];

/** The routes of one provider that would all begin with the same other one. */
export interface RoutesToMend {
  routes: readonly FailingRoute[];
  provider: string;
  instead: string;
}

const mostNamed = 3;

/**
 * Failing providers that routes begin with, one need for each: with the button that mends all of its routes, where
 * there is another provider.
 */
export function useRouteNeeds(
  onPutFirst: (asked: RoutesToMend) => void,
): (routes: readonly FailingRoute[]) => Need[] {
  const say = useOverviewWords();
  const failingText = useFailingText();
  const placesText = usePlacesText();
  const go = useGo();
  const may = useMay()('routes.change');
  const isLocked = useIsLocked('routes');
  const needOf = (routes: readonly FailingRoute[], first: FailingRoute): Need => {
    const { provider, failing, instead } = first;
    const where = placesText(routes);
    const isWhole = isWholeRoute(first);
    const open = routes.filter(({ accountId }) => accountId !== null || !isLocked);
    const query = { product: first.product, route: keyOfRoute(first) };
    return {
      name: `route-${provider}-${instead}-${isWhole}`,
      tone: 'bad',
      title: isWhole ? say('needWholeRoute', { where }) : say('needFailing', { provider }),
      text: [
        ...(failing
          ? [isWhole ? `${provider}: ${failingText(failing)}` : failingText(failing)]
          : []),
        ...(isWhole ? [] : [where]),
        ...(first.asked === 1 ? [say('needOnly')] : []),
      ].join(' · '),
      ...(instead !== null && may && open.length > 0
        ? {
            button: {
              label: say('putFirst', { provider: instead }),
              onPress: () => onPutFirst({ routes: open, provider, instead }),
            },
          }
        : { link: { label: say('open'), onOpen: () => go('providers', { query }) } }),
    };
  };
  return (routes) =>
    [...Map.groupBy(routes, groupOf).values()].flatMap((group) =>
      group[0] ? [needOf(group, group[0])] : [],
    );
}

const isWholeRoute = ({ instead, asked }: FailingRoute) => instead === null && asked > 1;

const groupOf = (route: FailingRoute) =>
  [route.provider, route.instead, isWholeRoute(route), route.asked === 1].join(' ');

/** "Code SMS, Notice SMS · All accounts": the products of some routes, by whose they are. */
function usePlacesText(): (routes: readonly FailingRoute[]) => string {
  const say = useOverviewWords();
  const sayRoute = useProvidersWords();
  const nameOf = useProductName();
  const language = useLanguage();
  return (routes) => {
    const owners = Map.groupBy(routes, ({ accountName, region }) => {
      const owner = accountName ?? (region === null ? sayRoute('allAccounts') : null);
      return [owner, region].filter(Boolean).join(' · ');
    });
    const places = [...owners].map(([owner, own]) => {
      const products = [...new Set(own.map(({ product }) => nameOf(product)))];
      return `${joinWords(products, language)} · ${owner}`;
    });
    const more = places.length - mostNamed;
    const named = places.slice(0, mostNamed).join('; ');
    return more > 0 ? say('needMore', { named, count: more }) : named;
  };
}
