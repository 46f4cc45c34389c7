import type { HealthReport } from '../../../../src/surfaces/console/health/health-contract.ts';

/** A check may pass and still tell what is worth doing. */
export function hasAdvice({ details }: HealthReport['checks'][number]): boolean {
  return details.some(({ todo }) => todo);
}
