import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type {
  DeliveriesPage,
  EndpointsPage,
} from '../../../../src/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';

/** The polling interval in case the event stream is blocked. */
const lookAgainMs = 15_000;

export interface DeliveryFilter {
  endpointId: string;
  state: string;
  type: string;
  requestId: string;
  cursor: string;
}

/** Refetched whenever the event stream announces a change. */
export function useWebhooks(before: string, filter: DeliveryFilter) {
  const api = useApi();
  const queries = useQueryClient();
  const { scope, mode } = api;
  const isAccount = api.accountId !== undefined;
  const address = api.href('webhooks/changes');
  useEffect(() => {
    if (!isAccount) return;
    const events = new EventSource(address);
    events.onmessage = () =>
      void queries.invalidateQueries({ queryKey: [scope, mode, 'webhooks'] });
    return () => events.close();
  }, [address, isAccount, queries, scope, mode]);
  const endpoints = useQuery({
    queryKey: [scope, mode, 'webhooks', 'endpoints', before],
    queryFn: ({ signal }) => api.get<EndpointsPage>('webhooks/endpoints', { before }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });
  const deliveries = useQuery({
    queryKey: [scope, mode, 'webhooks', 'deliveries', filter],
    queryFn: ({ signal }) => api.get<DeliveriesPage>('webhooks/deliveries', { ...filter }, signal),
    enabled: isAccount,
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });
  return { endpoints, deliveries };
}
