import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useMay } from '../../client/use-may.ts';
import { useIsLocked } from '../../kit/locked-note.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { useFailingText } from '../providers/provider-state.tsx';
import { useProvidersWords } from '../providers/providers-words.ts';
import { keyOfRoute } from '../providers/route-key.ts';
import type { Need } from './needs-attention.tsx';
import { useOverviewWords } from './overview-words.ts';

type FailingRoute = Needs['routes'][number];

/** Routes that begin with a failing provider: with the button that mends it, where there is another. */
export function useRouteNeeds(
  onPutFirst: (route: FailingRoute & { instead: string }) => void,
): (route: FailingRoute) => Need {
  const say = useOverviewWords();
  const sayRoute = useProvidersWords();
  const nameOf = useProductName();
  const failingText = useFailingText();
  const go = useGo();
  const may = useMay()('routes.change');
  const isLocked = useIsLocked('routes');
  return (route) => {
    const { product, accountId, region, accountName, provider, failing, instead, asked } = route;
    const owner = accountName ?? (region === null ? sayRoute('allAccounts') : null);
    const where = [nameOf(product), owner, region].filter(Boolean).join(' · ');
    const isWhole = instead === null && asked > 1;
    const mayPut = instead !== null && may && (accountId !== null || !isLocked);
    const query = { product, route: keyOfRoute(route) };
    return {
      name: `route-${product}-${keyOfRoute(route)}`,
      tone: 'bad',
      title: isWhole ? say('needWholeRoute', { where }) : say('needFailing', { provider }),
      text: [
        ...(failing
          ? [isWhole ? `${provider}: ${failingText(failing)}` : failingText(failing)]
          : []),
        ...(isWhole ? [] : [where]),
        ...(asked === 1 ? [say('needOnly')] : []),
      ].join(' · '),
      ...(mayPut
        ? {
            button: {
              label: say('putFirst', { provider: instead }),
              onPress: () => onPutFirst({ ...route, instead }),
            },
          }
        : { link: { label: say('open'), onOpen: () => go('providers', { query }) } }),
    };
  };
}
