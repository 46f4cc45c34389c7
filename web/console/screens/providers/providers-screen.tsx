import './providers.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type {
  ProviderList,
  RouteFacts,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { useGo } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { Icon } from '../../kit/icon.tsx';
import { LockedNote, useIsLocked } from '../../kit/locked-note.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { shownCalled, useProductName } from '../../kit/use-product-name.ts';
import { ProviderListCard } from './provider-list-card.tsx';
import { useProvidersWords } from './providers-words.ts';
import { RouteCard } from './route-card.tsx';
import { readRouteKey } from './route-key.ts';
import { RouteTabs } from './route-tabs.tsx';

const fields = {
  product: choice(shownCalled, 'sms_code'),
  /** Account and region of the route, such as `12.HK`; empty for the default one. */
  route: text(),
  /** The provider that a draft of the route puts first. */
  first: text(),
  reasons: text(),
};

export default function ProvidersScreen(): ReactElement {
  const say = useProvidersWords();
  const nameOf = useProductName();
  const api = useApi();
  const may = useMay();
  const mayAdd = !useIsLocked('providers') && may('providers.change');
  const [state, set] = useSearchState(fields);
  const go = useGo();
  const open = (code: string) => go(`providers/${code}`);
  const list = useQuery({
    queryKey: [api.scope, 'providers'],
    queryFn: ({ signal }) => api.get<ProviderList>('providers/list', {}, signal),
    refetchInterval: 30_000,
  });
  const { accountId, region } = readRouteKey(state.route);
  const route = useQuery({
    queryKey: [api.scope, 'routes', state.product, state.route],
    queryFn: ({ signal }) =>
      api.get<RouteFacts>(
        'providers/route',
        { product: state.product, account: accountId, region },
        signal,
      ),
  });
  const providers = list.data?.providers ?? [];
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say('liveOnly')}
        actions={
          mayAdd && (
            <Button type="primary" icon={<Icon name="plus" size={14} />} onClick={() => open('+')}>
              {say('add')}
            </Button>
          )
        }
      />
      <LockedNote sections={['providers', 'routes']} />
      <ProblemBar
        error={list.error ?? route.error}
        onRetry={() => void Promise.all([list.refetch(), route.refetch()])}
      />
      <div className="providers">
        {list.data ? (
          <ProviderListCard
            providers={providers}
            chosen={state.reasons}
            onOpen={open}
            onAdd={mayAdd ? () => open('+') : undefined}
          />
        ) : (
          !list.error && <CardSkeleton height={480} />
        )}
        <div className="stack">
          {/* Outside the card, which remounts for each route and would lose the keyboard focus. */}
          <div className="providers-choose">
            <Tabs
              label={say('product')}
              tab={state.product}
              tabs={shownCalled.map((value) => ({ value, label: nameOf(value) }))}
              onTab={(product) => set({ product, route: '', first: '' })}
            />
            <RouteTabs
              product={state.product}
              route={state.route}
              mayBegin={may('routes.change')}
              onRoute={(route) => set({ route })}
            />
            <span className="soft route-specific">{say('specific')}</span>
          </div>
          {list.data && route.data ? (
            <RouteCard
              key={`${state.product} ${state.route} ${state.first}`}
              product={state.product}
              route={state.route}
              providers={providers}
              first={state.first}
              facts={route.data}
              reasonsOf={state.reasons}
              onRoute={(route) => set({ route })}
              onReasons={(reasons) => set({ reasons })}
              onEdit={open}
            />
          ) : (
            !list.error && !route.error && <CardSkeleton height={360} />
          )}
        </div>
      </div>
    </>
  );
}
