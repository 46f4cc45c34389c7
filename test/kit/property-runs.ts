/**
 * How many examples a property is tried with: the few of `npm test`, or all of `npm run proofs`. A run that fails
 * in either prints its seed.
 */
export function propertyRuns(few: number, all: number): number {
  return process.env.TEST_TIER === 'proofs' ? all : few;
}
