import './problem-bar.css';
import type { ReactElement } from 'react';
import { ApiProblem, noAnswer } from '../client/api-problem.ts';
import { fieldOf } from './field-problems.ts';
import { Id } from './id.tsx';
import { useKitWords } from './kit-words.ts';
import { Status } from './status.tsx';

/**
 * An error at the top of the panel where it happened: what is wrong, what to do, and the request id to ask
 * about.
 */
export function ProblemBar({
  error,
  isChange = false,
  isBrief = false,
  shown,
  onRetry,
}: {
  error: unknown;
  /** Leaves out the request ID of a refusal: nobody asks support about a mistyped password. */
  isBrief?: boolean;
  /** A change failed, so the bar says whether anything changed, or that this is not known. */
  isChange?: boolean;
  /** Fields that show their own problem, which is then not repeated here. */
  shown?: ReadonlySet<string>;
  onRetry?: () => void;
}): ReactElement | null {
  const say = useKitWords();
  if (!error) return null;
  const problem = error instanceof ApiProblem ? error : undefined;
  const details = problem?.details.filter(({ field }) => !shown?.has(fieldOf(field))) ?? [];
  const isSilent = !problem || problem.reason === noAnswer;
  return (
    <div className="problem-bar" role="alert">
      <Status tone="bad" />
      <div>
        <strong>{isSilent ? say('noAnswer') : problem.message}</strong>{' '}
        {isChange && <span>{say(problem?.isRefusal ? 'notChanged' : 'maybeChanged')} </span>}
        {isSilent && !isChange && <span>{say('noAnswerHint')} </span>}
        {details.length > 0 && (
          <ul>
            {details.map(({ field, problem: words }) => (
              <li key={field}>
                {field && <code>{field}</code>} {words}
              </li>
            ))}
          </ul>
        )}
        {problem?.requestId && !(isBrief && problem.isRefusal) && (
          <p className="problem-request">
            {say('requestId')} <Id id={problem.requestId} isWhole />
          </p>
        )}
      </div>
      {onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          {say('tryAgain')}
        </button>
      )}
    </div>
  );
}
