const named = [
  ['nowhere', /^the host has no public address$/],
  ['refused', /ECONNREFUSED/],
  ['timeout', /time-?d? ?out|timeout/i],
  ['unsigned', /^It could not be signed/],
  ['silent', /^There was no answer/],
] as const;

/** The problems of a delivery that we have words for; the others are shown as they were found. */
export function problemName(problem: string): (typeof named)[number][0] | undefined {
  return named.find(([, pattern]) => pattern.test(problem))?.[0];
}
