import type { ReactElement, ReactNode } from 'react';
import type { CallDetail } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useFixText } from '../overview/use-fix-text.ts';
import { toneOf } from './call-tones.ts';
import { callStatusOf, useCallWords } from './call-words.ts';

const troubled = ['bad', 'refused', 'unknown'];

/** What the caller can do about a call that did not succeed, as the overview says it. */
export function CallFix({
  call: { state, result, reason },
}: {
  call: Pick<CallDetail, 'state' | 'result' | 'reason'>;
}): ReactElement | null {
  const fixText = useFixText();
  const status = callStatusOf({ state, result });
  // A reason without advice has none here: this is the page with the details.
  const fix = fixText(status === 'unknown' ? { state, result, reason } : { reason });
  if (!fix || !troubled.includes(toneOf(status))) return null;
  return <WhatToDoCard>{fix}</WhatToDoCard>;
}

/** Operators read it as advice to their customer. */
export function WhatToDoCard({
  children,
  docUrl,
}: {
  children: ReactNode;
  docUrl?: string;
}): ReactElement {
  const say = useCallWords();
  const { area } = useScope();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say(area === 'operator' ? 'whatCustomerCanDo' : 'whatToDo')}</h2>
        {docUrl && (
          <a className="link" href={docUrl}>
            {say('errorPage')}
          </a>
        )}
      </header>
      <p className="call-saw">{children}</p>
    </section>
  );
}
