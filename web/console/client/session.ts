import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionState } from '../../../src/surfaces/console/session/session-contract.ts';
import { get } from './api.ts';

/** Who is signed in, and how far. */
export type Session = SessionState;
export type Factor = NonNullable<Session['factors']>[number];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session>('session', {}, signal),
  staleTime: 60_000,
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Where a person begins: operators with the whole platform, members with their first account. */
export function homeScope({ operatorRole, accounts = [] }: Session): string | undefined {
  return operatorRole ? 'platform' : accounts[0] && String(accounts[0].accountId);
}
