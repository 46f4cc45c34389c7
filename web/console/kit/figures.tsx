import './figures.css';
import type { ReactElement, ReactNode } from 'react';

/** A figure that is looked at first: its name, its value, and what it is compared with. */
export interface Figure {
  name: string;
  label: ReactNode;
  value: ReactNode;
  /** What follows the value in small: `%`, `ms`. */
  unit?: string;
  /** Against what was before; up is not always good. */
  change?: { text: string; direction: 'up' | 'down'; isGood: boolean };
  note?: ReactNode;
}

/** A strip of figures; `isQuiet` where they describe one thing rather than sum up many. */
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
