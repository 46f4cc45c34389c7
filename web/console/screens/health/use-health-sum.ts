import type { HealthReport } from '../../../../src/surfaces/console/health/health-contract.ts';
import { hasAdvice } from './has-advice.ts';
import { useHealthWords } from './health-words.ts';

type Check = HealthReport['checks'][number];

export const toneOf = { failed: 'bad', advice: 'unknown', passed: 'good' } as const;

/** What all checks together say, and those of each kind. */
export function useHealthSum(checks: readonly Check[]) {
  const say = useHealthWords();
  const bad = checks.filter(({ ok }) => !ok);
  const advised = checks.filter((check) => check.ok && hasAdvice(check));
  const calm = checks.filter((check) => check.ok && !hasAdvice(check));
  const sum =
    bad.length > 0
      ? say('bad', { count: bad.length })
      : advised.length > 0
        ? say('advised', { count: advised.length })
        : say('good');
  const tone = toneOf[bad.length > 0 ? 'failed' : advised.length > 0 ? 'advice' : 'passed'];
  return { bad, advised, calm, sum, tone };
}
