import { expect, test } from 'vitest';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { dayOrTime, joinTexts, pairs, render, table, withNext } from './show.ts';

const zone = 'Asia/Shanghai';

test('columns line up in a terminal, where Chinese characters are two letters wide', () => {
  const rows = [
    ['公司', 'active'],
    ['Shop', 'active'],
    ['한국 ａ', 'active'],
  ];
  expect(render(table(['name', 'state'], rows, ''), zone).split('\n')).toEqual([
    'Name     State',
    '公司     active',
    'Shop     active',
    '한국 ａ  active',
  ]);
});

test('an empty table is the sentence that says what is empty', () => {
  expect(render(table(['call'], [], 'No calls in review.'), zone)).toBe('No calls in review.');
  expect(render(joinTexts('One.', table(['call'], [], '')), zone)).toBe('One.');
  expect(render(withNext('Rows.', '--after', 7), zone)).toBe('Rows.\n\nThere are more: --after 7');
});

test("times are in the platform's time zone, with its offset", () => {
  const at = new Date('2026-11-30T16:00:00Z');
  expect(localTime(at, zone)).toBe('2026-12-01 00:00:00+08:00');
  expect(localTime(new Date('2026-07-01T00:00:00.999Z'), 'Europe/Berlin')).toBe(
    '2026-07-01 02:00:00+02:00',
  );
  expect(render(pairs({ expiresAt: at }), zone)).toBe('Expires at  2026-12-01 00:00:00+08:00');
});

test('a start at midnight is the day that the operator typed', () => {
  const at = new Date('2026-11-30T16:00:00Z');
  expect(dayOrTime(at)(zone)).toBe('2026-12-01');
  expect(dayOrTime(at)('UTC')).toBe('2026-11-30 16:00:00+00:00');
});

test('labels are words in sentence case', () => {
  const shown = render(pairs({ accountId: 1, callbackUrl: 'x', perNumber: true }), zone);
  expect(shown.split('\n')).toEqual(['Account ID    1', 'Callback URL  x', 'Per number    yes']);
});
