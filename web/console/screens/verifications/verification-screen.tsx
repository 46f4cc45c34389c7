import '../calls/calls.css';
import './verifications.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { VerificationDetail } from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useGo } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { Figures } from '../../kit/figures.tsx';
import { Id } from '../../kit/id.tsx';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { useShortcuts } from '../../kit/shortcuts.ts';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { useVerificationSteps } from './use-verification-steps.tsx';
import { stateTones, useVerificationWords } from './verification-words.ts';

/** One verification, and what happened to it. */
export default function VerificationScreen(): ReactElement {
  const say = useVerificationWords();
  const api = useApi();
  const go = useGo();
  const { verificationId } = useParams({ strict: false }) as { verificationId: string };
  const story = useQuery({
    queryKey: [api.scope, api.mode, 'verification', verificationId],
    queryFn: ({ signal }) =>
      api.get<VerificationDetail>('verifications/show', { verificationId }, signal),
    // Follows a verification until it ends.
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? 3_000 : false),
  });
  const goBack = () => go('verifications');
  useShortcuts({ Escape: goBack });
  const trail = { label: say('back'), onOpen: goBack };
  if (story.error instanceof ApiProblem && story.error.status === 404) {
    return (
      <>
        <PageHead title={say('notThere')} trail={trail} />
        <p className="soft">{say('notThereText')}</p>
      </>
    );
  }
  if (!story.data) {
    return (
      <>
        <PageHead title={say('title')} trail={trail} />
        <ProblemBar error={story.error} onRetry={() => void story.refetch()} />
        {!story.error && <CardSkeleton height={420} />}
      </>
    );
  }
  return <Story story={story.data} trail={trail} />;
}

function Story({
  story,
  trail,
}: {
  story: VerificationDetail;
  trail: { label: string; onOpen(): void };
}): ReactElement {
  const say = useVerificationWords();
  const api = useApi();
  const go = useGo();
  const steps = useVerificationSteps(story);
  const { state, verificationId } = story;
  return (
    <div className="verifications">
      <PageHead
        title={say('storyOf', { person: story.person ?? noNumber })}
        trail={trail}
        aside={
          <>
            <Status tone={stateTones[state]} word={say(`state_${state}`)} />{' '}
            <Id id={verificationId} isWhole />
          </>
        }
      />
      <div className="stack">
        <Figures
          isQuiet
          figures={[
            ...(api.area === 'operator'
              ? [{ name: 'account', label: say('account'), value: story.accountName }]
              : []),
            { name: 'purpose', label: say('purpose'), value: story.purpose },
            { name: 'reference', label: say('reference'), value: story.reference ?? noNumber },
            { name: 'messages', label: say('messages'), value: numberText(story.messages) },
            // Of one that has ended, the timeline says when and why.
            ...(state === 'pending'
              ? [
                  { name: 'left', label: say('guessesLeft'), value: numberText(story.guessesLeft) },
                  { name: 'expires', label: say('expires'), value: <Time at={story.expiresAt} /> },
                ]
              : []),
          ]}
        />
        <section className="card">
          <header className="card-head">
            <h2>{say('happened')}</h2>
            <span className="soft">
              <Time at={story.at} form="full" />
            </span>
          </header>
          <Timeline steps={steps} />
          <p className="verify-note">
            {api.mode === 'live' ? (
              say('codeNote')
            ) : (
              <>
                {say('codeInInbox')}{' '}
                <button type="button" className="link" onClick={() => go('inbox')}>
                  {say('openInbox')}
                </button>
              </>
            )}
          </p>
        </section>
      </div>
    </div>
  );
}
