import type { ReactElement } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useGo } from '../../client/scope.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { usePaymentWords } from './payment-words.ts';

type Difference = PaymentBooks['differences'][number];

/** Where vendor and ledger differ, by cause, with a link to each payment. */
export function DifferencesCard({
  books: { differences, titles, isMore },
}: {
  books: PaymentBooks;
}): ReactElement {
  const say = usePaymentWords();
  const go = useGo();
  const cause = ({ cause: name }: Difference) => (
    <Status tone={name === 'ignored' ? 'off' : 'unknown'} word={say(`cause_${name}`)} />
  );
  const providerOf = ({ provider }: Difference) => titles[provider] ?? provider;
  const amount = ({ amount: value, currency }: Difference) => (
    <Money amount={value} currency={currency} isPaid />
  );
  return (
    <section className="card">
      <header className="card-head payments-head">
        <h2>{say('differences')}</h2>
        <span className="soft">{say('differencesNote')}</span>
      </header>
      <DataTable
        label={say('differences')}
        rowHeight={36}
        rows={differences}
        rowKey={({ paymentId, cause: name }) => `${paymentId} ${name}`}
        onOpen={({ paymentId }) => go(`payments/${paymentId}`)}
        empty={say('differencesNone')}
        foot={isMore ? say('differencesMore') : undefined}
        columns={[
          { name: 'cause', title: say('cause'), cell: cause },
          { name: 'account', title: say('account'), cell: ({ accountName }) => accountName },
          { name: 'provider', title: say('provider'), cell: providerOf },
          { name: 'since', title: say('since'), cell: ({ foundAt }) => <Time at={foundAt} /> },
          { name: 'amount', title: say('differenceAmount'), isNumber: true, cell: amount },
        ]}
        phone={(row) => ({
          status: <Status tone="unknown" />,
          title: row.accountName,
          amount: amount(row),
          rest: [say(`cause_${row.cause}`), providerOf(row)].join(' · '),
          time: <Time at={row.foundAt} />,
        })}
      />
    </section>
  );
}
