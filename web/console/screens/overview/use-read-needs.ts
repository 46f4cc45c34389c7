import { useQuery } from '@tanstack/react-query';
import type { Needs } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useApi } from '../../client/use-api.ts';

export function useReadNeeds(everyMs: number) {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, api.mode, 'overview', 'needs'],
    queryFn: ({ signal }) => api.get<Needs>('overview/needs', {}, signal),
    refetchInterval: everyMs,
  });
}
