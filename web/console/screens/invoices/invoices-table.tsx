import './invoices.css';
import type { ReactElement, ReactNode } from 'react';
import type { InvoiceRow } from '../../../../src/surfaces/console/invoices/invoices-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { Day } from '../../kit/time.tsx';
import { useInvoiceWords } from './invoice-words.ts';

const languages = ['en', 'zh'] as const;

/** Invoices and credit notes, each with its files. Amounts of credit notes are negative. */
export function InvoicesTable({
  rows,
  empty,
  paging,
}: {
  rows: readonly InvoiceRow[];
  empty: ReactNode;
  paging: Paging;
}): ReactElement {
  const say = useInvoiceWords();
  const api = useApi();
  const isPlatform = api.accountId === undefined;
  const name = ({ kind, correctsNumber }: InvoiceRow) =>
    correctsNumber && isPlatform
      ? say('corrects', { number: correctsNumber })
      : say(`kind_${kind}`);
  const amount = (part: 'net' | 'vat' | 'gross') => (row: InvoiceRow) => (
    <Money
      amount={signed(row, row[part])}
      currency={row.currency}
      isPaid
      isBare={part !== 'gross'}
    />
  );
  const files = ({ invoiceId }: InvoiceRow) => (
    <span className="invoices-files">
      {languages.map((language) => (
        <a
          key={language}
          className="link"
          href={api.href('invoices/pdf', { invoice: invoiceId, language })}
          download
        >
          {say(`pdf_${language}`)}
        </a>
      ))}
    </span>
  );
  const columns: (Column<InvoiceRow> | false)[] = [
    { name: 'issued', title: say('issued'), cell: ({ issuedOn }) => <Day day={issuedOn} /> },
    { name: 'number', title: say('number'), cell: ({ number }) => number },
    { name: 'kind', title: say('kind'), cell: name },
    isPlatform && {
      name: 'account',
      title: say('account'),
      cell: ({ accountName }) => accountName,
    },
    isPlatform && { name: 'buyer', title: say('buyer'), cell: ({ buyer }) => buyer },
    // The card of one account is narrow, and its PDFs say the rest.
    isPlatform && { name: 'net', title: say('net'), isNumber: true, cell: amount('net') },
    { name: 'vat', title: say('vat'), isNumber: true, cell: amount('vat') },
    { name: 'gross', title: say('gross'), isNumber: true, cell: amount('gross') },
    { name: 'files', title: say('files'), cell: files },
  ];
  return (
    <DataTable
      label={say('table')}
      rowHeight={38}
      rows={rows}
      rowKey={({ invoiceId }) => invoiceId}
      copyText={({ number }) => number}
      empty={empty}
      columns={columns.filter((column) => column !== false)}
      paging={paging}
      phone={(row) => ({
        title: row.number,
        amount: amount('gross')(row),
        rest: [name(row), ...(isPlatform ? [row.accountName] : [])].join(' · '),
        time: <Day day={row.issuedOn} />,
        actions: files(row),
      })}
    />
  );
}

function signed({ kind }: InvoiceRow, amount: string): string {
  return kind === 'credit_note' && /[1-9]/.test(amount) ? `-${amount}` : amount;
}
