import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { LimitFacts } from '../../../../src/surfaces/console/accounts/accounts-contract.ts';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { type Figure, Figures } from '../../kit/figures.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { BalanceNote } from '../overview/balance-note.tsx';
import { monthSoFar, spanOf } from '../overview/overview-spans.ts';
import { useOverviewWords } from '../overview/overview-words.ts';
import { useAccountsWords } from './accounts-words.ts';

const everyMs = 60_000;

/** What a customer has and spends: the balance and how long it lasts, today, this month, and the limits. */
export function OwnStrip(): ReactElement | null {
  const say = useAccountsWords();
  const sayOverview = useOverviewWords();
  const api = useApi();
  const { timeZone, currency } = useSession();
  useChanges('overview', 'overview/changes');
  const today = useFigures(spanOf('today', timeZone));
  const month = useFigures(monthSoFar(timeZone));
  const limits = useQuery({
    queryKey: [api.scope, api.mode, 'limits'],
    queryFn: ({ signal }) => api.get<LimitFacts>('accounts/limits', {}, signal),
  });
  const error = today.error ?? month.error ?? limits.error;
  if (error) {
    const retry = () => void Promise.all([today.refetch(), month.refetch(), limits.refetch()]);
    return <ProblemBar error={error} onRetry={retry} />;
  }
  if (!today.data || !month.data || !limits.data) return <CardSkeleton height={96} />;
  const { balance } = today.data;
  const { spendCapDay, perNumber, codePerHour } = limits.data.inForce;
  const calls = (of: Overview) => sayOverview('callCount', { count: of.sums.calls });
  const cap = spendCapDay && `${numberText(spendCapDay)} ${currency}`;
  const figures: Figure[] = [
    ...(balance
      ? [
          figure('balance', sayOverview('balance'), balance.available, [
            <BalanceNote key="note" balance={balance} />,
          ]),
        ]
      : []),
    figure('today', say('spentToday'), today.data.sums.spend, [
      cap ? say('ofCap', { cap }) : calls(today.data),
    ]),
    figure('month', say('spentMonth'), month.data.sums.spend, [calls(month.data)]),
    {
      name: 'limit',
      label: say('perNumberLabel'),
      value:
        perNumber && codePerHour !== null
          ? say('codesAnHour', { count: codePerHour })
          : say('notLimited'),
      note: say('limitsNote'),
    },
  ];
  return <Figures figures={figures} />;
}

const figure = (name: string, label: string, amount: string, note: ReactNode): Figure => ({
  ...{ name, label, note },
  value: <Money amount={amount} />,
});

function useFigures({ from, to }: { from: string; to: string }) {
  const api = useApi();
  return useQuery({
    queryKey: [api.scope, api.mode, 'overview', from, to],
    queryFn: ({ signal }) => api.get<Overview>('overview/figures', { from, to }, signal),
    refetchInterval: everyMs,
  });
}
