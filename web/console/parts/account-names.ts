import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../parts/api.ts';

export interface ScopeAccount {
  accountId: number;
  name: string;
}

/** The accounts that an operator may choose from; a number that is not listed can still be named. */
export function useScopeAccounts(
  wanted: string,
  isWanted: boolean,
): { found: readonly ScopeAccount[]; nameOf(scope: string): string | undefined } {
  const { data } = useQuery({
    queryKey: ['platform', 'accounts', 'names', wanted],
    queryFn: ({ signal }) =>
      get<{ accounts: ScopeAccount[] }>('platform/accounts/names', { search: wanted }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
  const found = data?.accounts ?? [];
  return {
    found,
    nameOf: (scope) => {
      if (scope === 'platform') return undefined;
      return found.find(({ accountId }) => String(accountId) === scope)?.name ?? `# ${scope}`;
    },
  };
}
