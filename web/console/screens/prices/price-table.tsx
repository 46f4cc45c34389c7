import type { ReactElement } from 'react';
import { isSentInParts } from '../../../../src/foundation/contract/products.ts';
import type { Margin, PriceRow } from '../../../../src/surfaces/console/prices/prices-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { RowActions } from '../../kit/row-actions.tsx';
import { inShownOrder, useProductName } from '../../kit/use-product-name.ts';
import { marginShare } from '../overview/margin-share.ts';
import { Price } from './price.tsx';
import { usePricesWords } from './prices-words.ts';

export function PriceTable({
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
  const { area } = useScope();
  const { currency } = useSession();
  const parts = ({ product, perPart }: PriceRow) =>
    !isSentInParts(product) ? noNumber : perPart ? say('perPart') : say('perMessage');
  const actions = (row: PriceRow, isPhone = false) => {
    const name = nameOf(row.product);
    const change = onChange && {
      name: 'change',
      label: say('change'),
      title: `${say('change')} ${name}`,
      onAct: () => onChange(row),
    };
    const more =
      onParts && isSentInParts(row.product)
        ? [{ name: 'parts', label: say('byPart'), onAct: () => onParts(row) }]
        : [];
    return isPhone && change ? (
      <RowActions row={name} more={[change, ...more]} />
    ) : (
      <RowActions row={name} main={change} more={more} />
    );
  };
  const soldOf = ({ product }: PriceRow) => {
    const sold = margins?.find((one) => one.product === product);
    if (!sold || sold.calls === 0) return [];
    const { calls, margin } = sold;
    return [
      say('soldCalls', { count: calls }),
      ...(margin === null ? [] : [say('soldMargin', { margin: numberText(margin), currency })]),
    ];
  };
  const hasOwn = prices.some(({ accountPrice }) => accountPrice !== null);
  const columns: Column<PriceRow>[] = [
    { name: 'product', title: say('product'), cell: ({ product }) => nameOf(product) },
    { name: 'parts', title: say('parts'), cell: parts },
    {
      name: 'price',
      title: say('price'),
      isNumber: true,
      cell: ({ defaultPrice }) => <Price amount={defaultPrice} />,
    },
    ...(hasOwn ? [ownColumn(say('own'))] : []),
    ...(area === 'operator' ? marginColumns(say, margins) : []),
    ...(onChange
      ? [
          {
            name: 'actions',
            title: <span className="unseen">{say('actions')}</span>,
            isNumber: true,
            cell: (row: PriceRow) => actions(row),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={say('book')}
      rowHeight={38}
      rows={inShownOrder(prices)}
      rowKey={({ product }) => product}
      columns={columns}
      phone={(row) => ({
        title: nameOf(row.product),
        amount: <Price amount={row.accountPrice ?? row.defaultPrice} />,
        rest: [
          say(row.accountPrice === null ? 'price' : 'own'),
          ...(isSentInParts(row.product) ? [parts(row)] : []),
          ...soldOf(row),
        ].join(' · '),
        ...(onChange ? { menu: actions(row, true) } : {}),
      })}
    />
  );
}

function ownColumn(title: string): Column<PriceRow> {
  return {
    name: 'own',
    title,
    isNumber: true,
    cell: ({ accountPrice }) => <Price amount={accountPrice} />,
  };
}

function marginColumns(
  say: ReturnType<typeof usePricesWords>,
  margins: readonly Margin[] | undefined,
): Column<PriceRow>[] {
  const marginOf = (row: PriceRow) => margins?.find(({ product }) => product === row.product);
  return [
    {
      name: 'calls',
      title: say('calls'),
      isNumber: true,
      // "No calls" is shown only after the figures have loaded.
      cell: (row) => (margins ? numberText(marginOf(row)?.calls ?? 0) : noNumber),
    },
    {
      name: 'revenue',
      title: say('revenue'),
      isNumber: true,
      cell: (row) => <Money amount={marginOf(row)?.price} />,
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
      cell: (row) => <MarginCell sold={marginOf(row)} />,
    },
    ...(margins?.some(({ uncosted }) => uncosted > 0) ? [uncostedColumn(say, marginOf)] : []),
  ];
}

function MarginCell({ sold }: { sold: Margin | undefined }): ReactElement {
  const share = sold && marginShare(sold.margin, sold.price, sold.uncostedPrice);
  return (
    <>
      <Money amount={sold?.margin} />
      {share !== undefined && <span className="soft"> · {percentText(share, 1)}</span>}
    </>
  );
}

/** Stands apart, because this revenue is in no margin. */
function uncostedColumn(
  say: ReturnType<typeof usePricesWords>,
  marginOf: (row: PriceRow) => Margin | undefined,
): Column<PriceRow> {
  return {
    name: 'uncostedPrice',
    title: say('uncostedPrice'),
    isNumber: true,
    cell: (row) => {
      const found = marginOf(row);
      if (!found?.uncosted) return noNumber;
      return (
        <span title={say('uncosted', { count: found.uncosted })}>
          <Money amount={found.uncostedPrice} />
        </span>
      );
    },
  };
}
