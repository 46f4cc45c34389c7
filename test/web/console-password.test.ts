import { expect, test } from 'vitest';
import { passwordProblem } from '../../src/people/sign-in/password-problem.ts';
import { ratePassword } from '../../web/console/screens/session/rate-password.ts';

const person = { email: 'lin.xiao@example.com', name: 'Lin Xiao' };

// Long and of many kinds, so that an estimate alone would call each of them strong.
// @mutant web/console/screens/session/rate-password.ts
// - return problem ? { problem } : { strength: strengthOf(password) };
// + return { strength: strengthOf(password) };
test.each([
  'correcthorsebatterystaple',
  'Administrator!2026#',
  'LinXiao-2026!#?',
  'mail lin.xiao@example.com',
  '𠮷𠮶𠮵𠮴𠮳𠮲abc',
])('a password that the server refuses is not rated: %s', (password) => {
  const problem = passwordProblem(password, person);
  expect(problem).toBeDefined();
  expect(ratePassword(password, person)).toEqual({ problem });
});

test('the email is compared as the server stores it', () => {
  const typed = { ...person, email: ' Lin.Xiao@Example.com ' };
  expect(ratePassword('mail lin.xiao@example.com', typed)).toEqual({
    problem: 'password_own_words',
  });
});

test.each([
  ['aabbccdaabbccd', 1],
  ['k4!xPq9z#m', 2],
  ['a heron stands in the reeds', 3],
])('an accepted password is rated: %s', (password, strength) => {
  expect(passwordProblem(password, person)).toBeUndefined();
  expect(ratePassword(password, person)).toEqual({ strength });
});
