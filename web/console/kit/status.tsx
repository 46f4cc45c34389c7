import './status.css';
import type { ReactElement } from 'react';
import type { StatusTone } from './status-tone.ts';

/** Each tone has its own shape, so that nothing depends on colour alone. */
const shapes: Readonly<Record<StatusTone, ReactElement>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" className="status-fill" />
      <path d="M4.8 8.3 7 10.500l4.2-4.7" className="status-cut" />
    </>
  ),
  bad: (
    <>
      <circle cx="8" cy="8" r="7" className="status-fill" />
      <path d="m5.5 5.5 5 5m0-5-5 5" className="status-cut" />
    </>
  ),
  unknown: (
    <>
      <path d="M8 .7 15.3 8 8 15.3.7 8z" className="status-fill" />
      <path d="M8 4.600v4M8 11.200v.01" className="status-cut" />
    </>
  ),
  sent: (
    <>
      <circle cx="8" cy="8" r="6.2" className="status-line" />
      <path d="M4.8 8h6M8.5 5.6 11 8l-2.5 2.4" className="status-line" />
    </>
  ),
  refused: (
    <>
      <circle cx="8" cy="8" r="6.2" className="status-line" />
      <path d="M5 8h6" className="status-line" />
    </>
  ),
  pending: <circle cx="8" cy="8" r="6.2" className="status-line status-dashed" />,
  off: <circle cx="8" cy="8" r="6.2" className="status-line" />,
};

/** Only problems have coloured text. */
export function Status({ tone, word }: { tone: StatusTone; word?: string }): ReactElement {
  return (
    <span className={`status status-${tone}`}>
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        {shapes[tone]}
      </svg>
      {word !== undefined && <span className="status-word">{word}</span>}
    </span>
  );
}
