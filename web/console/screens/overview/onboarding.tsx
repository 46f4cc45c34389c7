import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { FirstSteps } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo, useScope } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useChanges } from '../../client/use-changes.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DisabledEndpoints } from '../webhooks/disabled-endpoints.tsx';
import { FirstCall } from './first-call.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { useOverviewWords } from './overview-words.ts';
import { useReadNeeds } from './use-read-needs.ts';

const needsMs = 30_000;

export function Onboarding({
  steps: first,
  onArrived,
  onDone,
  onHide,
}: {
  steps: FirstSteps;
  onArrived(): void;
  onDone(): void;
  onHide(): void;
}): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const { area, scope } = useScope();
  const { person } = useSession();
  return (
    <>
      <PageHead
        title={say('welcome', { name: person?.name ?? '' })}
        aside={say(area === 'operator' ? 'welcomeText' : 'welcomeMember')}
        actions={
          <Button type="text" onClick={onHide}>
            {say('hide')}
          </Button>
        }
      />
      <div className="overview-first">
        <FirstStepsCard steps={first.steps} />
        <div className="stack">
          {scope === 'platform' && area === 'operator' ? <UrgentNeeds /> : <DisabledEndpoints />}
          <FirstCall steps={first} onArrived={onArrived} onDone={onDone} />
          <section className="card first-inbox">
            <div>
              <h2>{say('seeInbox')}</h2>
              <p className="soft">{say('seeInboxText')}</p>
            </div>
            <Button onClick={() => go('inbox', { query: { mode: 'test' } })}>{say('inbox')}</Button>
          </section>
        </div>
      </div>
    </>
  );
}

/** What needs attention is shown from the first day on. */
function UrgentNeeds(): ReactElement {
  useChanges('overview', 'overview/changes');
  const { data, isPending } = useReadNeeds(needsMs);
  return <NeedsAttention needs={data} isPending={isPending} isUrgentOnly />;
}
