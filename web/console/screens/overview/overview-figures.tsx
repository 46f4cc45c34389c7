import type { ReactElement, ReactNode } from 'react';
import type {
  Overview,
  OverviewSums,
} from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useSession } from '../../client/session.ts';
import { type Figure, Figures } from '../../kit/figures.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { BalanceNote } from './balance-note.tsx';
import { completedShare } from './completed-share.ts';
import { marginShare } from './margin-share.ts';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';
import { useNotCompleted } from './use-not-completed.ts';

/** Totals compared with the same weekdays of an earlier period. */
export function OverviewFigures({
  overview,
  span,
}: {
  overview: Overview;
  span: SpanName;
}): ReactElement {
  const say = useOverviewWords();
  const { currency } = useSession();
  const { sums, before, balance } = overview;
  const isOperator = sums.margin !== undefined;
  const notCompleted = useNotCompleted();
  const arrived = (of: OverviewSums) => (of.finished > 0 ? of.delivered / of.finished : undefined);
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  const average =
    sums.done > 0
      ? say('average', { amount: money((Number(sums.spend) / sums.done).toFixed(4)) })
      : undefined;
  /** Names the compared period only where there is an arrow. */
  const against = (compared: Pick<Figure, 'change'>, otherwise: ReactNode) => ({
    ...compared,
    note: compared.change ? say(`before_${span}`) : otherwise,
  });

  const share = marginShare(sums.margin, sums.spend, sums.uncostedSpend);
  const figures: (Figure | false)[] = [
    balance !== null && {
      name: 'balance',
      label: say('balance'),
      value: <Money amount={balance.available} />,
      note: <BalanceNote balance={balance} />,
    },
    {
      name: 'calls',
      label: say('calls'),
      value: numberText(sums.calls),
      ...against(
        growth(sums.calls, before.calls),
        before.calls > 0 ? say(`same_${span}`) : say('noneBefore'),
      ),
    },
    {
      name: 'completed',
      label: say('completed'),
      ...percent(completedShare(sums)),
      ...against(points(completedShare(sums), completedShare(before)), notCompleted(sums)),
    },
    {
      name: 'delivered',
      label: say('delivered'),
      ...percent(arrived(sums)),
      ...against(
        points(arrived(sums), arrived(before)),
        say('deliveredOf', { calls: sums.finished }),
      ),
    },
    {
      name: 'p95',
      label: say('responseTime'),
      value: sums.slowMs === null ? noNumber : numberText(sums.slowMs),
      ...(sums.slowMs === null ? {} : { unit: 'ms' }),
      note: say('p95Note'),
    },
    {
      name: 'spend',
      label: say(isOperator ? 'revenue' : 'spent'),
      value: <Money amount={sums.spend} />,
      ...against(growth(Number(sums.spend), Number(before.spend)), average),
    },
    isOperator && {
      name: 'margin',
      label: say('margin'),
      ...percent(share, 1),
      note:
        sums.uncosted && sums.uncostedSpend ? (
          say('uncosted', { count: sums.uncosted, amount: money(sums.uncostedSpend) })
        ) : (
          <Money amount={sums.margin} />
        ),
    },
  ];
  return <Figures figures={figures.filter((figure) => figure !== false)} />;
}

export function percent(share: number | undefined, decimals = 2): Pick<Figure, 'value' | 'unit'> {
  if (share === undefined) return { value: noNumber };
  return { value: numberText((share * 100).toFixed(decimals)), unit: '%' };
}

function growth(now: number, before: number): Pick<Figure, 'change'> {
  if (before === 0 || now === before) return {};
  const share = Math.abs(now / before - 1) * 100;
  const isUp = now > before;
  return {
    change: {
      text: `${share.toFixed(1)}%`,
      direction: isUp ? 'up' : 'down',
      isGood: isUp,
    },
  };
}

/** Percentages are compared in points. */
function points(now: number | undefined, before: number | undefined): Pick<Figure, 'change'> {
  if (now === undefined || before === undefined) return {};
  const difference = (now - before) * 100;
  if (Math.abs(difference) < 0.005) return {};
  const isUp = difference > 0;
  return {
    change: {
      text: `${Math.abs(difference).toFixed(2)} pt`,
      direction: isUp ? 'up' : 'down',
      isGood: isUp,
    },
  };
}
