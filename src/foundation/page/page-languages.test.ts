import { expect, test } from 'vitest';
import { languageOfTag, pickPageLanguage } from './page-languages.ts';

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['zh', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-Hans-HK', 'zh-CN'],
  ['zh-TW', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['ZH-hant-MO', 'zh-TW'],
  ['zh-MO', 'zh-TW'],
  ['zh-SG', 'zh-CN'],
  ['fr', undefined],
  ['', undefined],
  ['zhx', undefined],
  [`zh-${'a'.repeat(99)}-TW`, undefined],
])('the tag %s names %s', (tag, language) => {
  expect(languageOfTag(tag)).toBe(language);
});

test.each([
  [undefined, 'en'],
  ['fr', 'en'],
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-CN,zh-TW;q=0.5', 'zh-CN'],
  ['en,zh-TW;q=0.9', 'en'],
  ['fr, zh-Hant;q=0.9', 'zh-TW'],
] as const)('a browser that accepts %s reads %s', (accepted, language) => {
  expect(pickPageLanguage(accepted)).toBe(language);
});
