import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CallDetail,
  CallsProgress,
} from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useEvents } from '../../client/use-events.ts';
import { callStatusOf } from '../calls/call-words.ts';

const isOnItsWay = (call: CallDetail | undefined) =>
  call === undefined || ['held', 'accepted', 'sent', 'pending'].includes(callStatusOf(call));

/** Waits for the first test call, then follows it until it ends. */
export function useFirstCall(): CallDetail | undefined {
  const api = useApi();
  const [requestId, setRequestId] = useState<string>();
  useEvents(requestId ? undefined : api.href('calls/live', { mode: 'test' }), (data) => {
    setRequestId((JSON.parse(data) as CallsProgress).latest ?? undefined);
  });
  const { data } = useQuery({
    queryKey: [api.scope, 'test', 'call', requestId],
    queryFn: ({ signal }) => api.get<CallDetail>('calls/show', { requestId, mode: 'test' }, signal),
    enabled: requestId !== undefined,
    refetchInterval: ({ state }) => (isOnItsWay(state.data) ? 1_000 : false),
  });
  return data;
}
