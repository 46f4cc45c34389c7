import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { movementText } from '../../../../src/money/ledger/own-references.ts';
import type {
  Movement,
  MovementsPage,
} from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useScope } from '../../client/scope.ts';
import { choice, text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useHeldRows } from '../../client/use-held-rows.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { Money } from '../../kit/money.tsx';
import { NewRows } from '../../kit/new-rows.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { dayName } from './day-name.ts';
import { useWalletWords } from './wallet-words.ts';

const kinds = ['all', 'top_up', 'refund', 'adjust'] as const;
const fields = { kind: choice(kinds, 'all'), before: text() };

const rowKey = ({ at, id }: Movement) => `${at} ${id}`;

export function MovementsCard({
  ownMoves,
  onTopUp,
}: {
  /** How often money was moved on this screen: whoever moves it sees the movement at once. */
  ownMoves: number;
  /** Undefined without the right to top up. */
  onTopUp: (() => void) | undefined;
}): ReactElement {
  const say = useWalletWords();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.before, null, () => {});
  const kind = state.kind === 'all' ? undefined : state.kind;
  const movements = useQuery({
    queryKey: [api.scope, api.mode, 'wallet', 'movements', kind, here],
    queryFn: ({ signal }) =>
      api.get<MovementsPage>('wallet/movements', { kind, before: here }, signal),
    placeholderData: keepPreviousData,
  });
  const pages = cursorPages(state.before, movements.data?.next, (before) => set({ before }));
  const news = useHeldRows(
    movements.isPlaceholderData ? '' : JSON.stringify([api.scope, api.mode, kind, here, ownMoves]),
    movements.data?.movements ?? [],
    rowKey,
  );
  const names = {
    all: say('all'),
    top_up: say('top_up'),
    refund: say('refunds'),
    adjust: say('adjustments'),
  };
  return (
    <section className="card">
      <header className="card-head wallet-moves">
        <h2>{say('movements')}</h2>
        <span className="wallet-card-note">{say('movementsNote')}</span>
        <Segmented
          size="small"
          value={state.kind}
          onChange={(value) => set({ kind: value as (typeof kinds)[number], before: '' })}
          options={kinds.map((value) => ({ value, label: names[value] }))}
        />
      </header>
      <ProblemBar error={movements.error} onRetry={() => void movements.refetch()} />
      <NewRows news={news} text={(values) => say('showNew', values)} />
      {!movements.data && !movements.error && <RowsSkeleton rows={6} height={38} />}
      {movements.data && (
        <MovementsTable
          rows={news.rows}
          pages={pages}
          empty={
            kind ? (
              say('emptyKind')
            ) : (
              <EmptyList sentence={say('empty')} verb={say('topUpFirst')} onAdd={onTopUp} />
            )
          }
        />
      )}
    </section>
  );
}

function MovementsTable({
  rows,
  pages,
  empty,
}: {
  rows: readonly Movement[];
  empty: ReactNode;
  pages: ReturnType<typeof cursorPages>;
}): ReactElement {
  const say = useWalletWords();
  const nameOf = useProductName();
  const language = useLanguage();
  const { area } = useScope();
  const name = ({ kind, product }: Movement) =>
    product ? nameOf(product) : say(`kind_${kind as Exclude<Movement['kind'], 'calls'>}`);
  const words = (row: Movement) =>
    row.calls === null
      ? [row.reference, row.reason]
          .map((stored) => movementText(stored ?? '', language))
          .filter(Boolean)
          .join(' · ')
      : say('callCount', { count: row.calls, formatted: numberText(row.calls) });
  const when = (row: Movement) =>
    row.kind === 'calls' ? dayName(row.day, language) : <Time at={row.at} form="short" />;
  const columns: Column<Movement>[] = [
    { name: 'day', title: say('day'), cell: when },
    { name: 'movement', title: say('movement'), cell: name },
    {
      name: 'words',
      title: say('words'),
      cell: (row) => (
        <span className="wallet-words" title={words(row)}>
          {words(row)}
        </span>
      ),
    },
    ...(area === 'operator'
      ? [{ name: 'by', title: say('by'), cell: (row: Movement) => row.by ?? '–' }]
      : []),
    {
      name: 'amount',
      title: say('amount'),
      isNumber: true,
      cell: ({ amount }) => <Money amount={amount} isMovement />,
    },
    {
      name: 'after',
      title: say('after'),
      isNumber: true,
      cell: ({ balance }) => <Money amount={balance} />,
    },
  ];
  return (
    <DataTable
      label={say('movements')}
      rows={rows}
      rowKey={rowKey}
      rowHeight={38}
      columns={columns}
      paging={pages}
      empty={empty}
      phone={(row) => ({
        title: name(row),
        amount: <Money amount={row.amount} isMovement />,
        rest: words(row),
        time: when(row),
      })}
    />
  );
}
