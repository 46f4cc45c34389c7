import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { EndpointsPage } from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { DisabledNotice } from './disabled-notice.tsx';
import { FailingNotice } from './failing-notice.tsx';

/** What is wrong with an account's endpoints, on its overview. */
export function DisabledEndpoints(): ReactElement {
  const api = useApi();
  const go = useGo();
  const { data } = useQuery({
    queryKey: [api.scope, api.mode, 'webhooks', 'endpoints', ''],
    queryFn: ({ signal }) => api.get<EndpointsPage>('webhooks/endpoints', {}, signal),
    refetchInterval: 30_000,
  });
  const endpoints = data?.endpoints ?? [];
  return (
    <>
      <DisabledNotice endpoints={endpoints} onOpen={() => go('webhooks')} />
      <FailingNotice endpoints={endpoints} onOpen={() => go('webhooks')} />
    </>
  );
}
