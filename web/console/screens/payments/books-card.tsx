import type { ReactElement } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { Day } from '../../kit/time.tsx';
import { type BooksRow, useBooksColumns } from './books-columns.tsx';
import { usePaymentWords } from './payment-words.ts';

type Row = BooksRow & { day: string };

/** The days of a provider, side by side as its vendor, the ledger and the bank say. */
export function BooksCard({
  books: { currency, ledgerCurrency, days, month, atVendor },
  title,
}: {
  books: PaymentBooks['providers'][number];
  /** The provider's. */
  title: string;
}): ReactElement {
  const say = usePaymentWords();
  const of = { currency, ledgerCurrency };
  const isConverted = currency !== ledgerCurrency;
  const rows = days.map(({ day, ...sums }): Row => ({ day, sums, of }));
  const { columns, phone } = useBooksColumns(rows, !isConverted);
  const dayOf = ({ day }: Row) => <Day day={day} />;
  return (
    <section className="card">
      <header className="card-head payments-head">
        <h2>
          {title} ({currency})
        </h2>
        {isConverted && (
          <span className="soft">
            {say('booksConverted', { currency, ledger: ledgerCurrency })}
          </span>
        )}
        <span className="soft">
          {say('atVendor')} <Money amount={atVendor} currency={currency} isPaid />
        </span>
      </header>
      {month.payments > 0 && month.unanswered === month.payments ? (
        <p className="payments-note">
          {say('notAnswered', { count: month.payments, payments: numberText(month.payments) })}
        </p>
      ) : (
        <DataTable
          label={say('booksTable', { provider: title })}
          rowHeight={36}
          rows={rows}
          rowKey={({ day }) => day}
          columns={[{ name: 'day', title: say('booksDay'), cell: dayOf }, ...columns]}
          phone={(row) => ({ title: dayOf(row), ...phone(row) })}
        />
      )}
    </section>
  );
}
