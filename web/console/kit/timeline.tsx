import './timeline.css';
import type { ReactElement, ReactNode } from 'react';
import { Status, type StatusTone } from './status.tsx';

/** One thing that happened. Dots are ours, marks are outcomes. */
export interface TimelineStep {
  name: string;
  /** The time that had gone by, or the clock, on the left. */
  when: ReactNode;
  title: ReactNode;
  /** What happened, in a sentence. */
  text?: ReactNode;
  /** The amount or the vendor's code, on the right. */
  aside?: ReactNode;
  /** An outcome has a mark; everything else is a dot. */
  tone?: StatusTone;
  isDone?: boolean;
  /** What opens beneath it: a failure opens itself. */
  more?: ReactNode;
  isBad?: boolean;
  /** How long it waited before this, where that is worth a word. */
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
