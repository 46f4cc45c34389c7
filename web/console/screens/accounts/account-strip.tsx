import type { ReactElement } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import type { Wallet } from '../../../../src/surfaces/console/wallet/wallet-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { type Figure, Figures } from '../../kit/figures.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { BalanceNote } from '../overview/balance-note.tsx';
import { completedShare } from '../overview/completed-share.ts';
import { marginShare } from '../overview/margin-share.ts';
import { percent } from '../overview/overview-figures.tsx';
import { useOverviewWords } from '../overview/overview-words.ts';
import { useNotCompleted } from '../overview/use-not-completed.ts';
import { LastsUntil } from '../wallet/lasts-until.tsx';
import { LowBalance } from '../wallet/low-balance.tsx';
import { useAccountsWords } from './accounts-words.ts';

/** The balance of the wallet, and the calls of 30 days. Only operators get a margin from the server, and only customers pay. */
export function AccountStrip({
  wallet: { available, held, isLow, lastsDays },
  overview: { sums, balance },
}: {
  wallet: Wallet;
  overview: Overview;
}): ReactElement {
  const say = useAccountsWords();
  const sayOverview = useOverviewWords();
  const notCompleted = useNotCompleted();
  const isOwn = useScope().area === 'customer';
  const { currency } = useSession();
  const money = (amount: string) => `${numberText(amount)} ${currency}`;
  const hasMoney = !available.startsWith('-') && /[1-9]/.test(available);
  const figures: (Figure | false)[] = [
    {
      name: 'available',
      label: say('available'),
      value: <Money amount={available} />,
      note:
        isOwn && balance ? (
          <BalanceNote balance={balance} isLastShown />
        ) : isLow ? (
          <LowBalance />
        ) : (
          sayOverview('heldNote', { held: money(held) })
        ),
    },
    { name: 'spent', label: say('spent'), value: <Money amount={sums.spend} />, note: say('days') },
    { name: 'calls', label: say('calls'), value: numberText(sums.calls), note: say('days') },
    {
      name: 'completed',
      label: sayOverview('completed'),
      ...percent(completedShare(sums)),
      note: `${say('days')} · ${notCompleted(sums)}`,
    },
    sums.margin !== undefined && {
      name: 'margin',
      label: say('margin'),
      ...percent(marginShare(sums.margin, sums.spend, sums.uncostedSpend), 1),
      note:
        sums.uncosted && sums.uncostedSpend ? (
          sayOverview('uncosted', { count: sums.uncosted, amount: money(sums.uncostedSpend) })
        ) : (
          <>
            {say('days')} · <Money amount={sums.margin} />
          </>
        ),
    },
    {
      name: 'lasts',
      label: say('lasts'),
      value: <LastsUntil days={lastsDays} />,
      note: say(lastsDays !== null ? 'lastsNote' : hasMoney ? 'lastsUnknown' : 'lastsNothing'),
    },
  ];
  return <Figures figures={figures.filter((figure) => figure !== false)} />;
}
