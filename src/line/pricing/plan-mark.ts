import type { PlanMark } from './plan-queries.ts';

/** A page of plans ends at a time, in milliseconds so that none is impossible, and a plan: `1794787200000_12`. */
export const planMarkPattern = '^\\d{1,15}_[1-9]\\d{0,8}$';

export const planMarkOf = ({ effectAt, planId }: PlanMark) => `${effectAt.getTime()}_${planId}`;

export function readPlanMark(mark: string): PlanMark {
  const [timeMs = 0, planId = 0] = mark.split('_').map(Number);
  return { effectAt: new Date(timeMs), planId };
}
