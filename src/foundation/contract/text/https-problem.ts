import { redirectUrlProblem } from './redirect-url.ts';

const unseen = /\p{Cf}/u;

/**
 * Says what is wrong with an address that an operator sets and persons are sent to; undefined when
 * nothing is. What is no https could be changed by anyone on the way.
 */
export function httpsProblem(what: string, address: unknown): string | undefined {
  const isGood =
    typeof address === 'string' &&
    /^https:/i.test(address) &&
    redirectUrlProblem(address) === undefined &&
    !unseen.test(address);
  if (isGood) return undefined;
  return (
    `${what} is an address that begins with https://, of at most 2048 characters, without spaces, ` +
    'a user name or anything that cannot be seen.'
  );
}
