import './funds.css';
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
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useFundsWords } from './funds-words.ts';
import { shownState, stateTones } from './payment-state.ts';

const fields = { payments: text() };

/** The payments of a wallet, once there are any. */
export function PaymentsCard(): ReactElement | null {
  const say = useFundsWords();
  const language = useLanguage();
  const api = useApi();
  const go = useGo();
  const [state, set] = useSearchState(fields);
  const { here } = cursorPages(state.payments, null, () => {});
  const { data } = useQuery({
    queryKey: [api.scope, api.mode, 'funds', 'payments', here],
    queryFn: ({ signal }) => api.get<PaymentsPage>('funds/payments', { before: here }, signal),
    placeholderData: keepPreviousData,
  });
  if (!data || (data.payments.length === 0 && here === '')) return null;
  const word = (row: PaymentRow) => say(`state_${row.isLate ? 'late' : shownState(row)}`);
  const status = (row: PaymentRow) => (
    <Status tone={stateTones[shownState(row)]} word={word(row)} />
  );
  const method = ({ title, method: code }: PaymentRow) => title?.[language] ?? code;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('payments')}</h2>
      </header>
      <DataTable
        label={say('payments')}
        rows={data.payments}
        rowKey={({ paymentId }) => paymentId}
        rowHeight={38}
        onOpen={({ paymentId }) => go(`funds/${paymentId}`)}
        paging={cursorPages(state.payments, data.next, (payments) => set({ payments }))}
        empty={say('noPayments')}
        columns={[
          {
            name: 'begun',
            title: say('started'),
            cell: ({ begunAt }) => <Time at={begunAt} form="short" />,
          },
          { name: 'method', title: say('method'), cell: method },
          { name: 'state', title: say('state'), cell: status },
          {
            name: 'amount',
            title: say('amount'),
            isNumber: true,
            cell: ({ amount }) => <Money amount={amount} />,
          },
        ]}
        phone={(row) => ({
          status: <Status tone={stateTones[shownState(row)]} />,
          title: method(row),
          amount: <Money amount={row.amount} />,
          rest: word(row),
          time: <Time at={row.begunAt} form="short" />,
        })}
      />
    </section>
  );
}
