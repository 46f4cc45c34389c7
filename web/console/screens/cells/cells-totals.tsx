import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { type Figure, Figures } from '../../kit/figures.tsx';
import { joinSentences } from '../../kit/join-sentences.ts';
import { useKitWords } from '../../kit/kit-words.ts';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { marginShare } from '../overview/margin-share.ts';
import { useOverviewWords } from '../overview/overview-words.ts';
import { useCellsWords } from './cells-words.ts';
import { sumCells } from './sum-cells.ts';
import type { CellRow } from './use-cell-rows.ts';

/** The sums of the cells that answered, money by currency, and which cells are not in them. */
export function CellsTotals({ rows }: { rows: readonly CellRow[] }): ReactElement {
  const say = useCellsWords();
  const sayOverview = useOverviewWords();
  const counted = rows.flatMap(({ state, sums }) =>
    state && sums ? [{ currency: state.currency, sums }] : [],
  );
  const { calls, done, byCurrency } = sumCells(counted);
  const isAny = counted.length > 0;
  const figures: Figure[] = [
    {
      name: 'calls',
      label: sayOverview('calls'),
      value: isAny ? numberText(calls) : noNumber,
    },
    {
      name: 'success',
      label: sayOverview('success'),
      ...percent(calls > 0 ? done / calls : undefined, 2),
      ...(isAny ? { note: sayOverview('notCharged', { calls: numberText(calls - done) }) } : {}),
    },
    ...byCurrency.flatMap(({ currency, spend, margin, uncosted, uncostedSpend }): Figure[] => [
      {
        name: `spend-${currency}`,
        label: sayOverview('revenue'),
        value: <Money amount={spend} currency={currency} />,
      },
      {
        name: `margin-${currency}`,
        label: byCurrency.length > 1 ? say('marginIn', { currency }) : sayOverview('margin'),
        ...percent(marginShare(margin, spend, uncostedSpend), 1),
        note:
          uncosted > 0 ? (
            sayOverview('uncosted', {
              count: uncosted,
              amount: `${numberText(uncostedSpend)} ${currency}`,
            })
          ) : (
            <Money amount={margin} currency={currency} />
          ),
      },
    ]),
  ];
  return (
    <section className="stack cells-totals" aria-label={say('totals')}>
      <Figures figures={figures} />
      <CountedCells rows={rows} />
    </section>
  );
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
