import type { ReactElement } from 'react';
import { Status } from '../../kit/status.tsx';
import { type CallStatus, toneOf } from './call-tones.ts';
import { useCallWords, useReasonText } from './call-words.ts';

/** The state of a call, with the reason below it: most calls have none, and a column for it would be empty. */
export function CallState({
  status,
  reason,
  refused = 1,
}: {
  status: CallStatus;
  reason: string | null | undefined;
  /** How many refused calls the row counts. */
  refused?: number | undefined;
}): ReactElement {
  const say = useCallWords();
  const text = useReasonText()(reason);
  return (
    <>
      <Status tone={toneOf(status)} word={say(`state_${status}`)} />
      {refused > 1 && <span className="tag">{say('refusedCount', { count: refused })}</span>}
      {text && (
        <span className="soft call-reason" title={text}>
          {text}
        </span>
      )}
    </>
  );
}
