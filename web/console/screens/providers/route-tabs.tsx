import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Popover, Select } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  RoutePage,
  RouteRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useAccountName } from '../../client/account-names.ts';
import { useApi } from '../../client/use-api.ts';
import { Icon } from '../../kit/icon.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { NewRoute } from './new-route.tsx';
import { useProvidersWords } from './providers-words.ts';
import { keyOfRoute, readRouteKey } from './route-key.ts';

const maxListed = 20;

/** The default route comes first. A list, so that it does not read as a second row of product tabs. */
export function RouteTabs({
  product,
  route,
  mayBegin,
  onRoute,
}: {
  product: RouteRow['product'];
  route: string;
  mayBegin: boolean;
  onRoute(route: string): void;
}): ReactElement {
  const say = useProvidersWords();
  const sayKit = useKitWords();
  const api = useApi();
  const [wanted, setWanted] = useState('');
  const query = { product, search: wanted.trim(), limit: maxListed };
  const { data } = useQuery({
    queryKey: [api.scope, 'routes', 'list', query],
    queryFn: ({ signal }) => api.get<RoutePage>('providers/routes', query, signal),
    placeholderData: keepPreviousData,
  });
  const nameOf = useRouteName(data?.routes ?? [], route);
  const found = (data?.routes ?? []).map(keyOfRoute);
  const keys = wanted ? found : [...new Set(['', route, ...found])];
  const options = keys.map((value) => ({ value, label: nameOf(value) }));
  const isMore = !!data?.next;
  return (
    <span className="route-tabs">
      <label className="route-of">
        <span className="soft">{say('routeOf')}</span>
        <Select
          className="route-select"
          aria-label={say('routeOf')}
          showSearch={{ filterOption: false, onSearch: setWanted }}
          value={route}
          options={options}
          notFoundContent={sayKit('noMatch')}
          popupRender={(list) => (
            <>
              {list}
              {isMore && <p className="route-more">{say('moreRoutes', { shown: keys.length })}</p>}
            </>
          )}
          onChange={(next) => {
            setWanted('');
            onRoute(next);
          }}
        />
      </label>
      {mayBegin && (
        <Popover
          trigger="click"
          placement="bottomRight"
          content={<NewRoute onBegin={onRoute} />}
          destroyOnHidden
        >
          <Button aria-label={say('newRoute')} icon={<Icon name="plus" size={14} />}>
            <span className="route-new-word">{say('newRoute')}</span>
          </Button>
        </Popover>
      )}
    </span>
  );
}

function useRouteName(routes: readonly RouteRow[], shown: string): (key: string) => string {
  const say = useProvidersWords();
  const own = readRouteKey(shown).accountId;
  const ownName = useAccountName(own ?? undefined);
  return (key) => {
    const { accountId, region } = readRouteKey(key);
    const stored = routes.find((one) => keyOfRoute(one) === key)?.accountName;
    const account =
      stored ?? (accountId === own ? ownName : undefined) ?? say('account', { account: accountId });
    const everybody = region === null ? say('allAccounts') : undefined;
    return [accountId === null ? everybody : account, region].filter(Boolean).join(' · ');
  };
}
