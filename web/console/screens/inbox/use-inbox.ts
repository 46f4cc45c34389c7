import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { InboxChecks, InboxMessages } from '../../../../src/console/inbox/inbox-contract.ts';
import { useApi } from '../../client/use-api.ts';

/** The polling interval in case the event stream is blocked. */
const lookAgainMs = 15_000;

/** Refetched whenever the event stream announces a change. */
export function useInbox() {
  const api = useApi();
  const queries = useQueryClient();
  const { scope, mode } = api;
  const address = api.href('inbox/events');
  useEffect(() => {
    const events = new EventSource(address);
    events.onmessage = () => void queries.invalidateQueries({ queryKey: [scope, mode, 'inbox'] });
    return () => events.close();
  }, [address, queries, scope, mode]);
  const messages = useQuery({
    queryKey: [scope, mode, 'inbox', 'messages'],
    queryFn: ({ signal }) => api.get<InboxMessages>('inbox/messages', {}, signal),
    refetchInterval: lookAgainMs,
  });
  const checks = useQuery({
    queryKey: [scope, mode, 'inbox', 'checks'],
    queryFn: ({ signal }) => api.get<InboxChecks>('inbox/checks', {}, signal),
    refetchInterval: lookAgainMs,
  });
  return { messages, checks };
}
