import type { ReactElement } from 'react';
import type { ProviderRow } from '../../../../src/surfaces/console/providers/providers-contract.ts';
import { leastShare } from '../../../../src/vendors/providers/provider-state.ts';

const width = 78;
const height = 18;
/** A line through fewer points shows a course that nobody measured. */
export const leastPoints = 12;
/** Success rates below this are drawn at the bottom. */
const foot = 0.8;

/** Success per hour; red if any is too low. */
export function SparkLine({
  hours,
  label,
}: {
  hours: ProviderRow['hours'];
  label: string;
}): ReactElement {
  const shares = hours.map(({ asked, done }) => (asked === 0 ? 1 : done / asked));
  const step = width / (shares.length - 1);
  const points = shares.map((share, at) => {
    const y = 1 + (height - 2) * (1 - (Math.max(share, foot) - foot) / (1 - foot));
    return `${(at * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const isBad = shares.some((share) => share < leastShare);
  return (
    <svg
      className={isBad ? 'spark spark-bad' : 'spark'}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
