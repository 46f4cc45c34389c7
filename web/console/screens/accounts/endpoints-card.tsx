import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { EndpointsPage } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { EndpointStatus } from '../webhooks/endpoint-health.tsx';
import { hostAndPath } from '../webhooks/short-url.ts';
import { useWebhooksWords } from '../webhooks/webhooks-words.ts';
import { useAccountsWords } from './accounts-words.ts';
import { HomeCard } from './home-card.tsx';

export function EndpointsCard(): ReactElement {
  const say = useAccountsWords();
  const sayWebhooks = useWebhooksWords();
  const api = useApi();
  const go = useGo();
  const mayAdd = useMay()('webhooks.change');
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'webhooks', 'home'],
    queryFn: ({ signal }) => api.get<EndpointsPage>('webhooks/endpoints', { limit: 20 }, signal),
  });
  const rows = (page.data?.endpoints ?? []).map((endpoint) => ({
    key: String(endpoint.endpointId),
    name: <span title={endpoint.url}>{hostAndPath(endpoint.url)}</span>,
    aside: <EndpointStatus endpoint={endpoint} />,
  }));
  return (
    <HomeCard
      title={say('endpoints')}
      screen="webhooks"
      all={say('allEndpoints')}
      none={say('noEndpoints')}
      first={{
        verb: sayWebhooks('createFirst'),
        onAdd: mayAdd ? () => go('webhooks', { query: { create: 'yes' } }) : undefined,
      }}
      query={page}
      rows={rows}
    />
  );
}
