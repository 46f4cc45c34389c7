import './figures.css';
import type { ReactElement, ReactNode } from 'react';

export interface Figure {
  name: string;
  label: ReactNode;
  value: ReactNode;
  /** In small type after the value: `%`, `ms`. */
  unit?: string;
  /** Compared with the earlier period; up is not always good. */
  change?: { text: string; direction: 'up' | 'down'; isGood: boolean };
  note?: ReactNode;
}

/** `isQuiet` for the facts of one record rather than totals. */
export function Figures({
  figures,
  isQuiet = false,
}: {
  figures: readonly Figure[];
  isQuiet?: boolean;
}): ReactElement {
  return (
    <dl className={isQuiet ? 'card figures figures-quiet' : 'card figures'}>
      {figures.map(({ name, label, value, unit, change, note }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <span className="figure">
              {value}
              {unit && <small> {unit}</small>}
            </span>
            {(change || note) && (
              <span className="figure-note">
                {change && (
                  <b className={change.isGood ? 'figure-good' : 'figure-bad'}>
                    <span aria-hidden="true">{change.direction === 'up' ? '▲' : '▼'}</span>{' '}
                    {change.text}
                  </b>
                )}{' '}
                {note}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
