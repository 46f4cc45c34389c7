import { type Problem, problems } from './problems.ts';
import { redirectUrlProblem } from './redirect-url.ts';

const unseen = /\p{Cf}/u;

/**
 * Says what is wrong with an address that an operator sets and persons are sent to; undefined when
 * nothing is. What is no https could be changed by anyone on the way.
 */
export function httpsProblem(address: unknown): Problem | undefined {
  const isGood =
    typeof address === 'string' &&
    /^https:/i.test(address) &&
    redirectUrlProblem(address) === undefined &&
    !unseen.test(address);
  return isGood ? undefined : problems.url_not_https;
}
