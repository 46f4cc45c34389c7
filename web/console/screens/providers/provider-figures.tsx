import type { ReactElement } from 'react';
import type { ProviderRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { Figures } from '../../kit/figures.tsx';
import { Money } from '../../kit/money.tsx';
import { noNumber, numberText, percentText } from '../../kit/number-text.ts';
import { msText, successOf } from './provider-list-card.tsx';
import { useProvidersWords } from './providers-words.ts';

/** The last 24 hours of a provider, and what it costs. */
export function ProviderFigures({ provider }: { provider: ProviderRow }): ReactElement {
  const say = useProvidersWords();
  const { kind, day, costEach } = provider;
  const { asked, done, finished, delivered } = day;
  const failed = asked - done;
  return (
    <Figures
      figures={[
        {
          name: 'attempts',
          label: say('attemptsDay'),
          value: numberText(asked),
          note: failed > 0 && say('failedDay', { count: failed, failed: numberText(failed) }),
        },
        {
          name: 'success',
          label: say('successDay'),
          value: successOf(day),
          note: finished > 0 && say('deliveredDay', { share: percentText(delivered / finished) }),
        },
        {
          name: 'p95',
          label: say('p95Day'),
          value: msText(day.slowMs),
          note: say('p95Note'),
        },
        {
          name: 'cost',
          label: say(kind === 'face' ? 'costCheck' : 'cost'),
          value: costEach === null ? noNumber : <Money amount={Number(costEach).toFixed(4)} />,
          note: costEach === null && say('costUnset'),
        },
      ]}
    />
  );
}
