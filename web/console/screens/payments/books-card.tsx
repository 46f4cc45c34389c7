import type { ReactElement } from 'react';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { dayName } from '../wallet/day-name.ts';
import { usePaymentWords } from './payment-words.ts';

type Books = PaymentBooks['providers'][number];
type Row = Books['month'] & { day: string };

const amounts = [
  ...(['vendorPaid', 'vendorReturned', 'vendorFee'] as const),
  ...(['ledgerPaid', 'ledgerReturned', 'ledgerFee', 'difference', 'bankPaidOut'] as const),
];

const isOfLedger = (name: string) => name.startsWith('ledger');

/** The days of a provider, side by side as its vendor, the ledger and the bank say, with the sums of the month. */
export function BooksCard({
  books: { provider, currency, ledgerCurrency, days, month, atVendor },
}: {
  books: Books;
}): ReactElement {
  const say = usePaymentWords();
  const language = useLanguage();
  const isConverted = currency !== ledgerCurrency;
  const rows: Row[] = [...days, { ...month, day: '' }];
  const nameOf = ({ day }: Row) => (day ? dayName(day, language) : say('booksMonth'));
  const amount = (row: Row, name: (typeof amounts)[number]) => {
    const value = row[name];
    return value === null || !/[1-9]/.test(value) ? (
      noNumber
    ) : (
      <Money
        amount={value}
        currency={isOfLedger(name) ? ledgerCurrency : currency}
        isBare={!isConverted}
      />
    );
  };
  const inMoney = (value: string, of: string) =>
    isConverted ? `${numberText(value.replace(/00$/, ''))} ${of}` : numberText(value);
  const countOf = ({ payments, unanswered }: Row) =>
    unanswered > 0
      ? say('booksUnanswered', { payments: numberText(payments), unanswered })
      : numberText(payments);
  const columns: Column<Row>[] = [
    { name: 'day', title: say('booksDay'), cell: nameOf },
    {
      name: 'payments',
      title: say('booksPayments'),
      isNumber: true,
      cell: countOf,
    },
    ...amounts.map((name) => ({
      name,
      title: say(`books_${name}`),
      isNumber: true,
      cell: (row: Row) => amount(row, name),
    })),
  ];
  return (
    <section className="card payments-books">
      <header className="card-head payments-head">
        <h2>
          {provider} ({currency})
        </h2>
        {isConverted && (
          <span className="soft">
            {say('booksConverted', { currency, ledger: ledgerCurrency })}
          </span>
        )}
        <span className="soft">
          {say('atVendor')} <Money amount={atVendor} currency={currency} />
        </span>
      </header>
      <DataTable
        label={say('booksTable', { provider })}
        rowHeight={36}
        rows={rows}
        rowKey={({ day }) => day}
        columns={columns}
        phone={(row) => ({
          title: nameOf(row),
          amount: amount(row, 'vendorPaid'),
          rest:
            row.unanswered > 0
              ? say('booksPhoneCount', { payments: countOf(row) })
              : say('booksPhone', {
                  ...{ ledger: inMoney(row.ledgerPaid, ledgerCurrency) },
                  ...{ difference: inMoney(row.difference, currency) },
                }),
        })}
      />
    </section>
  );
}
