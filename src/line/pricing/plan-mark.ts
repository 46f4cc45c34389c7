import type { PlanMark } from './plan-queries.ts';

/**
 * The cursor of a page of plans: effective time and plan id, `1794787200000_12`. The time is in milliseconds,
 * so that every number is a valid time.
 */
export const planMarkPattern = '^\\d{1,15}_[1-9]\\d{0,8}$';

export const planMarkOf = ({ effectAt, planId }: PlanMark) => `${effectAt.getTime()}_${planId}`;

export function readPlanMark(mark: string): PlanMark {
  const [timeMs = 0, planId = 0] = mark.split('_').map(Number);
  return { effectAt: new Date(timeMs), planId };
}
