import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type {
  Margins,
  PriceBook,
  PriceRow,
} from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { LockedNote } from '../../kit/locked-note.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { AgreedPricesCard } from './agreed-prices-card.tsx';
import { PartsDialog } from './parts-dialog.tsx';
import { PlannedPricesCard } from './planned-prices-card.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { PriceHistoryCard } from './price-history-card.tsx';
import { PriceTable } from './price-table.tsx';
import { usePricesWords } from './prices-words.ts';

export default function PricesScreen(): ReactElement {
  const say = usePricesWords();
  const api = useApi();
  const queries = useQueryClient();
  const mayChange = useMay()('prices.change');
  const [changed, change] = useState<PriceRow>();
  const [inParts, askParts] = useState<PriceRow>();
  const book = useQuery({
    queryKey: [api.scope, api.mode, 'prices', 'book'],
    queryFn: ({ signal }) => api.get<PriceBook>('prices/book', {}, signal),
  });
  // Summing a month of calls is slow, so the prices load separately.
  const margins = useQuery({
    queryKey: [api.scope, api.mode, 'prices', 'margins'],
    queryFn: ({ signal }) => api.get<Margins>('prices/margins', {}, signal),
    enabled: api.area === 'operator',
  });
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: [api.scope, api.mode, 'prices'] });
  const { accountId } = api;
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          api.area === 'customer'
            ? say('ofYou')
            : accountId === undefined
              ? say('everyone')
              : say('ofAccount', { id: accountId })
        }
      />
      <div className="stack">
        <LockedNote sections={['products', 'plans']} />
        <section className="card">
          <header className="card-head">
            <h2>{say('book')}</h2>
          </header>
          <ProblemBar error={book.error} onRetry={() => void book.refetch()} />
          <ProblemBar error={margins.error} onRetry={() => void margins.refetch()} />
          {!book.data && !book.error && <RowsSkeleton rows={3} height={38} />}
          {book.data && (
            <PriceTable
              prices={book.data.prices}
              margins={margins.data?.margins}
              onChange={mayChange ? change : undefined}
              onParts={mayChange && accountId === undefined ? askParts : undefined}
            />
          )}
        </section>
        <PlannedPricesCard mayChange={mayChange} onDone={refresh} />
        {accountId === undefined && <AgreedPricesCard />}
        <PriceHistoryCard />
      </div>
      <PriceDialog row={changed} onDone={refresh} onClose={() => change(undefined)} />
      <PartsDialog row={inParts} onDone={refresh} onClose={() => askParts(undefined)} />
    </>
  );
}
