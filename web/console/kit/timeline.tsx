import './timeline.css';
import type { ReactElement, ReactNode } from 'react';
import { Status } from './status.tsx';
import type { StatusTone } from './status-tone.ts';

export interface TimelineStep {
  name: string;
  /** Elapsed time or clock time, on the left. */
  when: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  aside?: ReactNode;
  /** Outcomes have a status symbol; other steps have a dot. */
  tone?: StatusTone;
  isDone?: boolean;
  /** Details below the step. */
  more?: ReactNode;
  isBad?: boolean;
  /** A note about a long gap before this step. */
  waited?: ReactNode;
}

export function Timeline({ steps }: { steps: readonly TimelineStep[] }): ReactElement {
  return (
    <ol className="timeline">
      {steps.map(({ name, when, title, text, aside, tone, isDone, more, isBad, waited }) => (
        <li key={name} className={waited ? 'step step-waited' : 'step'}>
          {waited && <p className="step-wait">{waited}</p>}
          <span className="step-when">{when}</span>
          <span className="step-status">
            {tone ? <Status tone={tone} /> : <i className={isDone ? 'dot dot-done' : 'dot'} />}
          </span>
          <div className="step-what">
            <p className="step-title">
              <strong>{title}</strong>
              {aside && <span className="step-aside">{aside}</span>}
            </p>
            {text && <p className="soft">{text}</p>}
            {more && <div className={isBad ? 'step-more step-bad' : 'step-more'}>{more}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
