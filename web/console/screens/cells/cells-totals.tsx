import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { type Figure, Figures } from '../../kit/figures.tsx';
import { joinSentences } from '../../kit/join-sentences.ts';
import { useKitWords } from '../../kit/kit-words.ts';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { completedShare } from '../overview/completed-share.ts';
import { marginShare } from '../overview/margin-share.ts';
import { useOverviewWords } from '../overview/overview-words.ts';
import { useNotCompleted } from '../overview/use-not-completed.ts';
import { useCellsWords } from './cells-words.ts';
import { type CurrencySums, sumCells } from './sum-cells.ts';
import type { CellRow } from './use-cell-rows.ts';

/** The sums of the cells that answered, money by currency, and which cells are not in them. */
export function CellsTotals({ rows }: { rows: readonly CellRow[] }): ReactElement {
  const say = useCellsWords();
  const sayOverview = useOverviewWords();
  const counted = rows.flatMap(({ state, sums }) =>
    state && sums ? [{ currency: state.currency, sums }] : [],
  );
  const notCompleted = useNotCompleted();
  const { byCurrency, ...sums } = sumCells(counted);
  const completed = completedShare(sums);
  const isAny = counted.length > 0;
  const figures: Figure[] = [
    {
      name: 'calls',
      label: sayOverview('calls'),
      value: isAny ? numberText(sums.calls) : noNumber,
    },
    {
      name: 'completed',
      label: sayOverview('completed'),
      ...percent(completed, 2),
      ...(completed === undefined ? {} : { note: notCompleted(sums) }),
    },
    ...byCurrency.flatMap(useMoneyFigures(byCurrency.length === 1)),
  ];
  return (
    <section className="stack cells-totals" aria-label={say('totals')}>
      <Figures figures={figures} />
      <CountedCells rows={rows} />
    </section>
  );
}

/** Revenue and margin of a currency: two figures if it is the only one, else one for each currency. */
function useMoneyFigures(isOnly: boolean): (sums: CurrencySums) => Figure[] {
  const say = useOverviewWords();
  return ({ currency, spend, margin, uncosted, uncostedSpend }) => {
    const share = marginShare(margin, spend, uncostedSpend);
    const note =
      uncosted > 0 ? (
        say('uncosted', { count: uncosted, amount: `${numberText(uncostedSpend)} ${currency}` })
      ) : (
        <Money amount={margin} currency={currency} />
      );
    const revenue = {
      name: `revenue-${currency}`,
      label: say('revenue'),
      value: <Money amount={spend} currency={currency} />,
    };
    if (isOnly) {
      return [revenue, { name: 'margin', label: say('margin'), ...percent(share, 1), note }];
    }
    const shareText = share === undefined ? noNumber : percentText(share, 1);
    return [
      {
        ...revenue,
        note: (
          <>
            {say('margin')} {shareText} · {note}
          </>
        ),
      },
    ];
  };
}

/** Says over which cells the sums are. */
function CountedCells({ rows }: { rows: readonly CellRow[] }): ReactElement {
  const say = useCellsWords();
  const sayKit = useKitWords();
  const language = useLanguage();
  const missing = rows.filter(({ sums }) => !sums);
  const list = missing.map(({ cell, standing }) =>
    say('missingCell', {
      cell,
      why: sayKit(`cell_${standing === 'up' ? 'loading' : standing}`).toLowerCase(),
    }),
  );
  const counted = rows.length - missing.length;
  const sentence =
    missing.length === 0
      ? say('allCounted', { count: counted })
      : say('someCounted', { count: counted, of: rows.length });
  const names = list.join(language === 'zh' ? '、' : ', ');
  return (
    <p className="soft" role="status">
      {joinSentences([sentence, missing.length > 0 && say('missing', { names })], language)}
    </p>
  );
}

function percent(share: number | undefined, decimals: number): Pick<Figure, 'value' | 'unit'> {
  if (share === undefined) return { value: noNumber };
  return { value: numberText((share * 100).toFixed(decimals)), unit: '%' };
}
