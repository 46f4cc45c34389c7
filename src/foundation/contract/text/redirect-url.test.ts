import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusedScheme, redirectUrlProblem } from './redirect-url.ts';

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
    'alipays://platformapi/startapp?appId=1',
    'msapp://done',
    'websites://done',
    'marketplace://done',
    'mymarket://done',
    'https://example.com/@me?to=a@b',
    'myapp:/@me',
  ])('accepts %s', (url) => {
    expect(redirectUrlProblem(url)).toBeUndefined();
  });

  // @mutant src/foundation/contract/text/redirect-url.ts
  // - refusedNames.has(scheme) ||
  // @mutant src/foundation/contract/text/redirect-url.ts
  // - if (userInfo.test(rest) || url.username || url.password) {
  // + if (url.username || url.password) {
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
    'intent://scan/#Intent;scheme=x;package=y;end',
    'INTENT://scan/#Intent;end',
    'android-app://com.example/x',
    'ms-settings:privacy',
    'MS-Word:ofe|u|https://example.com/x.docx',
    'ms-msdt:/id PCWDiagnostic',
    'search-ms:query=x&crumb=location:example.com',
    'chrome://settings',
    'chrome-extension://abc/x.html',
    'microsoft-edge:https://example.com',
    'moz-extension://abc/',
    'mhtml:https://example.com/x!y',
    'feed:https://example.com/rss',
    'ftp://example.com/',
    'mailto:a@example.com',
    'TEL:+8613800000000',
    'sms:+8613800000000',
    'facetime-audio://x',
    'itms-services://?action=download-manifest',
    'x-apple.systempreferences:',
    'market://details?id=com.example',
    'MARKET://details?id=com.example',
    'itms://apps.apple.com/app/id1',
    'itms-apps://apps.apple.com/app/id1',
    'itms-appss://apps.apple.com/app/id1',
    'macappstore://apps.apple.com/app/id1',
    'amzn://apps/android?p=com.example',
    'appmarket://details?id=com.example',
    'hiapplink://com.huawei.appmarket?appId=C1',
    'mimarket://details?id=com.example',
    'vivomarket://details?id=com.example',
    'oppomarket://details?packagename=com.example',
    'oaps://mk/dt?pkg=com.example',
    'samsungapps://ProductDetail/com.example',
    'tmast://appdetails?pname=com.example',
    'ws://example.com/',
    'wss://example.com/',
    'ldap://example.com/x',
    'content://com.android.contacts',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://@example.com/',
    'https://:@example.com/',
    'https://good.example@evil.example/',
    'https://good.example%2f@evil.example/',
    'myapp://user@host/',
    'javascript%3aalert(1)',
    'java\u200bscript:alert(1)',
    '\ufeffhttps://example.com/',
    '\u0000https://example.com/',
  ])('rejects %j', (url) => {
    expect(redirectUrlProblem(url)?.en).toMatch(/^must /);
  });
});

test('limits a URL to 2048 characters', () => {
  expect(redirectUrlProblem('https://example.com/'.padEnd(2048, 'a'))).toBeUndefined();
  expect(redirectUrlProblem('https://example.com/'.padEnd(2049, 'a'))?.en).toMatch(/at most 2048/);
});

test('accepts only URLs that a browser opens exactly as validated', () => {
  const scheme = fc.constantFrom('https', 'http', 'myapp', 'JavaScript', 'ms-x', 'Data', 'blob');
  const start = fc.constantFrom('', ' ', '\t', '\u0000', '\u200b');
  const rest = fc.string({ unit: fc.constantFrom(...'a:/@?#%.\\1[]\n') });
  fc.assert(
    fc.property(start, scheme, rest, (before, name, after) => {
      const value = `${before}${name}:${after}`;
      if (redirectUrlProblem(value) !== undefined) return;
      const url = new URL(value);
      expect(value.toLowerCase().startsWith(url.protocol)).toBe(true);
      expect(isRefusedScheme(url.protocol.slice(0, -1))).toBe(false);
      expect([url.username, url.password]).toEqual(['', '']);
    }),
    { numRuns: 5_000 },
  );
});
