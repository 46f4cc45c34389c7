import type { ReactNode } from 'react';
import { inDecimals } from '../../../../src/foundation/money.ts';
import type { PaymentBooks } from '../../../../src/surfaces/console/payments/payments-contract.ts';
import { amountText } from '../../kit/amount-text.ts';
import type { Column } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { usePaymentWords } from './payment-words.ts';

type Books = PaymentBooks['providers'][number];

/** The sums of a day or of a month, in the currencies of their provider. */
export interface BooksRow {
  sums: Books['month'];
  of: Pick<Books, 'currency' | 'ledgerCurrency'>;
}

const names = [
  ...(['vendorPaid', 'vendorReturned', 'vendorFee'] as const),
  ...(['ledgerPaid', 'ledgerReturned', 'ledgerFee', 'difference', 'bankPaidOut'] as const),
];

const compared: readonly string[] = ['vendorPaid', 'ledgerPaid', 'difference'];

const isSome = (value: string | null) => value !== null && /[1-9]/.test(value);

/** The columns in which vendor, ledger and bank stand side by side, and what of them a phone shows. */
export function useBooksColumns<Row extends BooksRow>(rows: readonly Row[], isBare: boolean) {
  const say = usePaymentWords();
  const amount = ({ sums, of }: Row, name: (typeof names)[number]): ReactNode => {
    const value = sums[name];
    const isKnown = !compared.includes(name) || sums.unanswered < sums.payments;
    const currency = name.startsWith('ledger') ? of.ledgerCurrency : of.currency;
    return value === null || !isKnown || (!isSome(value) && name !== 'difference') ? (
      noNumber
    ) : (
      <Money amount={value} currency={currency} isPaid isBare={isBare} />
    );
  };
  const inMoney = (value: string, currency: string) =>
    isBare ? numberText(inDecimals(value, currency)) : amountText(value, currency);
  const countOf = ({ sums: { payments, unanswered } }: Row) =>
    unanswered > 0
      ? say('booksUnanswered', { payments: numberText(payments), unanswered })
      : numberText(payments);
  const columns: Column<Row>[] = [
    { name: 'payments', title: say('booksPayments'), isNumber: true, cell: countOf },
    // A column in which nothing is says nothing, except those that are compared.
    ...names
      .filter((name) => compared.includes(name) || rows.some(({ sums }) => isSome(sums[name])))
      .map((name) => ({
        name,
        title: say(`books_${name}`),
        isNumber: true,
        cell: (row: Row) => amount(row, name),
      })),
  ];
  const phone = (row: Row) => ({
    amount: amount(row, 'vendorPaid'),
    rest:
      row.sums.unanswered > 0
        ? say('booksPhoneCount', { payments: countOf(row) })
        : say('booksPhone', {
            ...{ ledger: inMoney(row.sums.ledgerPaid, row.of.ledgerCurrency) },
            ...{ difference: inMoney(row.sums.difference, row.of.currency) },
          }),
  });
  return { columns, phone };
}
