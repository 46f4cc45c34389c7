import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-problem.ts';

const person = { email: 'lin.xiao@example.com', name: 'Lin Xiao' };

describe('a chosen password', () => {
  test.each([
    ['too_short', 'k4!xPq9z#'],
    ['too_short', '密码短短短短短短短'],
    ['too_short', '𠮷𠮶𠮵𠮴𠮳𠮲'],
    ['too_long', 'ab3'.repeat(100)],
    ['password_own_words', 'lin.xiao@example.com'],
    ['password_own_words', 'LinXiao-2026!'],
    ['password_own_words', 'my mail is lin.xiao@example.com'],
    ['password_common', 'Password123!'],
    ['password_common', 'p@ssw0rd2026'],
    ['password_common', 'aaaaaaaaaaaa'],
    ['password_common', '1212121212121'],
    ['password_common', '0987654321'],
    ['password_common', 'qwertyuiop'],
  ])('is refused as %s: %s', (problem, password) => {
    expect(passwordProblem(password, person)).toBe(problem);
  });

  test('is refused if it equals the local part of the email', () => {
    const ada = { email: 'ada.byron@example.com', name: 'Countess' };
    expect(passwordProblem('Ada-Byron-1843', ada)).toBe('password_own_words');
  });

  test.each(['a heron stands in the reeds', 'k4!xPq9z#m', '白鹭站在芦苇丛中看水'])(
    'is accepted: %s',
    (password) => {
      expect(passwordProblem(password, person)).toBeUndefined();
    },
  );
});
