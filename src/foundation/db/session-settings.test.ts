import { expect, test } from 'vitest';
import { takeSettings } from './session-settings.ts';

const url = (options: string) => `postgresql:///db?${new URLSearchParams({ options })}`;

test.each([
  ['-c jit=on', { jit: 'on' }, ''],
  ['-csearch_path=a,b  --work-mem=9MB', { search_path: 'a,b', work_mem: '9MB' }, ''],
  ['-c search_path=a\\ b -c TimeZone=UTC', { search_path: 'a b', timezone: 'UTC' }, ''],
  ['-d 5 -c jit=on', { jit: 'on' }, '-d 5'],
])('takes the settings out of %s, and leaves other options', (options, settings, rest) => {
  const taken = takeSettings(url(options));
  expect(taken.settings).toEqual(settings);
  expect(new URL(taken.url).searchParams.get('options') ?? '').toBe(rest);
});

test('keeps the rest of the URL', () => {
  const plain = 'postgresql:///db?host=%2Frun&user=me';
  expect(takeSettings(plain)).toEqual({ url: plain, settings: {} });
});
