import { describe, expect, test } from 'vitest';
import { checkStatus, isRecheck } from './face.ts';
import { checkMessages } from './messages.ts';

describe('isRecheck', () => {
  test.each([[''], [null], [undefined], [0], [false], [{}]])(
    'is decided by the key authToken alone, also with the value %j',
    (authToken) => {
      expect(isRecheck({ authToken })).toBe(true);
    },
  );

  test('is not decided by anything else, not even by an inherited key', () => {
    expect(isRecheck({ name: 'n', AuthToken: 'x' })).toBe(false);
    expect(isRecheck(Object.create({ authToken: 'x' }))).toBe(false);
  });
});

test('every status of a check has its words in both languages', () => {
  for (const status of Object.values(checkStatus)) {
    expect(checkMessages[status].en).not.toBe('');
    expect(checkMessages[status].zh).toMatch(/\p{Script=Han}/u);
  }
});
