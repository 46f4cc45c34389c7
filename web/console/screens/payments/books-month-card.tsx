import type { ReactElement } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { type BooksRow, useBooksColumns } from './books-columns.tsx';
import { usePaymentWords } from './payment-words.ts';

type Row = BooksRow & { provider: string };

/** What a month came to with each provider, above everything that explains it. */
export function BooksMonthCard({
  books: { providers, titles },
}: {
  books: PaymentBooks;
}): ReactElement {
  const say = usePaymentWords();
  const rows: Row[] = providers.map(({ provider, month, ...of }) => ({
    provider,
    sums: month,
    of,
  }));
  const { columns, phone } = useBooksColumns(rows, false);
  const nameOf = ({ provider }: Row) => titles[provider] ?? provider;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('booksMonth')}</h2>
      </header>
      <DataTable
        label={say('booksMonth')}
        rowHeight={38}
        rows={rows}
        rowKey={({ provider, of }) => `${provider} ${of.currency}`}
        empty={say('booksNothing')}
        columns={[{ name: 'provider', title: say('provider'), cell: nameOf }, ...columns]}
        phone={(row) => ({ title: nameOf(row), ...phone(row) })}
      />
    </section>
  );
}
