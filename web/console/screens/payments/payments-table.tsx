import type { ReactElement, ReactNode } from 'react';
import type {
  PaymentRow,
  PaymentsPage,
} from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useGo } from '../../client/scope.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { shownStateOf, usePaymentWords } from './payment-words.ts';

export function PaymentsTable({
  rows,
  titles,
  empty,
  paging,
}: {
  rows: readonly PaymentRow[];
  titles: PaymentsPage['titles'];
  empty: ReactNode;
  paging: Paging;
}): ReactElement {
  const say = usePaymentWords();
  const go = useGo();
  const providerOf = ({ provider }: PaymentRow) => titles[provider] ?? provider;
  const columns: Column<PaymentRow>[] = [
    { name: 'at', title: say('time'), cell: ({ at }) => <Time at={at} form="moment" /> },
    {
      name: 'state',
      title: say('state'),
      cell: (row) => {
        const { name, tone } = shownStateOf(row);
        return (
          <>
            <Status tone={tone} word={say(`state_${name}`)} />
            {name === 'partly_refunded' && (
              <span className="soft">
                {' · '}
                <Money amount={row.returned} currency={row.currency} isPaid isBare />
              </span>
            )}
          </>
        );
      },
    },
    { name: 'account', title: say('account'), cell: ({ accountName }) => accountName },
    { name: 'provider', title: say('provider'), cell: providerOf },
    { name: 'method', title: say('method'), cell: ({ method }) => method },
    {
      name: 'amount',
      title: say('amount'),
      isNumber: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} isPaid />,
    },
  ];
  return (
    <DataTable
      label={say('table')}
      rowHeight={38}
      rows={rows}
      rowKey={({ paymentId }) => paymentId}
      copyText={({ paymentId }) => paymentId}
      onOpen={({ paymentId }) => go(`payments/${paymentId}`)}
      empty={empty}
      columns={columns}
      paging={paging}
      phone={(row) => {
        const { name, tone } = shownStateOf(row);
        return {
          status: <Status tone={tone} />,
          title: row.accountName,
          amount: <Money amount={row.amount} currency={row.currency} isPaid />,
          rest: [say(`state_${name}`), row.method].join(' · '),
          time: <Time at={row.at} />,
        };
      }}
    />
  );
}
