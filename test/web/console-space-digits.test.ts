import { expect, test } from 'vitest';
import { spaceDigits } from '../../web/console/kit/space-digits.ts';

test('a space separates digits from Chinese characters, and nothing else', () => {
  expect(spaceDigits('6秒前')).toBe('6 秒前');
  expect(spaceDigits('2026年10月1日')).toBe('2026 年 10 月 1 日');
  expect(spaceDigits('6 秒前')).toBe('6 秒前');
  expect(spaceDigits('6s ago')).toBe('6s ago');
});
