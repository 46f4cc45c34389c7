import './invoices.css';
import type { ReactElement, ReactNode } from 'react';
import type { FapiaoRow } from '../../../../src/surfaces/console/invoices/fapiao-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { amountText } from '../../kit/amount-text.ts';
import { type Column, DataTable, type Paging } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber } from '../../kit/number-text.ts';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Time } from '../../kit/time.tsx';
import { useInvoiceWords } from './invoice-words.ts';

const tones: Readonly<Record<FapiaoRow['state'], StatusTone>> = {
  asked: 'pending',
  issued: 'good',
  refused: 'refused',
  cancelled: 'off',
  reversed: 'off',
};

/** Requests for a fapiao, with what can be done about each. */
export function FapiaoTable({
  rows,
  empty,
  paging,
  actions,
}: {
  rows: readonly FapiaoRow[];
  empty: ReactNode;
  paging: Paging;
  actions: ((row: FapiaoRow) => ReactNode) | undefined;
}): ReactElement {
  const say = useInvoiceWords();
  const isPlatform = useApi().accountId === undefined;
  const status = ({ state }: FapiaoRow) => (
    <Status tone={tones[state]} word={say(`state_${state}`)} />
  );
  const amount = ({ amount: sum, currency }: FapiaoRow) => (
    <Money amount={sum} currency={currency} isPaid />
  );
  const result = ({ fapiaoCode, fapiaoNumber, file, reason, returned, currency }: FapiaoRow) => {
    const isReturned = isPlatform && /[1-9]/.test(returned);
    const back = say('fapiaoReturned', { amount: amountText(returned, currency) });
    const isLink = /^https?:\/\//i.test(file);
    const parts = [fapiaoCode, fapiaoNumber, isLink ? '' : file, reason, isReturned ? back : ''];
    const words = parts.filter(Boolean).join(' · ');
    return (
      (words || isLink) && (
        <span className="invoices-result">
          <span title={words}>{words}</span>
          {isLink && (
            <a className="link" href={file} target="_blank" rel="noreferrer">
              {say('fapiaoOpen')}
            </a>
          )}
        </span>
      )
    );
  };
  const cut = (name: string) => (
    <span className="invoices-cut" title={name}>
      {name}
    </span>
  );
  const columns: (Column<FapiaoRow> | false)[] = [
    {
      name: 'asked',
      title: say('fapiaoAsked'),
      cell: ({ askedAt }) => <Time at={askedAt} form="short" />,
    },
    isPlatform && {
      name: 'account',
      title: say('account'),
      cell: ({ accountName }) => cut(accountName),
    },
    // The card of one account is narrow.
    isPlatform && { name: 'title', title: say('fapiaoTitle'), cell: ({ title }) => cut(title) },
    isPlatform && {
      name: 'kind',
      title: say('fapiaoKind'),
      cell: ({ kind }) => say(`kind_${kind}`),
    },
    { name: 'state', title: say('fapiaoState'), cell: status },
    { name: 'result', title: say('fapiaoResult'), cell: (row) => result(row) || noNumber },
    { name: 'amount', title: say('fapiaoAmount'), isNumber: true, cell: amount },
    actions !== undefined && {
      name: 'actions',
      title: <span className="unseen">{say('actions')}</span>,
      isNumber: true,
      cell: actions,
    },
  ];
  return (
    <DataTable
      label={say('fapiaoTable')}
      rowHeight={38}
      rows={rows}
      rowKey={({ requestId }) => requestId}
      empty={empty}
      columns={columns.filter((column) => column !== false)}
      paging={paging}
      phone={(row) => ({
        status: <Status tone={tones[row.state]} />,
        title: row.title,
        amount: amount(row),
        rest: [say(`state_${row.state}`), say(`kind_${row.kind}`)].join(' · '),
        time: <Time at={row.askedAt} form="short" />,
        actions: (result(row) || actions?.(row)) && (
          <span className="invoices-phone">
            {result(row)}
            {actions?.(row)}
          </span>
        ),
      })}
    />
  );
}
