import './overview.css';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type {
  FirstSteps,
  Overview,
} from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { choice, useSearchState } from '../../client/search-state.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useChanges } from '../../client/use-changes.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { Icon } from '../../kit/icon.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { timeText } from '../../kit/time-text.ts';
import { UpdatedAgo } from '../../kit/updated-ago.tsx';
import { DisabledEndpoints } from '../webhooks/disabled-endpoints.tsx';
import { FailureReasons } from './failure-reasons.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { Onboarding } from './onboarding.tsx';
import { OperatorCards } from './operator-overview-cards.tsx';
import { OverviewChart } from './overview-chart.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { spanOf, spans } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';
import { TroubleCard } from './trouble-card.tsx';
import { useDismissed } from './use-dismissed.ts';

/** Older days change rarely, so the stream does not watch them. */
const heardMs = 60_000;
const lostMs = 10_000;

const fields = { span: choice(spans, 'today') };

/** Figures of the day; before the first call, how to make it. */
export default function OverviewScreen(): ReactElement {
  const say = useOverviewWords();
  const api = useApi();
  const go = useGo();
  const may = useMay();
  const language = useLanguage();
  const { timeZone } = useSession();
  const [{ span }, set] = useSearchState(fields);
  const [isHidden, hide] = useDismissed('countersign.first-day');
  const steps = useQuery({
    queryKey: [api.scope, 'overview', 'first-steps'],
    queryFn: ({ signal }) => api.get<FirstSteps>('overview/first-steps', {}, signal),
    // Steps can be completed elsewhere while this list is open.
    refetchInterval: ({ state }) => (isReady(state.data) ? false : 15_000),
  });
  const isWaiting = steps.data !== undefined && !isBegun(steps.data);
  // After the first call the onboarding stays until the person leaves it.
  const [isFirstDay, setFirstDay] = useState(false);
  useEffect(() => {
    if (isWaiting) setFirstDay(true);
  }, [isWaiting]);
  const { refetch } = steps;
  const onArrived = useCallback(() => void refetch(), [refetch]);
  const { from, to } = spanOf(span, timeZone);
  const { isLost } = useChanges('overview', 'overview/changes');
  const overview = useQuery({
    queryKey: [api.scope, api.mode, 'overview', from, to],
    queryFn: ({ signal }) => api.get<Overview>('overview/figures', { from, to }, signal),
    refetchInterval: isLost ? lostMs : heardMs,
  });
  if (steps.data && (isWaiting || isFirstDay) && !isHidden) {
    return (
      <Onboarding
        steps={steps.data}
        onArrived={onArrived}
        onDone={() => setFirstDay(false)}
        onHide={hide}
      />
    );
  }
  const isPlatform = api.scope === 'platform' && api.area === 'operator';
  const hasReasons = (overview.data?.reasons.length ?? 0) > 0;
  return (
    <>
      <PageHead
        title={say('title')}
        aside={
          <>
            <span className="overview-clock">
              {timeText(new Date(), 'full', language, timeZone).replace(/:\d\d$/, '')} · {timeZone}
            </span>
            <UpdatedAgo at={overview.dataUpdatedAt} />
          </>
        }
        actions={
          <>
            <Radio.Group
              optionType="button"
              aria-label={say('span')}
              value={span}
              onChange={(event) => set({ span: event.target.value })}
              options={spans.map((value) => ({ value, label: say(`span_${value}`) }))}
            />
            {api.accountId !== undefined && may('keys.change') && (
              <Button
                icon={<Icon name="plus" size={14} />}
                onClick={() => go('keys', { query: { create: 'yes' } })}
              >
                {say('newKey')}
              </Button>
            )}
          </>
        }
      />
      <ProblemBar error={overview.error} onRetry={() => void overview.refetch()} />
      {!isPlatform && <DisabledEndpoints />}
      {steps.data && isPlatform && !isReady(steps.data) && !isHidden && (
        <FirstStepsCard steps={steps.data.steps} onHide={hide} />
      )}
      {overview.data ? (
        <div className="stack">
          <OverviewFigures overview={overview.data} span={span} />
          {isPlatform ? (
            <OperatorCards
              overview={overview.data}
              span={span}
              everyMs={isLost ? lostMs : heardMs}
            />
          ) : (
            <>
              <div className="overview-wide">
                <OverviewChart overview={overview.data} span={span} isSpend />
                {hasReasons ? (
                  <FailureReasons overview={overview.data} span={span} />
                ) : (
                  <KeysCard />
                )}
              </div>
              <TroubleCard />
              {hasReasons && <KeysCard />}
            </>
          )}
        </div>
      ) : (
        !overview.error && <CardSkeleton height={420} />
      )}
    </>
  );
}

/** The checklist stays until every step is done, even after the first call. */
function isReady(steps: FirstSteps | undefined): boolean {
  return steps?.steps.every(({ isDone }) => isDone) ?? true;
}

/** Without a call there are no figures to show. */
function isBegun(steps: FirstSteps | undefined): boolean {
  return steps?.steps.find(({ name }) => name === 'call')?.isDone ?? true;
}
