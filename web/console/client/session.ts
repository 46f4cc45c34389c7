import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionState } from '../../../src/surfaces/console/session/session-contract.ts';
import { get } from './api.ts';

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

/** The first scope after sign-in: the platform for operators, the first account for members. */
export function homeScope({ operatorRole, accounts = [] }: Session): string | undefined {
  return operatorRole ? 'platform' : accounts[0] && String(accounts[0].accountId);
}
