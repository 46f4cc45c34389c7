import { expect, test } from 'vitest';
import { putFirst } from '../../web/console/screens/providers/put-first.ts';
import { isMatch, readCommand } from '../../web/console/shell/search-box/read-command.ts';

test('a text that begins with a verb looks for what follows it, in both languages', () => {
  expect(readCommand(' Top up  Acme ')).toEqual({ verb: 'topUp', rest: 'Acme' });
  expect(readCommand('revoke')).toEqual({ verb: 'revoke', rest: '' });
  expect(readCommand('充值青禾')).toEqual({ verb: 'topUp', rest: '青禾' });
  expect(readCommand('切换 短信')).toEqual({ verb: 'route', rest: '短信' });
});

test('a word that only begins like a verb is searched as it is', () => {
  for (const text of ['switchboard', 'revoked', 'top', 'Acme top up', '13800000000', '']) {
    expect(readCommand(text)).toEqual({ verb: undefined, rest: text });
  }
});

test('every word must occur in a name, in any order', () => {
  expect(isMatch('acme top', ['Top up Acme'])).toBe(true);
  expect(isMatch('acme bank', ['Top up Acme'])).toBe(false);
});

test('a provider is put first once, and takes all calls where providers share them', () => {
  expect(putFirst([{ code: 'a' }, { code: 'b' }], 'b')).toEqual([{ code: 'b' }, { code: 'a' }]);
  expect(putFirst([{ code: 'a' }], 'c')).toEqual([{ code: 'c' }, { code: 'a' }]);
  const shared = [
    { code: 'a', weight: 70 },
    { code: 'b', weight: 30 },
  ];
  expect(putFirst(shared, 'b')).toEqual([
    { code: 'b', weight: 100 },
    { code: 'a', weight: 0 },
  ]);
});
