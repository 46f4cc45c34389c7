import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { RouteFacts } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { putFirst } from '../../../../src/vendors/providers/put-first.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useProductName } from '../../kit/use-product-name.ts';
import { useProvidersWords } from '../providers/providers-words.ts';
import { routeEffects } from '../providers/route-effect.ts';
import { keyOfRoute } from '../providers/route-key.ts';
import { useEffectText } from '../providers/use-effect-text.ts';
import { useOverviewWords } from './overview-words.ts';
import type { FailingRoute, RoutesToMend } from './use-route-needs.ts';

type Stops = readonly NonNullable<RouteFacts['stored']>['stops'][number][];

interface Mended {
  route: FailingRoute;
  facts: RouteFacts;
  before: Stops;
  after: Stops;
}

/** Asks before routes begin with a provider that works, and says what that changes. */
export function PutFirst({
  asked: { routes, provider, instead },
  onClose,
}: {
  asked: RoutesToMend;
  onClose(): void;
}): ReactElement {
  const say = useOverviewWords();
  const sayRoute = useProvidersWords();
  const nameOf = useProductName();
  const api = useApi();
  const queries = useQueryClient();
  const found = useQueries({
    queries: routes.map(({ product, accountId, region }) => ({
      queryKey: [api.scope, 'routes', 'put-first', product, accountId, region],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<RouteFacts>('providers/route', { product, account: accountId, region }, signal),
      // The order is changed from what is stored now, not from what another screen showed.
      staleTime: 0,
      gcTime: 0,
    })),
  });
  const isRead = found.every(({ data }) => data !== undefined);
  const mended = routes.flatMap((route, at): Mended[] => {
    const facts = found[at]?.data;
    const before = facts?.stored?.stops ?? [];
    if (!facts || !before.some(({ code }) => code === instead)) return [];
    const after = putFirst(before, instead, provider);
    return order(after) === order(before) ? [] : [{ route, facts, before, after }];
  });
  const nameOfRoute = ({ product, accountName, region }: FailingRoute) =>
    [nameOf(product), accountName ?? sayRoute('allAccounts'), region].filter(Boolean).join(' · ');
  const [only] = mended;
  return (
    <Confirm
      isOpen
      title={say('putFirst', { provider: instead })}
      verb={say('putFirst', { provider: instead })}
      rows={
        only && mended.length === 1
          ? [
              { label: say('orderNow'), value: order(only.before) },
              { label: say('orderThen'), value: <strong>{order(only.after)}</strong> },
            ]
          : mended.map(({ route, before, after }) => ({
              label: nameOfRoute(route),
              before: order(before),
              after: order(after),
            }))
      }
      canConfirm={isRead && mended.length > 0}
      onConfirm={async () => {
        try {
          for (const { route, before, after } of mended) {
            const { product, accountId, region } = route;
            const change = { product, accountId, region, stops: after, was: before };
            await api.post('providers/set-route', change);
          }
          toast(sayRoute('savedRoute'));
        } finally {
          await Promise.all([
            queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'overview', 'needs'] }),
            queries.invalidateQueries({ queryKey: [api.scope, 'routes'] }),
          ]);
        }
      }}
      onClose={onClose}
    >
      <ProblemBar error={found.find(({ error }) => error)?.error} />
      {mended.map((one) => (
        <Effect key={`${one.route.product} ${keyOfRoute(one.route)}`} mended={one} />
      ))}
      {isRead && mended.length === 0 && <p>{say('routeChanged')}</p>}
    </Confirm>
  );
}

function Effect({ mended: { route, facts, before, after } }: { mended: Mended }): ReactElement {
  const text = useEffectText({
    effects: routeEffects(before, after),
    key: route,
    stored: facts.stored,
    accounts: facts.accounts,
  });
  return <p>{text}</p>;
}

const order = (stops: Stops) =>
  stops.map(({ code, weight }) => (weight === undefined ? code : `${code} ${weight}`)).join(', ');
