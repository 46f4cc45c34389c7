import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { Imported } from '../../../../src/surfaces/console/payments/bank-contract.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { Day } from '../../kit/time.tsx';
import { usePaymentWords } from './payment-words.ts';

type Line = Imported['lines'][number];

/** The counts of a file in one sentence. */
export function useImportedText(): (imported: Imported, isTrial: boolean) => string {
  const say = usePaymentWords();
  return ({ credited, waiting, known, outgoing }, isTrial) =>
    say(isTrial ? 'bankWould' : 'bankDid', { credited, waiting, known, outgoing });
}

/** What became of the lines of the file that was just imported. */
export function BankImported({
  imported,
  onClose,
}: {
  imported: Imported;
  onClose(): void;
}): ReactElement {
  const say = usePaymentWords();
  const textOf = useImportedText();
  const outcome = ({ isKnown, account, openBecause }: Line) => {
    if (isKnown) return <Status tone="off" word={say('lineKnown')} />;
    if (account !== null) return <Status tone="good" word={say('lineCredited', { account })} />;
    return <Status tone="unknown" word={say(`open_${openBecause ?? 'no_reference'}`)} />;
  };
  const amount = (line: Line) => <Money amount={line.amount} currency={line.currency} isPaid />;
  const { credited, waiting, known, lines } = imported;
  const isMore = credited + waiting + known > lines.length;
  return (
    <section className="card" aria-labelledby="bank-imported">
      <header className="card-head payments-head">
        <h2 id="bank-imported">{say('bankImported')}</h2>
        <span className="soft">{textOf(imported, false)}</span>
        <Button
          type="text"
          aria-label={say('bankClose')}
          icon={<Icon name="close" />}
          onClick={onClose}
        />
      </header>
      <DataTable
        label={say('bankImported')}
        rowHeight={36}
        rows={lines}
        rowKey={(line) => String(lines.indexOf(line))}
        empty={say('bankNothingIn')}
        foot={isMore ? say('bankMore', { count: lines.length }) : undefined}
        columns={[
          { name: 'day', title: say('bankDay'), cell: ({ day }) => <Day day={day} /> },
          { name: 'outcome', title: say('state'), cell: outcome },
          { name: 'payer', title: say('bankPayer'), cell: ({ payer }) => payer },
          {
            name: 'text',
            title: say('bankText'),
            cell: ({ text }) => <span className="bank-text">{text}</span>,
          },
          { name: 'amount', title: say('amount'), isNumber: true, cell: amount },
        ]}
        phone={(line) => ({
          title: line.payer || line.text,
          amount: amount(line),
          rest: outcome(line),
          time: <Day day={line.day} />,
        })}
      />
    </section>
  );
}
