import type { ReactElement } from 'react';

/** Facts below a step of the timeline; those without a value are left out. */
export function FactList({
  facts,
}: {
  facts: readonly (readonly [string, string | null | undefined])[];
}): ReactElement {
  return (
    <dl className="call-facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
