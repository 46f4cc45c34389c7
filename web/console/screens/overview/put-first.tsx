import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import type { RouteFacts } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { putFirst } from '../../../../src/vendors/providers/put-first.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { useProvidersWords } from '../providers/providers-words.ts';
import { routeEffects } from '../providers/route-effect.ts';
import { useEffectText } from '../providers/use-effect-text.ts';
import { useOverviewWords } from './overview-words.ts';

type FailingRoute = Needs['routes'][number];

/** Asks before a route begins with a provider that works, and says what that changes. */
export function PutFirst({
  route: { product, accountId, region, provider, instead },
  onClose,
}: {
  route: FailingRoute & { instead: string };
  onClose(): void;
}): ReactElement {
  const say = useOverviewWords();
  const sayRoute = useProvidersWords();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [api.scope, 'routes', 'put-first', product, accountId, region],
    queryFn: ({ signal }) =>
      api.get<RouteFacts>('providers/route', { product, account: accountId, region }, signal),
    // The order is changed from what is stored now, not from what another screen showed.
    staleTime: 0,
    gcTime: 0,
  });
  const before = data?.stored?.stops ?? [];
  const after = putFirst(before, instead, provider);
  const canChange = before.some(({ code }) => code === instead);
  const effect = useEffectText({
    effects: routeEffects(before, after),
    key: { accountId, region },
    stored: data?.stored ?? null,
    accounts: data?.accounts ?? 0,
  });
  const order = (stops: typeof after) =>
    stops.map(({ code, weight }) => (weight === undefined ? code : `${code} ${weight}`)).join(', ');
  return (
    <Confirm
      isOpen
      title={say('putFirst', { provider: instead })}
      verb={say('putFirst', { provider: instead })}
      rows={
        canChange
          ? [
              { label: say('orderNow'), value: order(before) },
              { label: say('orderThen'), value: <strong>{order(after)}</strong> },
            ]
          : []
      }
      canConfirm={canChange}
      onConfirm={async () => {
        await api.post('providers/set-route', {
          ...{ product, accountId, region, stops: after, was: before },
        });
        toast(sayRoute('savedRoute'));
        await Promise.all([
          queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'overview', 'needs'] }),
          queries.invalidateQueries({ queryKey: [api.scope, 'routes'] }),
        ]);
      }}
      onClose={onClose}
    >
      <ProblemBar error={error} />
      {canChange && <p>{effect}</p>}
      {data && !canChange && <p>{say('routeChanged')}</p>}
    </Confirm>
  );
}
