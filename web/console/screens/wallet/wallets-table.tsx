import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import type { ReactElement } from 'react';
import type {
  WalletRow,
  WalletsPage,
} from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { LastsUntil } from './lasts-until.tsx';
import { currentMonth, moveMonth } from './months.ts';
import { StatementsButton } from './statements-button.tsx';
import { useWalletWords } from './wallet-words.ts';

const fields = { low: choice(['no', 'yes'], 'no'), after: text() };

const tones = { emptyMark: 'unknown', lowMark: 'unknown', ok: 'good' } as const;

/** A wallet is empty when nothing can be charged to it, on credit either. */
function stateOf({ isLow, available, creditLimit }: WalletRow): keyof typeof tones {
  if (Number(available) + Number(creditLimit) <= 0) return 'emptyMark';
  return isLow ? 'lowMark' : 'ok';
}

export function WalletsTable(): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const go = useGo();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.after, null, () => {});
  const low = state.low === 'yes' ? true : undefined;
  const wallets = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'list', low, here],
    queryFn: ({ signal }) => api.get<WalletsPage>('wallet/list', { low, after: here }, signal),
    placeholderData: keepPreviousData,
  });
  useChanges('wallet', 'wallet/changes', { filter: { low, after: here } });
  const next = wallets.data?.next;
  // The month that just ended is the one that is billed and booked.
  const { timeZone, currency } = useSession();
  const month = moveMonth(currentMonth(timeZone), -1);
  const since = wallets.data?.since;
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  const wordOf = (row: WalletRow) => say(stateOf(row));
  const status = (row: WalletRow) => <Status tone={tones[stateOf(row)]} word={wordOf(row)} />;
  return (
    <>
      <PageHead
        title={say('titleAll')}
        actions={
          // Before the first account there was nothing to state.
          since && since.slice(0, 7) <= month && <StatementsButton month={month} />
        }
      />
      <section className="card">
        <label className="wallets-low">
          <Switch
            size="small"
            checked={state.low === 'yes'}
            aria-label={say('onlyLow')}
            onChange={(isOn) => set({ low: isOn ? 'yes' : 'no', after: '' })}
          />
          <span>{say('onlyLow')}</span>
        </label>
        <ProblemBar error={wallets.error} onRetry={() => void wallets.refetch()} />
        {!wallets.data && !wallets.error && <RowsSkeleton rows={8} height={38} />}
        {wallets.data && (
          <DataTable
            label={say('tableAll')}
            rowHeight={38}
            rows={wallets.data.wallets}
            rowKey={({ accountId }) => String(accountId)}
            onOpen={({ accountId }) => go('wallet', { scope: String(accountId) })}
            empty={say(low ? 'noneLow' : 'noWallets')}
            foot={say('total', {
              count: wallets.data.total.wallets,
              available: money(wallets.data.total.available),
              held: money(wallets.data.total.held),
            })}
            pagesBy="position"
            paging={cursorPages(state.after, next ? String(next) : null, (after) => set({ after }))}
            columns={[
              { name: 'account', title: say('account'), cell: ({ accountName }) => accountName },
              { name: 'state', title: say('state'), cell: status },
              {
                name: 'available',
                title: say('availableIn', { currency }),
                isNumber: true,
                cell: ({ available }) => <Money amount={available} isBare />,
              },
              {
                name: 'held',
                title: say('heldIn', { currency }),
                isNumber: true,
                cell: ({ held }) => <Money amount={held} isBare />,
              },
              {
                name: 'credit',
                title: say('creditLimitIn', { currency }),
                isNumber: true,
                cell: ({ creditLimit }) => <Money amount={creditLimit} isBare />,
              },
              {
                name: 'alert',
                title: say('alertIn', { currency }),
                isNumber: true,
                cell: ({ lowBalance }) => <Money amount={lowBalance} isBare />,
              },
              {
                name: 'lasts',
                title: say('lastsUntil'),
                isNumber: true,
                cell: ({ lastsDays }) => <LastsUntil days={lastsDays} />,
              },
            ]}
            phone={(row) => ({
              status: <Status tone={tones[stateOf(row)]} />,
              title: row.accountName,
              amount: <Money amount={row.available} />,
              rest: wordOf(row),
            })}
          />
        )}
      </section>
    </>
  );
}
