import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  PaymentRow,
  PaymentsPage,
} from '../../../../src/surfaces/console/funds/funds-contract.ts';
import { cursorPages } from '../../client/cursor-pages.ts';
import { useGo } from '../../client/scope.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useFundsWords } from './funds-words.ts';
import { shownState, stateTones } from './payment-state.ts';

const fields = { payments: text() };

/** A page of the payments of a wallet, also of those that moved nothing. */
export function usePayments(before = '') {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, api.mode, 'funds', 'payments', before],
    queryFn: ({ signal }) => api.get<PaymentsPage>('funds/payments', { before }, signal),
    placeholderData: keepPreviousData,
  });
}

/** With `most`, as many of the latest as that, in a narrow card. */
export function PaymentsList({ most }: { most?: number }): ReactElement {
  const say = useFundsWords();
  const language = useLanguage();
  const go = useGo();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.payments, null, () => {});
  const { data, error, refetch } = usePayments(here);
  if (!data) {
    return error ? (
      <ProblemBar error={error} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton rows={6} height={38} />
    );
  }
  const word = (row: PaymentRow) => say(`state_${row.isLate ? 'late' : shownState(row)}`);
  const status = (row: PaymentRow) => (
    <Status tone={stateTones[shownState(row)]} word={word(row)} />
  );
  const method = ({ title, method: code }: PaymentRow) => title?.[language] ?? code;
  const isBrief = most !== undefined;
  const paging = cursorPages(state.payments, data.next, (payments) => set({ payments }));
  return (
    <DataTable
      label={say('payments')}
      rows={data.payments.slice(0, most)}
      rowKey={({ paymentId }) => paymentId}
      rowHeight={38}
      onOpen={({ paymentId }) => go(`funds/${paymentId}`)}
      {...(isBrief ? {} : { paging })}
      empty={say('noPayments')}
      columns={[
        {
          name: 'begun',
          title: say('started'),
          cell: ({ begunAt }) => <Time at={begunAt} form="short" />,
        },
        ...(isBrief ? [] : [{ name: 'method', title: say('method'), cell: method }]),
        { name: 'state', title: say('state'), cell: status },
        {
          name: 'amount',
          title: say('amount'),
          isNumber: true,
          cell: ({ amount }) => <Money amount={amount} isPaid />,
        },
      ]}
      phone={(row) => ({
        status: <Status tone={stateTones[shownState(row)]} />,
        title: method(row),
        amount: <Money amount={row.amount} isPaid />,
        rest: word(row),
        time: <Time at={row.begunAt} form="short" />,
      })}
    />
  );
}
