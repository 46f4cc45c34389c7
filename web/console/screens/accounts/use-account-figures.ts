import { useQuery } from '@tanstack/react-query';
import type { CallsPage } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { spanOf } from '../overview/overview-spans.ts';

/** The calls of 30 days, and the balance. */
export function useAccountFigures() {
  const api = useApi();
  const { from, to } = spanOf('30d', useSession().timeZone);
  return useQuery({
    queryKey: [api.scope, api.mode, 'overview', from, to],
    queryFn: ({ signal }) => api.get<Overview>('overview/figures', { from, to }, signal),
    refetchInterval: 10_000,
  });
}

/** Whether the account made a call; undefined while that is not known. */
export function useIsCalled(): boolean | undefined {
  const api = useApi();
  const calls = useAccountFigures().data?.sums.calls;
  // An account that rests for 30 days made its first call before.
  const latest = useQuery({
    queryKey: [api.scope, api.mode, 'calls', 'first'],
    queryFn: ({ signal }) => api.get<CallsPage>('calls/list', { limit: 10 }, signal),
    enabled: calls === 0,
    refetchInterval: 10_000,
  });
  if (calls === undefined) return undefined;
  return calls > 0 || latest.data?.calls.some(({ state }) => state !== 'refused');
}
