import './facts.css';
import type { ReactElement, ReactNode } from 'react';

/** Facts of one record, one below the other; those without a value are left out. */
export function Facts({
  facts,
  className = '',
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}): ReactElement {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
