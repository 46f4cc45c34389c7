import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { callStatusOf } from '../calls/call-words.ts';

const isOnItsWay = (call: CallDetail | undefined) =>
  call === undefined || ['held', 'accepted', 'sent', 'pending'].includes(callStatusOf(call));

/** Waits for the first test call, then follows it until it ends. */
export function useFirstCall(): CallDetail | undefined {
  const api = useApi();
  const [requestId, setRequestId] = useState<string>();
  const address = api.href('calls/live', { mode: 'test' });
  useEffect(() => {
    if (requestId) return;
    const source = new EventSource(address);
    source.onmessage = ({ data }) => setRequestId((JSON.parse(data) as { latest: string }).latest);
    return () => source.close();
  }, [address, requestId]);
  const { data } = useQuery({
    queryKey: [api.scope, 'test', 'call', requestId],
    queryFn: ({ signal }) => api.get<CallDetail>('calls/show', { requestId, mode: 'test' }, signal),
    enabled: requestId !== undefined,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? 1_000 : false),
  });
  return data;
}
