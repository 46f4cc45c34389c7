import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  PriceBook,
  PriceRow,
} from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { inShownOrder, useProductName } from '../../kit/use-product-name.ts';
import { Price } from '../prices/price.tsx';
import { PriceDialog } from '../prices/price-dialog.tsx';
import { useAccountsWords } from './accounts-words.ts';
import { HomeCard } from './home-card.tsx';

/** What a call costs this account, and whether that was agreed or is the list price. */
export function PricesCard(): ReactElement {
  const say = useAccountsWords();
  const nameOf = useProductName();
  const api = useApi();
  const queries = useQueryClient();
  const mayChange = useMay()('prices.change');
  const [changed, change] = useState<PriceRow>();
  const queryKey = [api.scope, api.mode, 'prices'];
  const book = useQuery({
    queryKey: [...queryKey, 'book'],
    queryFn: ({ signal }) => api.get<PriceBook>('prices/book', {}, signal),
  });
  const rows = inShownOrder(book.data?.prices ?? []).map((row) => ({
    key: row.product,
    name: (
      <>
        {nameOf(row.product)}
        {' · '}
        <span className="soft">{say(row.accountPrice === null ? 'listPrice' : 'agreedPrice')}</span>
      </>
    ),
    aside: (
      <>
        <Price amount={row.accountPrice ?? row.defaultPrice} />
        {mayChange && (
          <Button
            size="small"
            aria-label={say('changePrice', { product: nameOf(row.product) })}
            onClick={() => change(row)}
          >
            {say('change')}
          </Button>
        )}
      </>
    ),
  }));
  return (
    <>
      <HomeCard
        title={say('goPrices')}
        screen="prices"
        all={say('allPrices')}
        none={say('noPrices')}
        query={book}
        rows={rows}
        most={rows.length}
      />
      <PriceDialog
        row={changed}
        onDone={() => void queries.invalidateQueries({ queryKey })}
        onClose={() => change(undefined)}
      />
    </>
  );
}
