import { describe, expect, test } from 'vitest';
import { checkStatus, isRecheck, redirectUrlProblem } from './face.ts';
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

describe('redirectUrlProblem', () => {
  test.each([
    'https://example.com',
    'http://127.0.0.1:3000/done?a=1&b=2#c',
    'HTTPS://EXAMPLE.COM/',
    'https://例子.cn/完成?名=值',
    'https://[::1]:8443/',
    'myapp://done',
    'com.example.app:/callback',
    'weixin://dl/business/?t=x',
  ])('lets people be sent to %s', (url) => {
    expect(redirectUrlProblem(url)).toBeUndefined();
  });

  test.each([
    '',
    'done',
    '/done',
    '//example.com/done',
    'example.com/done',
    'example.com:8080/done',
    'localhost:3000',
    'https:',
    'https://',
    'https:example.com',
    'https:///example.com',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com\\@evil.example',
    'https:\\\\evil.example',
    'https://example.com/\u0000',
    'https://example.com/\ud83d',
    'https://[::1',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\u00a0:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'DATA:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://example.com/x',
    'filesystem:https://example.com/x',
    'view-source:https://example.com',
    'about:blank',
    'c:/windows',
  ])('never sends a person to %j', (url) => {
    expect(redirectUrlProblem(url)).toMatch(/^must /);
  });
});

test('an address has at most 2048 characters', () => {
  expect(redirectUrlProblem('https://example.com/'.padEnd(2048, 'a'))).toBeUndefined();
  expect(redirectUrlProblem('https://example.com/'.padEnd(2049, 'a'))).toMatch(/at most 2048/);
});

test('every status of a check has its words in both languages', () => {
  for (const status of Object.values(checkStatus)) {
    expect(checkMessages[status].en).not.toBe('');
    expect(checkMessages[status].zh).toMatch(/\p{Script=Han}/u);
  }
});
