import { useQuery } from '@tanstack/react-query';
import type {
  InboxChecks,
  InboxMessages,
} from '../../../../src/surfaces/console/inbox/inbox-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';

/** The polling interval in case the event stream is blocked. */
const pollMs = 15_000;

export function useInbox() {
  const api = useApi();
  const { scope, mode } = api;
  useChanges('inbox', 'inbox/events');
  const messages = useQuery({
    queryKey: [scope, mode, 'inbox', 'messages'],
    queryFn: ({ signal }) => api.get<InboxMessages>('inbox/messages', {}, signal),
    refetchInterval: pollMs,
  });
  const checks = useQuery({
    queryKey: [scope, mode, 'inbox', 'checks'],
    queryFn: ({ signal }) => api.get<InboxChecks>('inbox/checks', {}, signal),
    refetchInterval: pollMs,
  });
  return { messages, checks };
}
