import { type Problem, problems } from './problems.ts';

const form = /^[1-9][0-9]{16}[0-9Xx]$/;
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** China's days begin eight hours before UTC's. */
const chinaOffset = 8 * 3_600_000;

/**
 * Validates a national ID number by GB 11643: 17 digits and a check digit that can be X, with the birth date in
 * the middle. It does not tell whether the person exists.
 */
export function nationalIdProblem(value: string, today: Date): Problem | undefined {
  if (!form.test(value)) return problems.id_form;
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += Number(value[i]) * (weights[i] ?? 0);
  if (checkDigits[sum % 11] !== value[17]?.toUpperCase()) return problems.id_check_digit;
  const year = Number(value.slice(6, 10));
  const month = Number(value.slice(10, 12));
  const dayOfMonth = Number(value.slice(12, 14));
  const birth = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isRealDay = birth.getUTCMonth() === month - 1 && birth.getUTCDate() === dayOfMonth;
  if (year < 1900 || !isRealDay || birth.getTime() > today.getTime() + chinaOffset) {
    return problems.id_birth_date;
  }
  return undefined;
}
