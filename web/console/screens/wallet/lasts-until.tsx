import type { ReactElement } from 'react';
import { Time } from '../../kit/time.tsx';

const dayMs = 86_400_000;
/** A balance that is hardly used lasts longer than there are dates. */
const mostDays = 36_500;

/** The day until which a balance lasts, within a century; a dash if that is not known. */
export function LastsUntil({ days }: { days: number | null }): ReactElement {
  const at =
    days === null ? null : new Date(Date.now() + Math.min(days, mostDays) * dayMs).toISOString();
  return <Time at={at} form="day" />;
}
