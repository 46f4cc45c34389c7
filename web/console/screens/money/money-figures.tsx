import type { ReactElement } from 'react';
import type { MoneyMonth } from '../../../../src/surfaces/console/money/money-contract.ts';
import { useSession } from '../../client/session.ts';
import { useLanguage } from '../../client/words.ts';
import { Figures } from '../../kit/figures.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { marginShare } from '../overview/margin-share.ts';
import { monthName } from '../wallet/month-name.ts';
import { changeOf } from './change-of.ts';
import { useMoneyWords } from './money-words.ts';

export function MoneyFigures({ money }: { money: MoneyMonth }): ReactElement {
  const say = useMoneyWords();
  const language = useLanguage();
  const { currency } = useSession();
  const { now, before } = money.total;
  const share = marginShare(now.margin, now.revenue, now.uncostedRevenue);
  const amount = (value: string) => `${numberText(value)} ${currency}`;
  const change = changeOf(now.revenue, before.revenue);
  const uncosted = say('uncosted', { count: now.uncosted, amount: amount(now.uncostedRevenue) });
  return (
    <Figures
      figures={[
        {
          name: 'revenue',
          label: say('revenue'),
          value: <Money amount={now.revenue} />,
          ...(change ? { change: { ...change, isGood: change.direction === 'up' } } : {}),
          note: change
            ? say('from', { amount: amount(before.revenue) })
            : say('noneBefore', { month: monthName(money.before, language) }),
        },
        { name: 'cost', label: say('cost'), value: <Money amount={now.cost} /> },
        {
          name: 'margin',
          label: say('margin'),
          value: <Money amount={now.margin} />,
          note: now.uncosted > 0 ? uncosted : undefined,
        },
        {
          name: 'share',
          label: say('share'),
          value: share === undefined ? noNumber : numberText((share * 100).toFixed(1)),
          ...(share === undefined ? {} : { unit: '%' }),
        },
        { name: 'calls', label: say('calls'), value: numberText(now.calls) },
        { name: 'booked', label: say('booked'), value: <Money amount={money.books.revenue} /> },
      ]}
    />
  );
}
