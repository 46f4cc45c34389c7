import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from './api.ts';

export type OperatorRole = 'owner' | 'operator' | 'finance' | 'support' | 'viewer';
export type MemberRole = 'owner' | 'developer' | 'finance' | 'viewer';
export type Factor = 'passkey' | 'totp' | 'recovery';

/** Who is signed in, and how far. */
export interface Session {
  stage: 'none' | 'password' | 'enrol' | 'full';
  person?: { personId: number; name: string; email: string; language: 'en' | 'zh' | null };
  operatorRole?: OperatorRole | null;
  accounts?: { accountId: number; name: string; role: MemberRole }[];
  factors?: Factor[];
  /** Until when the second factor is not asked for again. */
  freshUntil?: string | null;
  /** Not where the console was opened by an IP address. */
  canUsePasskeys: boolean;
  canRegister: boolean;
  oidcName: string | null;
  currency: string;
  timeZone: string;
  version: string;
}

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
