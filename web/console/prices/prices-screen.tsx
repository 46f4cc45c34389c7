import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  Margin,
  Margins,
  PriceBook,
  PriceRow,
} from '../../../src/console/prices/prices-contract.ts';
import { Confirm } from '../parts/confirm.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Money } from '../parts/money.tsx';
import { noNumber, numberText } from '../parts/number-text.ts';
import { PageHead } from '../parts/page-head.tsx';
import { useGo, usePlace } from '../parts/place.ts';
import { ProblemBar } from '../parts/problem-bar.tsx';
import { useSession } from '../parts/session.ts';
import { RowsSkeleton } from '../parts/skeletons.tsx';
import { toast } from '../parts/toast.ts';
import { useProductName } from '../parts/use-product-name.ts';
import { HistoryCard } from './history-card.tsx';
import { PlansCard } from './plans-card.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { usePricesWords } from './prices-words.ts';

/** The price book: what is in force, what it costs us, what comes, and what was. */
export default function PricesScreen(): ReactElement {
  const say = usePricesWords();
  const place = usePlace();
  const queries = useQueryClient();
  const { operatorRole } = useSession();
  const mayChange = operatorRole === 'owner' || operatorRole === 'finance';
  const [changed, change] = useState<PriceRow>();
  const [inParts, askParts] = useState<PriceRow>();
  const book = useQuery({
    queryKey: [place.scope, place.mode, 'prices', 'book'],
    queryFn: ({ signal }) => place.get<PriceBook>('prices/book', {}, signal),
  });
  // It adds up a month of calls, so the prices do not wait for it.
  const margins = useQuery({
    queryKey: [place.scope, place.mode, 'prices', 'margins'],
    queryFn: ({ signal }) => place.get<Margins>('prices/margins', {}, signal),
    enabled: place.door === 'operator',
  });
  const refresh = () =>
    void queries.invalidateQueries({ queryKey: [place.scope, place.mode, 'prices'] });
  const { accountId } = place;
  return (
    <>
      <PageHead
        title={say('title')}
        aside={accountId === undefined ? say('everyone') : say('ofAccount', { id: accountId })}
      />
      <div className="stack">
        <section className="card">
          <header className="card-head">
            <h2>{say('book')}</h2>
          </header>
          <ProblemBar error={book.error} onRetry={() => void book.refetch()} />
          {!book.data && !book.error && <RowsSkeleton rows={3} height={38} />}
          {book.data && (
            <BookTable
              prices={book.data.prices}
              margins={margins.data?.margins}
              onChange={mayChange ? change : undefined}
              onParts={mayChange && accountId === undefined ? askParts : undefined}
            />
          )}
        </section>
        {book.data && <PlansCard plans={book.data.plans} mayChange={mayChange} onDone={refresh} />}
        {book.data?.accounts && <AgreedCard accounts={book.data.accounts} />}
        <HistoryCard />
      </div>
      <PriceDialog row={changed} onDone={refresh} onClose={() => change(undefined)} />
      <PartsDialog row={inParts} onDone={refresh} onClose={() => askParts(undefined)} />
    </>
  );
}

function BookTable({
  prices,
  margins,
  onChange,
  onParts,
}: {
  prices: readonly PriceRow[];
  margins: readonly Margin[] | undefined;
  onChange: ((row: PriceRow) => void) | undefined;
  onParts: ((row: PriceRow) => void) | undefined;
}): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const { accountId, door } = usePlace();
  const marginOf = (row: PriceRow) => margins?.find(({ product }) => product === row.product);
  const parts = ({ product, perPart }: PriceRow) =>
    product === 'face_verify' ? noNumber : perPart ? say('perPart') : say('perMessage');
  const actions = (row: PriceRow) => (
    <>
      {onParts && row.product !== 'face_verify' && (
        <Button size="small" onClick={() => onParts(row)}>
          {say('byPart')}
        </Button>
      )}{' '}
      {onChange && (
        <Button
          size="small"
          aria-label={`${say('change')} ${nameOf(row.product)}`}
          onClick={() => onChange(row)}
        >
          {say('change')}
        </Button>
      )}
    </>
  );
  const columns: Column<PriceRow>[] = [
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    { name: 'parts', title: say('parts'), cell: parts },
    {
      name: 'price',
      title: say('price'),
      isNumber: true,
      cell: ({ defaultPrice }) => <Money amount={defaultPrice} />,
    },
    ...(accountId === undefined ? [] : [ownColumn(say('own'))]),
    ...(door === 'operator' ? marginColumns(say, marginOf) : []),
    ...(onChange
      ? [
          {
            name: 'actions',
            title: <span className="unseen">{say('actions')}</span>,
            isNumber: true,
            cell: actions,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={say('book')}
      rowHeight={38}
      rows={prices}
      rowKey={({ product }) => product}
      columns={columns}
      phone={(row) => ({
        title: nameOf(row.product),
        amount: <Money amount={row.accountPrice ?? row.defaultPrice} />,
        rest: row.accountPrice === null ? say('all') : say('own'),
        time: actions(row),
      })}
    />
  );
}

function ownColumn(title: string): Column<PriceRow> {
  return {
    name: 'own',
    title,
    isNumber: true,
    cell: ({ accountPrice }) => <Money amount={accountPrice} />,
  };
}

function marginColumns(
  say: ReturnType<typeof usePricesWords>,
  marginOf: (row: PriceRow) => Margin | undefined,
): Column<PriceRow>[] {
  return [
    {
      name: 'calls',
      title: say('calls'),
      isNumber: true,
      cell: (row) => numberText(marginOf(row)?.calls ?? 0),
    },
    {
      name: 'cost',
      title: say('cost'),
      isNumber: true,
      cell: (row) => <Money amount={marginOf(row)?.cost} />,
    },
    {
      name: 'margin',
      title: say('margin'),
      isNumber: true,
      cell: (row) => {
        const found = marginOf(row);
        const note = found?.uncosted ? say('uncosted', { count: found.uncosted }) : undefined;
        return (
          <span title={note}>
            <Money amount={found?.margin} />
          </span>
        );
      },
    },
  ];
}

function AgreedCard({ accounts }: { accounts: NonNullable<PriceBook['accounts']> }): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const go = useGo();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('agreed')}</h2>
      </header>
      <DataTable
        label={say('agreed')}
        rows={accounts}
        rowKey={({ accountId, product }) => `${accountId} ${product}`}
        onOpen={({ accountId }) => go('prices', { scope: String(accountId) })}
        empty={say('noAgreed')}
        columns={[
          { name: 'account', title: say('forWhom'), cell: ({ accountName }) => accountName },
          { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
          {
            name: 'price',
            title: say('own'),
            isNumber: true,
            cell: ({ unitPrice }) => <Money amount={unitPrice} />,
          },
        ]}
        phone={({ accountName, product, unitPrice }) => ({
          title: accountName,
          amount: <Money amount={unitPrice} />,
          rest: nameOf(product),
        })}
      />
    </section>
  );
}

function PartsDialog({
  row,
  onDone,
  onClose,
}: {
  row: PriceRow | undefined;
  onDone(): void;
  onClose(): void;
}): ReactElement {
  const say = usePricesWords();
  const nameOf = useProductName();
  const place = usePlace();
  const isByPart = row?.perPart ?? false;
  return (
    <Confirm
      isOpen={row !== undefined}
      title={row ? say('byPartTitle', { product: nameOf(row.product) }) : ''}
      verb={isByPart ? say('toMessage') : say('toPart')}
      rows={[
        {
          label: say('parts'),
          before: isByPart ? say('perPart') : say('perMessage'),
          after: isByPart ? say('perMessage') : say('perPart'),
        },
      ]}
      onConfirm={async () => {
        await place.post('prices/per-part', { product: row?.product, perPart: !isByPart });
        toast(say('set'));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
