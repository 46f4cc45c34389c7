import { describe, expect, test } from 'vitest';
import { nationalIdProblem } from './national-id.ts';

const today = new Date('2025-11-15T02:00:00Z');
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Completes 17 digits with the check digit, by the other form of the rule: the sum is 1 mod 11. */
function complete(digits: string): string {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (weights[i] ?? 0), 0);
  const check = [...Array(11).keys()].find((c) => (sum + c) % 11 === 1) ?? 0;
  return digits + (check === 10 ? 'X' : String(check));
}

describe('nationalIdProblem', () => {
  test.each(['11010519491231002X', '11010519491231002x', '440524188001010014'])(
    'accepts the published example %s',
    (value) => {
      // The last one is a correct number of a person born in 1880, which is before the limit.
      const expected = value.startsWith('44') ? /birth date/ : undefined;
      if (expected) expect(nationalIdProblem(value, today)?.en).toMatch(expected);
      else expect(nationalIdProblem(value, today)).toBeUndefined();
    },
  );

  test.each(['19000101', '20000229', '20251115'])('accepts the birth date %s', (birth) => {
    expect(nationalIdProblem(complete(`110105${birth}002`), today)).toBeUndefined();
  });

  test.each(['18991231', '19000229', '20010229', '20251116', '20001301', '20000100', '00000101'])(
    'rejects the birth date %s',
    (birth) => {
      expect(nationalIdProblem(complete(`110105${birth}002`), today)?.en).toMatch(/birth date/);
    },
  );

  test('takes today’s date in China', () => {
    const lateEvening = new Date('2025-11-15T17:00:00Z');
    expect(nationalIdProblem(complete('11010520251116002'), lateEvening)).toBeUndefined();
  });

  test('detects any single wrong digit', () => {
    const right = '11010519491231002X';
    for (let i = 0; i < 17; i++) {
      const digit = (Number(right[i]) + 1) % 10 || 1;
      const wrong = right.slice(0, i) + digit + right.slice(i + 1);
      expect(nationalIdProblem(wrong, today)?.en).toMatch(/check digit|birth date/);
    }
  });

  test.each(['', '110105194912310', '11010519491231002XX', '1101051949123100２X', 'X'.repeat(18)])(
    'rejects the form of %j',
    (value) => {
      expect(nationalIdProblem(value, today)?.en).toMatch(/17 digits/);
    },
  );
});
