import { type ReactElement, useEffect } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import { announce } from '../../kit/announce.ts';
import { Id } from '../../kit/id.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { Status } from '../../kit/status.tsx';
import { type CallStatus, toneOf } from './call-tones.ts';
import { useCallWords } from './call-words.ts';

/** What stands beside the title of a call: its position in the list, its state, its mode and its ID. */
export function CallAside({
  title,
  position,
  status,
  call,
}: {
  title: string;
  position: string | undefined;
  status: CallStatus;
  call: Pick<CallDetail, 'mode' | 'requestId'>;
}): ReactElement {
  const say = useCallWords();
  const sayKit = useKitWords();
  const { mode } = useScope();
  useEffect(() => {
    if (position) announce(`${title}, ${position}`);
  }, [title, position]);
  return (
    <>
      {position && <span className="call-position">{position}</span>}
      <Status tone={toneOf(status)} word={say(`state_${status}`)} />
      {call.mode === mode ? (
        <span className="tag">{sayKit(call.mode)}</span>
      ) : (
        <span className="tag tag-warn">{say(`otherMode_${call.mode}`)}</span>
      )}{' '}
      <Id id={call.requestId} isWhole />
    </>
  );
}
