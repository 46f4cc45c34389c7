/**
 * How many examples a property is run with: few in `npm test`, all in `npm run proofs`. A failing
 * run prints its seed.
 */
export function propertyRuns(few: number, all: number): number {
  return process.env.TEST_TIER === 'proofs' ? all : few;
}
