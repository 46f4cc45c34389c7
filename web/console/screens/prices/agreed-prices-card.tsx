import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { AgreedPage } from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { Price } from './price.tsx';
import { usePricesWords } from './prices-words.ts';

const fields = { agreed: text() };

export function AgreedPricesCard(): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const api = useApi();
  const go = useGo();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.agreed, null, () => {});
  const page = useQuery({
    queryKey: [api.scope, api.mode, 'prices', 'agreed', here],
    queryFn: ({ signal }) =>
      api.get<AgreedPage>('prices/agreed', { after: here, limit: 20 }, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('agreed')}</h2>
      </header>
      <ProblemBar error={page.error} onRetry={() => void page.refetch()} />
      {!page.data && !page.error && <RowsSkeleton rows={4} height={36} />}
      {page.data && (
        <DataTable
          label={say('agreed')}
          rows={page.data.prices}
          rowKey={({ accountId, product }) => `${accountId} ${product}`}
          onOpen={({ accountId }) => go('prices', { scope: String(accountId) })}
          empty={
            <EmptyList
              sentence={say('noAgreed')}
              verb={say('openAccounts')}
              onAdd={() => go('accounts')}
            />
          }
          pagesBy="position"
          paging={cursorPages(state.agreed, page.data.next, (cursors) => set({ agreed: cursors }))}
          columns={[
            { name: 'account', title: say('forWhom'), cell: ({ accountName }) => accountName },
            { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
            {
              name: 'price',
              title: say('own'),
              isNumber: true,
              cell: ({ unitPrice }) => <Price amount={unitPrice} />,
            },
          ]}
          phone={({ accountName, product, unitPrice }) => ({
            title: accountName,
            amount: <Price amount={unitPrice} />,
            rest: nameOf(product),
          })}
        />
      )}
    </section>
  );
}
