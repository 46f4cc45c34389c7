import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { SessionState } from '../../../src/surfaces/console/session/session-contract.ts';
import { get } from './api.ts';
import { showTimesIn } from './time-zone.ts';

export type Session = SessionState;
export type Factor = NonNullable<Session['factors']>[number];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await get<Session>('session', {}, signal);
    showTimesIn(session.timeZone);
    return session;
  },
  staleTime: 60_000,
});

export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** The first scope after sign-in: the platform for operators, the first account for members. */
export function homeScope({ operatorRole, accounts = [] }: Session): string | undefined {
  return operatorRole ? 'platform' : accounts[0] && String(accounts[0].accountId);
}
