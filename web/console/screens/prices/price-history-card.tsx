import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { isSentInParts } from '../../../../src/foundation/contract/products.ts';
import type {
  HistoryPage,
  PastPrice,
} from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { Price } from './price.tsx';
import { usePricesWords } from './prices-words.ts';

const fields = { before: text() };

export function PriceHistoryCard(): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const api = useApi();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.before, null, () => {});
  const history = useQuery({
    queryKey: [api.scope, api.mode, 'prices', 'history', here],
    queryFn: ({ signal }) =>
      api.get<HistoryPage>('prices/history', { before: here, limit: 20 }, signal),
    placeholderData: keepPreviousData,
  });
  const forWhom = ({ accountName }: PastPrice) => accountName ?? say('all');
  // A customer knows no other account.
  const source = ({ accountName }: PastPrice) => say(accountName === null ? 'price' : 'own');
  const price = ({ unitPrice }: PastPrice) =>
    unitPrice === null ? (
      <span className="soft">{say('ended')}</span>
    ) : (
      <Price amount={unitPrice} />
    );
  const columns: Column<PastPrice>[] = [
    {
      name: 'from',
      title: say('from'),
      cell: ({ effectAt }) => <Time at={effectAt} />,
    },
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    ...(api.area === 'operator'
      ? [
          { name: 'for', title: say('forWhom'), cell: forWhom },
          {
            name: 'by',
            title: say('setBy'),
            cell: ({ setBy }: PastPrice) => setBy ?? say('beginning'),
          },
        ]
      : [{ name: 'source', title: say('source'), cell: source }]),
    {
      name: 'parts',
      title: say('parts'),
      cell: ({ product, perPart }) => {
        if (!isSentInParts(product) || perPart === null) return '–';
        return perPart ? say('perPart') : say('perMessage');
      },
    },
    { name: 'price', title: say('becomes'), isNumber: true, cell: price },
  ];
  const next = history.data?.next;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('history')}</h2>
      </header>
      <ProblemBar error={history.error} onRetry={() => void history.refetch()} />
      {!history.data && !history.error && <RowsSkeleton rows={4} height={36} />}
      {history.data && (
        <DataTable
          label={say('history')}
          rows={history.data.prices}
          rowKey={({ priceId }) => String(priceId)}
          columns={columns}
          empty={say('noHistory')}
          paging={cursorPages(state.before, next ? String(next) : null, (before) =>
            set({ before }),
          )}
          phone={(row) => ({
            title: nameOf(row.product),
            amount: price(row),
            rest: (
              <>
                <Time at={row.effectAt} /> ·{' '}
                {[api.accountId === undefined ? forWhom(row) : source(row), row.setBy]
                  .filter(Boolean)
                  .join(' · ')}
              </>
            ),
          })}
        />
      )}
    </section>
  );
}
