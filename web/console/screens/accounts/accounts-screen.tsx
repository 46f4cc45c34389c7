import './accounts.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  AccountsPage,
  ListedAccount,
} from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Icon } from '../../kit/icon.tsx';
import { joinWords } from '../../kit/join-words.ts';
import { Money } from '../../kit/money.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { LastsUntil } from '../wallet/lasts-until.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { NewAccountDialog } from './new-account-dialog.tsx';

const fields = { q: text(), pages: text() };

export default function AccountsScreen(): ReactElement {
  const say = useAccountsWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const [state, set] = useSearchState(fields);
  const [isMaking, setMaking] = useState(false);
  const query = { q: state.q, after: cursorPages(state.pages, null, () => {}).here };
  const page = useQuery({
    queryKey: [api.scope, 'accounts', query],
    queryFn: ({ signal }) => api.get<AccountsPage>('accounts/list', query, signal),
    placeholderData: keepPreviousData,
  });
  const open = (accountId: number) => go('account', { scope: String(accountId) });
  const next = page.data?.next ?? null;
  const columns = useColumns(page.data?.accounts ?? []);
  return (
    <>
      <PageHead
        title={say('title')}
        actions={
          may('accounts.change') && (
            <Button
              type="primary"
              icon={<Icon name="plus" size={14} />}
              onClick={() => setMaking(true)}
            >
              {say('create')}
            </Button>
          )
        }
      />
      <div className="accounts-search">
        <SearchField
          label={say('find')}
          value={state.q}
          onChange={(q) => set({ q, pages: '' }, { replace: true })}
        />
      </div>
      <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
      <section className="card">
        {page.isPending && <RowsSkeleton height={36} />}
        {page.data && (
          <DataTable
            label={say('table')}
            columns={columns}
            rows={page.data.accounts}
            rowKey={({ accountId }) => String(accountId)}
            phone={(row) => ({
              status: <Status tone={row.state === 'active' ? 'good' : 'refused'} />,
              title: row.name,
              amount: <Money amount={row.live} />,
              rest: `${row.accountId} · ${say(row.state)}`,
              time: <LastsText days={row.lastsDays} />,
            })}
            onOpen={({ accountId }) => open(accountId)}
            copyText={({ accountId }) => String(accountId)}
            empty={
              state.q ? (
                say('noMatch')
              ) : (
                <EmptyList
                  sentence={say('empty')}
                  verb={say('createVerb')}
                  onAdd={may('accounts.change') ? () => setMaking(true) : undefined}
                />
              )
            }
            pagesBy="position"
            paging={cursorPages(state.pages, next === null ? null : String(next), (pages) =>
              set({ pages }),
            )}
          />
        )}
      </section>
      <NewAccountDialog isOpen={isMaking} onClose={() => setMaking(false)} onMade={open} />
    </>
  );
}

function LastsText({ days }: { days: number | null }): ReactElement | null {
  const say = useAccountsWords();
  return days === null ? null : (
    <>
      {say('lasts')} <LastsUntil days={days} />
    </>
  );
}

function useColumns(rows: readonly ListedAccount[]): Column<ListedAccount>[] {
  const say = useAccountsWords();
  const nameOf = useProductName();
  const language = useLanguage();
  return [
    { name: 'name', title: say('name'), cell: ({ name }) => name },
    {
      name: 'number',
      title: say('number'),
      cell: ({ accountId }) => accountId,
      width: 110,
    },
    {
      name: 'state',
      title: say('state'),
      cell: ({ state }) => (
        <Status tone={state === 'active' ? 'good' : 'refused'} word={say(state)} />
      ),
    },
    ...(rows.some(({ productsOff }) => productsOff.length > 0)
      ? [
          {
            name: 'off',
            title: say('off'),
            cell: ({ productsOff }: ListedAccount) =>
              joinWords(
                productsOff.map((product) => nameOf(product)),
                language,
              ) || '–',
          },
        ]
      : []),
    {
      name: 'live',
      title: say('live'),
      cell: ({ live }) => <Money amount={live} />,
      isNumber: true,
    },
    {
      name: 'spent',
      title: say('spentColumn'),
      cell: ({ spent }) => <Money amount={spent} />,
      isNumber: true,
    },
    {
      name: 'lasts',
      title: say('lasts'),
      cell: ({ lastsDays }) => <LastsUntil days={lastsDays} />,
      isNumber: true,
    },
    {
      name: 'test',
      title: say('test'),
      cell: ({ test }) => <Money amount={test} />,
      isNumber: true,
    },
    {
      name: 'since',
      title: say('since'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      isNumber: true,
    },
  ];
}
