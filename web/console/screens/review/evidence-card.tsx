import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { ReviewEvidence } from '../../../../src/surfaces/console/review/review-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useGo } from '../../client/scope.ts';
import { useSession } from '../../client/session.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { Id } from '../../kit/id.tsx';
import { Money } from '../../kit/money.tsx';
import { numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { Timeline, type TimelineStep } from '../../kit/timeline.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import { toneOf } from '../calls/call-tones.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { useReviewWords } from './review-words.ts';

export function EvidenceCard({
  requestId,
  onDecided,
}: {
  requestId: string;
  onDecided(): void;
}): ReactElement {
  const say = useReviewWords();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'review', 'evidence', requestId],
    queryFn: ({ signal }) => api.get<ReviewEvidence>('review/evidence', { requestId }, signal),
    enabled: requestId !== '',
    retry: false,
  });
  if (requestId === '') return <section className="card review-none">{say('choose')}</section>;
  if (error instanceof ApiProblem && error.status === 404) {
    return <section className="card review-none">{say('gone')}</section>;
  }
  if (error) return <ProblemBar error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton height={420} />;
  return <Evidence call={data} onDecided={onDecided} />;
}

function Evidence({ call, onDecided }: { call: ReviewEvidence; onDecided(): void }): ReactElement {
  const say = useReviewWords();
  const nameOf = useProductName();
  const go = useGo();
  const steps = useSteps(call);
  return (
    <section className="card" aria-labelledby="review-evidence">
      <header className="card-head">
        <h2 id="review-evidence">{say('evidence')}</h2>
        <button type="button" className="link" onClick={() => go(`calls/${call.requestId}`)}>
          {say('openCall')}
        </button>
      </header>
      <dl className="review-facts">
        <div>
          <dt>{say('request')}</dt>
          <dd>
            <Id id={call.requestId} isWhole />
          </dd>
        </div>
        <div>
          <dt>{say('account')}</dt>
          <dd>{call.accountName}</dd>
        </div>
        <div>
          <dt>{say('product')}</dt>
          <dd>{nameOf(call.product)}</dd>
        </div>
        {call.mobile && (
          <div>
            <dt>{say('mobile')}</dt>
            <dd className="number">{call.mobile}</dd>
          </div>
        )}
        <div>
          <dt>{say('theirId')}</dt>
          <dd>{call.providerRef ? <Id id={call.providerRef} isWhole /> : say('noRef')}</dd>
        </div>
        <div>
          <dt>{say('held')}</dt>
          <dd>
            <Money amount={call.held} />
          </dd>
        </div>
      </dl>
      <Timeline steps={steps} />
      <DecisionButtons call={call} onDecided={onDecided} />
    </section>
  );
}

function useSteps(call: ReviewEvidence): TimelineStep[] {
  const say = useReviewWords();
  const language = useLanguage();
  const { currency } = useSession();
  const amount = `${numberText(call.amount)} ${currency}`;
  return [
    {
      name: 'accepted',
      when: <Time at={call.acceptedAt} />,
      title: say('stepAccepted', { amount }),
      isDone: true,
    },
    ...call.attempts.map((attempt) => ({
      name: `attempt ${attempt.attempt}`,
      when: <Time at={attempt.endedAt ?? attempt.startedAt} form="clock" />,
      title: say('stepAttempt', { provider: attempt.provider }),
      text: say(`outcome_${attempt.outcome ?? 'none'}`),
      tone: toneOf(attempt.outcome ?? 'unknown'),
      ...(attempt.vendorCode ? { aside: <code>{attempt.vendorCode}</code> } : {}),
      ...(attempt.words ? { more: `“${attempt.words}”` } : {}),
    })),
    // Omits evidence that repeats the last attempt's words.
    ...(call.evidence && call.evidence !== call.attempts.at(-1)?.words
      ? [{ name: 'found', when: '', title: say('stepFound'), more: call.evidence }]
      : []),
    ...(call.contradiction
      ? []
      : [
          {
            name: 'asked',
            when: say('nextTry', { at: timeText(call.nextTryAt, 'short', language) }),
            title: say('stepAsked'),
            text: say('askedTimes', { count: call.tries }),
          },
        ]),
    {
      name: 'review',
      when: <Time at={call.inReviewSince} />,
      title: say('stepReview'),
      text: say(call.contradiction ?? 'stepReviewText'),
      tone: 'unknown',
    },
  ];
}
