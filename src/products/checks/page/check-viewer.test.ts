import { expect, test } from 'vitest';
import type { LinkedCheck } from '../queries.ts';
import { type LinkRequest, languageOf, viewerOf } from './check-viewer.ts';

const pick = (language: string | null, accepted?: string, lang?: string) =>
  languageOf(
    {
      query: lang === undefined ? {} : { lang },
      headers: accepted === undefined ? {} : { 'accept-language': accepted },
    },
    language === null ? null : ({ language } as LinkedCheck),
  );

test('a page uses the person’s language, then the browser’s, then the call’s', () => {
  expect(pick('zh', 'en-GB', 'zh-TW')).toEqual({ language: 'zh-TW', isLanguageChosen: true });
  expect(pick('zh', 'en-GB')).toEqual({ language: 'en', isLanguageChosen: false });
  expect(pick('en', 'zh-CN').language).toBe('zh-CN');
  for (const silent of [undefined, 'fr', '*']) {
    expect(pick('zh', silent).language).toBe('zh-CN');
    expect(pick('en', silent).language).toBe('en');
    expect(pick(null, silent).language).toBe('en');
  }
});

function viewer(query: LinkRequest['query'], agent = '') {
  const headers = { 'user-agent': agent };
  const request = { query, headers, params: { link: 'the-link' } } as unknown as LinkRequest;
  return viewerOf(request, { language: 'en' } as LinkedCheck);
}

test('a page knows its device better than the user agent does', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  expect(viewer({}, mac)).toMatchObject({ device: 'desktop', isDeviceUnsure: true });
  expect(viewer({ device: 'mobile' }, mac)).toMatchObject({
    device: 'mobile',
    isDeviceUnsure: false,
  });
  expect(viewer({ device: 'toaster' }, mac).device).toBe('desktop');
  expect(viewer({}, 'Mozilla/5.0 (Windows NT 10.0)').isDeviceUnsure).toBe(false);
});

test('a browser is named by its page, with a short plain name', () => {
  const name = 'a-name_OfABrowser16';
  expect(viewer({ by: name }).visitorName).toBe(name);
  expect(viewer({ by: name }).visitor).toHaveLength(16);
  for (const by of [undefined, 'short', 'x'.repeat(41), 'a name with blanks in it']) {
    expect(viewer(by === undefined ? {} : { by })).toMatchObject({
      visitorName: null,
      visitor: null,
    });
  }
});
