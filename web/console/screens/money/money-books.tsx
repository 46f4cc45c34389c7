import type { ReactElement } from 'react';
import type { MoneyMonth } from '../../../../src/surfaces/console/money/money-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { Money } from '../../kit/money.tsx';
import { monthName } from '../wallet/month-name.ts';
import { useMoneyWords } from './money-words.ts';

/** From the revenue of the calls to the sum of the statements: the lines add up. */
export function MoneyBooks({ money }: { money: MoneyMonth }): ReactElement {
  const say = useMoneyWords();
  const month = monthName(money.month, useLanguage());
  const { books, otherMonths, total } = money;
  const rows = [
    [say('accepted', { month }), total.now.revenue, false],
    [say('otherMonths'), negated(otherMonths), true],
    [say('booked'), books.revenue, false],
  ] as const;
  const parts = [
    [say('charged'), books.charged],
    [say('refunded'), negated(books.refunded)],
  ] as const;
  return (
    <section className="card money-account">
      <header className="card-head">
        <h2>{say('books')}</h2>
      </header>
      <dl className="money-books">
        {rows.map(([label, amount, isMovement]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} isMovement={isMovement} />
            </dd>
          </div>
        ))}
        {parts.map(([label, amount]) => (
          <div key={label} className="soft">
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="money-note">{say('otherMonthsNote')}</p>
    </section>
  );
}

function negated(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
