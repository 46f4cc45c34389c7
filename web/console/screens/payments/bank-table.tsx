import type { ReactElement, ReactNode } from 'react';
import type {
  BankLineRow,
  BankLines,
} from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { Status } from '../../kit/status.tsx';
import type { StatusTone } from '../../kit/status-tone.ts';
import { Day } from '../../kit/time.tsx';
import type { LineDeed } from './bank-line-dialog.tsx';
import { usePaymentWords } from './payment-words.ts';

const tones: Readonly<Record<BankLineRow['state'], StatusTone>> = {
  open: 'unknown',
  credited: 'good',
  ignored: 'off',
  paid_out: 'off',
  taken_back: 'off',
};

/** The lines of bank files, with what can be done about the open ones. */
export function BankTable({
  page: { lines, isMore, currency, providers, titles },
  isOpenOnly,
  onAct,
}: {
  page: BankLines;
  isOpenOnly: boolean;
  onAct: ((deed: LineDeed, line: BankLineRow) => void) | undefined;
}): ReactElement {
  const say = usePaymentWords();
  const why = ({ account, provider, takesBack, openBecause, reason }: BankLineRow) =>
    account?.name ??
    (provider === null ? undefined : (titles[provider] ?? provider)) ??
    (takesBack === null ? undefined : say('bankTakes', { line: takesBack })) ??
    (openBecause ? say(`open_${openBecause}`) : reason);
  const amount = (line: BankLineRow) => (
    <Money amount={line.amount} currency={line.currency} isPaid />
  );
  const actions = (line: BankLineRow): ReactNode => {
    if (!onAct || line.state !== 'open') return null;
    const isBack = line.amount.startsWith('-');
    const canCredit = line.currency === currency && !isBack;
    const deeds = [
      ...(canCredit ? (['credit'] as const) : []),
      ...(isBack ? (['takeBack'] as const) : []),
      ...(providers.length > 0 ? (['payOut'] as const) : []),
      'ignore' as const,
    ].map((name) => ({ name, label: `${say(`line_${name}`)}…`, onAct: () => onAct(name, line) }));
    return (
      <RowActions row={`${say('bankLine')} ${line.line}`} main={deeds[0]} more={deeds.slice(1)} />
    );
  };
  const columns: Column<BankLineRow>[] = [
    { name: 'line', title: say('bankLine'), cell: ({ line }) => line },
    { name: 'day', title: say('bankDay'), cell: ({ day }) => <Day day={day} /> },
    // Among open lines, the state says nothing.
    ...(isOpenOnly
      ? []
      : [
          {
            name: 'state',
            title: say('state'),
            cell: ({ state }: BankLineRow) => (
              <Status tone={tones[state]} word={say(`line_${state}`)} />
            ),
          },
        ]),
    { name: 'payer', title: say('bankPayer'), cell: ({ payer }) => payer },
    {
      name: 'text',
      title: say('bankText'),
      cell: ({ text }) => <span className="bank-text">{text}</span>,
    },
    { name: 'why', title: say('bankWhy'), cell: why },
    { name: 'amount', title: say('amount'), isNumber: true, cell: amount },
    ...(onAct
      ? [
          {
            name: 'actions',
            title: <span className="unseen">{say('termsActions')}</span>,
            isNumber: true,
            cell: actions,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={say('bankTable')}
      rowHeight={38}
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={columns}
      empty={say(isOpenOnly ? 'bankNoneOpen' : 'bankNone')}
      foot={isMore ? say('bankMore', { count: lines.length }) : undefined}
      phone={(line) => ({
        status: <Status tone={tones[line.state]} />,
        title: line.payer || line.text || `${say('bankLine')} ${line.line}`,
        amount: amount(line),
        rest: [isOpenOnly ? '' : say(`line_${line.state}`), line.payer && line.text, why(line)]
          .filter(Boolean)
          .join(' · '),
        time: <Day day={line.day} />,
        menu: actions(line),
      })}
    />
  );
}
