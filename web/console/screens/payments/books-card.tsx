import type { ReactElement } from 'react';
import { inDecimals } from '../../../../src/foundation/money.ts';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { amountText } from '../../kit/amount-text.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { Day } from '../../kit/time.tsx';
import { usePaymentWords } from './payment-words.ts';

type Books = PaymentBooks['providers'][number];
type Row = Books['month'] & { day: string };

const amounts = [
  ...(['vendorPaid', 'vendorReturned', 'vendorFee'] as const),
  ...(['ledgerPaid', 'ledgerReturned', 'ledgerFee', 'difference', 'bankPaidOut'] as const),
];

const compared: readonly string[] = ['vendorPaid', 'ledgerPaid', 'difference'];

const isOfLedger = (name: string) => name.startsWith('ledger');

/** The days of a provider, side by side as its vendor, the ledger and the bank say, with the sums of the month. */
export function BooksCard({
  books: { currency, ledgerCurrency, days, month, atVendor },
  title,
}: {
  books: Books;
  /** The provider's. */
  title: string;
}): ReactElement {
  const say = usePaymentWords();
  const isConverted = currency !== ledgerCurrency;
  const rows: Row[] = [...days, { ...month, day: '' }];
  const nameOf = ({ day }: Row) => (day ? <Day day={day} /> : say('booksMonth'));
  const isSome = (value: string | null) => value !== null && /[1-9]/.test(value);
  // A column in which nothing is says nothing, except those that are compared.
  const shown = amounts.filter(
    (name) => compared.includes(name) || rows.some((row) => isSome(row[name])),
  );
  const amount = (row: Row, name: (typeof amounts)[number]) => {
    const value = row[name];
    const isKnown = !compared.includes(name) || row.unanswered < row.payments;
    return value === null || !isKnown || (!isSome(value) && name !== 'difference') ? (
      noNumber
    ) : (
      <Money
        amount={value}
        currency={isOfLedger(name) ? ledgerCurrency : currency}
        isPaid
        isBare={!isConverted}
      />
    );
  };
  const inMoney = (value: string, of: string) =>
    isConverted ? amountText(value, of) : numberText(inDecimals(value, of));
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
    ...shown.map((name) => ({
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
      )}
    </section>
  );
}
