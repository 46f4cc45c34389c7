import '../../kit/data-table.css';
import type { ReactElement } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import { Money } from '../../kit/money.tsx';
import { Status } from '../../kit/status.tsx';
import { useCallWords } from './call-words.ts';

const books = ['wallet', 'held', 'revenue'] as const;

export function CallMoney({ call }: { call: CallDetail }): ReactElement {
  const say = useCallWords();
  const { area } = useScope();
  const book = (name: string) => {
    const known = books.find((one) => one === name);
    // Revenue is a word of the operator's books.
    if (known === 'revenue' && area === 'customer') return say('book_charged');
    return known ? say(`book_${known}`) : name;
  };
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('money')}</h2>
        <Status
          tone={call.paid.addsUp ? 'good' : 'bad'}
          word={say(call.paid.addsUp ? 'addsUp' : 'addsNotUp')}
        />
      </header>
      <table className="table">
        <caption className="unseen">{say('money')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('transfer')}</th>
            <th scope="col">{say('fromTo')}</th>
            <th scope="col" className="number">
              {say('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {call.transfers.map(({ kind, from, to, amount }) => (
            <tr key={kind}>
              <td className="soft">{say(`kind_${kind}`)}</td>
              <td>
                {book(from)} → {book(to)}
              </td>
              <td className="number">
                <Money amount={amount} />
              </td>
            </tr>
          ))}
          <tr className="call-sum">
            <td colSpan={2}>
              {area === 'customer' ? say('paidOwn') : say('paid', { account: call.accountName })}
            </td>
            <td className="number">
              <Money amount={call.paid.amount} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
