import { describe, expect, test } from 'vitest';
import { checkStatus, isRecheck } from './face.ts';
import { checkMessages } from './messages.ts';

describe('isRecheck', () => {
  test.each([[''], [null], [undefined], [0], [false], [{}]])(
    'depends on the presence of authToken alone, even with the value %j',
    (authToken) => {
      expect(isRecheck({ authToken })).toBe(true);
    },
  );

  test('depends on nothing else, not even on an inherited key', () => {
    expect(isRecheck({ name: 'n', AuthToken: 'x' })).toBe(false);
    expect(isRecheck(Object.create({ authToken: 'x' }))).toBe(false);
  });
});

test('every status of a check has its text in both languages', () => {
  for (const status of Object.values(checkStatus)) {
    expect(checkMessages[status].en).not.toBe('');
    expect(checkMessages[status].zh).toMatch(/\p{Script=Han}/u);
  }
});
