import { type Problem, problems } from './problems.ts';
import { redirectUrlProblem } from './redirect-url.ts';

const unseen = /\p{Cf}/u;

/**
 * Validates a URL that an operator sets and people are sent to; undefined when it is valid. It must be https,
 * because anyone on the network path could change plain http.
 */
export function httpsProblem(address: unknown): Problem | undefined {
  const isGood =
    typeof address === 'string' &&
    /^https:/i.test(address) &&
    redirectUrlProblem(address) === undefined &&
    !unseen.test(address);
  return isGood ? undefined : problems.url_not_https;
}
