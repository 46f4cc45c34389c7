import './mark.css';
import type { ReactElement } from 'react';

/** What became of something: shape first, then the word, then the colour. */
export type MarkKind = 'good' | 'bad' | 'refused' | 'unknown' | 'sent' | 'pending' | 'off';

const shapes: Readonly<Record<MarkKind, ReactElement>> = {
  good: (
    <>
      <circle cx="8" cy="8" r="7" className="mark-fill" />
      <path d="M4.8 8.3 7 10.500l4.2-4.7" className="mark-cut" />
    </>
  ),
  bad: (
    <>
      <circle cx="8" cy="8" r="7" className="mark-fill" />
      <path d="m5.5 5.5 5 5m0-5-5 5" className="mark-cut" />
    </>
  ),
  unknown: (
    <>
      <path d="M8 .7 15.3 8 8 15.3.7 8z" className="mark-fill" />
      <path d="M8 4.600v4M8 11.200v.01" className="mark-cut" />
    </>
  ),
  sent: (
    <>
      <circle cx="8" cy="8" r="6.2" className="mark-line" />
      <path d="M4.8 8h6M8.5 5.6 11 8l-2.5 2.4" className="mark-line" />
    </>
  ),
  refused: (
    <>
      <circle cx="8" cy="8" r="6.2" className="mark-line" />
      <path d="M5 8h6" className="mark-line" />
    </>
  ),
  pending: <circle cx="8" cy="8" r="6.2" className="mark-line mark-dashed" />,
  off: <circle cx="8" cy="8" r="6.2" className="mark-line" />,
};

/** Only what needs a person has coloured text. */
export function Mark({ kind, word }: { kind: MarkKind; word?: string }): ReactElement {
  return (
    <span className={`mark mark-${kind}`}>
      <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
        {shapes[kind]}
      </svg>
      {word !== undefined && <span className="mark-word">{word}</span>}
    </span>
  );
}
