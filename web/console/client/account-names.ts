import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccountNames } from '../../../src/surfaces/console/accounts/accounts-contract.ts';
import { get } from './api.ts';
import { ApiProblem } from './api-problem.ts';
import { useScope } from './scope.ts';
import { useSession } from './session.ts';

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

/** The name of the account that is shown, for operators and members; undefined for the platform. */
export function useOwnName(): string | undefined {
  const { accountId, area } = useScope();
  const { accounts = [] } = useSession();
  const asOperator = useAccountName(area === 'operator' ? accountId : undefined);
  return asOperator ?? accounts.find((one) => one.accountId === accountId)?.name;
}

/** Whether the address names an account that does not exist. Members cannot open one that is not theirs. */
export function useIsAccountMissing(): boolean {
  const { accountId, area } = useScope();
  const isAsked = area === 'operator' && accountId !== undefined;
  const { data, error } = useQuery({
    ...namesQuery({ account: accountId }),
    enabled: isAsked,
  });
  const isOutOfRange = error instanceof ApiProblem && error.status === 400;
  return isAsked && (isOutOfRange || data?.accounts.length === 0);
}
