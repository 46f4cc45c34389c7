import {
  type PasswordProblem,
  passwordProblem,
} from '../../../../src/people/sign-in/password-problem.ts';

/** Why the server would refuse a password, or how strong an accepted one is. */
export type PasswordRating = { problem: PasswordProblem } | { strength: 1 | 2 | 3 };

/** The server's own rule decides first, so that no refused password is called strong. */
export function ratePassword(
  password: string,
  { email, name }: { email: string; name: string },
): PasswordRating {
  const problem = passwordProblem(password, { email: email.trim().toLowerCase(), name });
  return problem ? { problem } : { strength: strengthOf(password) };
}

/** A rough estimate from length and repetition. */
function strengthOf(password: string): 1 | 2 | 3 {
  const kinds = new Set(password).size;
  const isRun = /(.)\1{3,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|passwor/i.test(password);
  if (kinds < 7 || isRun) return 1;
  return password.length >= 16 || kinds >= 11 ? 3 : 2;
}
