import type { ReactElement, ReactNode } from 'react';
import type {
  MoneyMonth,
  MonthRow,
  MonthSums,
} from '../../../../src/surfaces/console/money/money-contract.ts';
import { useLanguage } from '../../client/words.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { marginShare } from '../overview/margin-share.ts';
import { monthName } from '../wallet/month-name.ts';
import { changeOf } from './change-of.ts';
import { useMoneyWords } from './money-words.ts';

/** Revenue, cost and margin of each row, with the revenue of the month before. */
export function MoneyTable({
  money,
  title,
  column,
  rows,
  onOpen,
  foot,
  noRows,
}: {
  money: MoneyMonth;
  title: string;
  column: string;
  rows: readonly MonthRow[];
  onOpen?: (row: MonthRow) => void;
  foot?: ReactNode;
  noRows: string;
}): ReactElement {
  const say = useMoneyWords();
  const language = useLanguage();
  const inMonth = (month: string) =>
    say('revenueIn', { month: monthName(month, language, 'short').replaceAll(' ', '\u00a0') });
  const amounts = [
    { name: 'now', title: inMonth(money.month), of: nowOf('revenue') },
    { name: 'before', title: inMonth(money.before), of: beforeOf },
  ];
  const costs = [
    { name: 'cost', title: say('cost'), of: nowOf('cost') },
    { name: 'margin', title: say('margin'), of: nowOf('margin') },
  ];
  const amountColumn = ({ name, title, of }: (typeof amounts)[number]) => ({
    ...{ name, title, isNumber: true },
    cell: (row: MonthRow) => <Money amount={of(row)} isBare />,
  });
  // The tables below each other have the same columns.
  const hasUncosted = [...money.accounts, ...money.providers, ...money.products].some(
    ({ now }) => uncostedOf(now) !== null,
  );
  const restOf = (row: MonthRow) => {
    const count = row.now?.calls ?? 0;
    return say('phoneRest', { count, calls: numberText(count), share: shareText(row) });
  };
  const change = ({ now, before }: MonthRow) => {
    const found = changeOf(now?.revenue ?? '0', before?.revenue ?? '0');
    if (!found) return now && Number(now.revenue) > 0 ? say('isNew') : noNumber;
    return `${found.direction === 'up' ? '+' : '−'}${found.text}`;
  };
  return (
    <section className="card money-table">
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <DataTable
        label={title}
        rowHeight={38}
        rows={rows}
        rowKey={({ key }) => key}
        empty={noRows}
        {...(onOpen ? { onOpen } : {})}
        {...(foot ? { foot } : {})}
        columns={[
          { name: 'name', title: column, cell: ({ name }) => name },
          {
            name: 'calls',
            title: say('callsColumn'),
            isNumber: true,
            cell: ({ now }) => (now ? numberText(now.calls) : noNumber),
          },
          ...amounts.map(amountColumn),
          { name: 'change', title: say('change'), isNumber: true, cell: change },
          ...costs.map(amountColumn),
          { name: 'share', title: say('share'), isNumber: true, cell: shareText },
          ...(hasUncosted
            ? [
                {
                  name: 'uncosted',
                  title: say('uncostedColumn'),
                  isNumber: true,
                  cell: ({ now }: MonthRow) => <Money amount={uncostedOf(now)} isBare />,
                },
              ]
            : []),
        ]}
        phone={(row) => ({
          title: row.name,
          amount: <Money amount={row.now?.revenue ?? null} />,
          rest: restOf(row),
          time: change(row),
        })}
      />
    </section>
  );
}

const nowOf =
  (what: 'revenue' | 'cost' | 'margin') =>
  ({ now }: MonthRow) =>
    now?.[what] ?? null;
const beforeOf = ({ before }: MonthRow) => before?.revenue ?? null;
const uncostedOf = (now: MonthSums | null) =>
  now && now.uncosted > 0 ? now.uncostedRevenue : null;

function shareText({ now }: MonthRow): string {
  const share = now ? marginShare(now.margin, now.revenue, now.uncostedRevenue) : undefined;
  return share === undefined ? noNumber : percentText(share, 1);
}
