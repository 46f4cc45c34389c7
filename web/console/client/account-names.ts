import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccountNames } from '../../../src/surfaces/console/accounts/accounts-contract.ts';
import { get } from './api.ts';

type AccountName = AccountNames['accounts'][number];

const namesQuery = (wanted: { search: string } | { account: number | undefined }) => ({
  queryKey: ['platform', 'accounts', 'names', wanted],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    get<AccountNames>('platform/accounts/names', wanted, signal),
  retry: false,
  staleTime: 30_000,
});

/** The first few accounts whose name or number matches, for an operator. */
export function useAccountNames(wanted: string, isWanted: boolean): readonly AccountName[] {
  const { data } = useQuery({
    ...namesQuery({ search: wanted.trim() }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  return data?.accounts ?? [];
}

/** An account's name for an operator, its number while it loads. */
export function useAccountName(accountId: number | undefined): string | undefined {
  const { data } = useQuery({
    ...namesQuery({ account: accountId }),
    enabled: accountId !== undefined,
  });
  return accountId === undefined ? undefined : (data?.accounts[0]?.name ?? `# ${accountId}`);
}
