import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  DeliveriesPage,
  EndpointsPage,
} from '../../../../src/surfaces/console/webhooks/webhooks-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';

/** The polling interval in case the event stream is blocked. */
const pollMs = 15_000;

export interface DeliveryFilter {
  endpointId: string;
  state: string;
  type: string;
  requestId: string;
  cursor: string;
}

export function useWebhooks(before: string, filter: DeliveryFilter) {
  const api = useApi();
  const { scope, mode } = api;
  const isAccount = api.accountId !== undefined;
  const { cursor: _, ...watched } = filter;
  useChanges('webhooks', 'webhooks/changes', { isEnabled: isAccount, filter: watched });
  const endpoints = useQuery({
    queryKey: [scope, mode, 'webhooks', 'endpoints', before],
    queryFn: ({ signal }) => api.get<EndpointsPage>('webhooks/endpoints', { before }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
  const deliveries = useQuery({
    queryKey: [scope, mode, 'webhooks', 'deliveries', filter],
    queryFn: ({ signal }) => api.get<DeliveriesPage>('webhooks/deliveries', { ...filter }, signal),
    enabled: isAccount,
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
  const news = useHeldRows(
    deliveries.isPlaceholderData ? '' : JSON.stringify([scope, mode, filter]),
    deliveries.data?.deliveries ?? [],
    ({ deliveryId }) => deliveryId,
  );
  return { endpoints, deliveries, news };
}
