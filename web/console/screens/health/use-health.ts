import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { HealthReport } from '../../../../src/surfaces/console/health/health-contract.ts';
import { useApi } from '../../client/use-api.ts';

/** What `doctor` finds. A screen that only counts the failed checks takes an older report. */
export function useHealth({ isEnabled = true, staleMs = 0 } = {}): UseQueryResult<HealthReport> {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, 'health', 'report'],
    queryFn: ({ signal }) => api.get<HealthReport>('health/report', {}, signal),
    enabled: isEnabled,
    staleTime: staleMs,
  });
}
