import type { ReactElement } from 'react';
import type { Overview } from '../../../../src/surfaces/console/overview/overview-contract.ts';
import { useGo } from '../../client/scope.ts';
import { numberText } from '../../kit/number-text.ts';
import { useReasonText } from '../calls/call-words.ts';
import type { SpanName } from './overview-spans.ts';
import { useOverviewWords } from './overview-words.ts';
import { firstSentence, useFixText } from './use-fix-text.ts';

export function FailureReasons({
  overview: { reasons },
  span,
}: {
  overview: Overview;
  span: SpanName;
}): ReactElement {
  const say = useOverviewWords();
  const go = useGo();
  const reasonText = useReasonText();
  const fixText = useFixText();
  const most = Math.max(1, ...reasons.map(({ calls }) => calls));
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('whyNot')}</h2>
        <span className="soft">{say(`span_${span}`)}</span>
      </header>
      <ul className="overview-reasons">
        {reasons.map(({ reason, calls }) => (
          <li key={reason}>
            <button type="button" onClick={() => go('calls', { query: { reason, time: span } })}>
              <span>{reasonText(reason)}</span>
              <b className="number">{numberText(calls)}</b>
            </button>
            <i aria-hidden="true">
              <i style={{ width: `${(calls / most) * 100}%` }} />
            </i>
            <p className="soft">{firstSentence(fixText({ reason }))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
