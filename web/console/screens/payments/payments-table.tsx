import type { ReactElement, ReactNode } from 'react';
import type { PaymentRow } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useGo } from '../../client/scope.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { shownStateOf, usePaymentWords } from './payment-words.ts';

export function PaymentsTable({
  rows,
  empty,
  paging,
}: {
  rows: readonly PaymentRow[];
  empty: ReactNode;
  paging: Paging;
}): ReactElement {
  const say = usePaymentWords();
  const go = useGo();
  const isNone = (amount: string) => !/[1-9]/.test(amount);
  const columns: Column<PaymentRow>[] = [
    { name: 'at', title: say('time'), cell: ({ at }) => <Time at={at} form="moment" /> },
    {
      name: 'state',
      title: say('state'),
      cell: (row) => {
        const { name, tone } = shownStateOf(row);
        return <Status tone={tone} word={say(`state_${name}`)} />;
      },
    },
    { name: 'account', title: say('account'), cell: ({ accountName }) => accountName },
    { name: 'provider', title: say('provider'), cell: ({ provider }) => provider },
    { name: 'method', title: say('method'), cell: ({ method }) => method },
    {
      name: 'returned',
      title: say('returned'),
      isNumber: true,
      cell: ({ returned, currency }) =>
        isNone(returned) ? noNumber : <Money amount={returned} currency={currency} isPaid isBare />,
    },
    {
      name: 'fee',
      title: say('fee'),
      isNumber: true,
      cell: ({ fee, currency }) =>
        isNone(fee) ? noNumber : <Money amount={fee} currency={currency} isPaid isBare />,
    },
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
          rest: [say(`state_${name}`), row.provider, row.method].join(' · '),
          time: <Time at={row.at} />,
        };
      }}
    />
  );
}
