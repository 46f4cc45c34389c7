import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pageLanguages } from '../../../../foundation/page/page-languages.ts';
import { en, type PageTextName } from './en.ts';
import { consentVersion, isConsentVersion, pageTexts } from './page-texts.ts';

const keys = Object.keys(en) as PageTextName[];
const chinese = ['zh-CN', 'zh-TW'] as const;

/** What a person agrees to: changing any of it is a new version of the consent. */
const consentTexts = keys.filter((key) =>
  /^(consentHeading|role|operatorUnnamed|who|oneOfThem|why|choice|rights|tick)/.test(key),
);

test('the text of a consent version never changes', () => {
  expect(consentTexts.length).toBeGreaterThan(20);
  const fingerprints = pageLanguages.map((language) => {
    const text = consentTexts.map((key) => `${key} ${pageTexts[language][key]}`).join('\n');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `${consentVersion(language)} ${hash}`;
  });
  expect(fingerprints).toEqual([
    'check-3.en 801b95344775d88a',
    'check-3.zh-CN 2931f25b1a122274',
    'check-3.zh-TW 0436d89282ae396b',
  ]);
});

test('a version is one that the page offers now, and no earlier one', () => {
  for (const language of pageLanguages) {
    expect(isConsentVersion(consentVersion(language))).toBe(true);
  }
  for (const version of ['check-2.en', 'check-3.fr', 'check-3.', '', null, 3]) {
    expect(isConsentVersion(version)).toBe(false);
  }
});

describe.each(chinese)('%s', (language) => {
  const texts = pageTexts[language];

  test('has the same keys as English, in the same order', () => {
    expect(Object.keys(texts)).toEqual(keys);
    expect(keys.filter((key) => texts[key].trim() === '')).toEqual([]);
  });

  test('has the same placeholders', () => {
    const braces = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
    const differing = keys.filter((key) => String(braces(texts[key])) !== String(braces(en[key])));
    expect(differing).toEqual([]);
  });

  test('makes the same promises as English, sentence by sentence', () => {
    for (const promises of samePromises) {
      for (const key of keys) {
        const isMade = promises.en.test(en[key]);
        expect(`${key}: ${promises[language].test(texts[key])}`).toBe(`${key}: ${isMade}`);
      }
    }
  });

  test('leaves the space beside a placeholder to the filling, except for numbers', () => {
    const bySpace =
      /\{(asker|vendor|operator|collector|abroad|who|contacts)\} | \{(asker|vendor|operator|collector|abroad|who|contacts)\}/;
    expect(keys.filter((key) => bySpace.test(texts[key]))).toEqual([]);
  });

  test('has one space between Chinese and Latin in its own text', () => {
    const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
    expect(keys.filter((key) => close.test(texts[key].replaceAll(/\{\w+\}/g, '·')))).toEqual([]);
  });
});

/** A promise in each language's words: a text that makes it in one language makes it in all. */
const samePromises = [
  { en: /\{days\}/, 'zh-CN': /保存 \{days\} 天/, 'zh-TW': /保存 \{days\} 天/ },
  { en: /\{vendorDays\}/, 'zh-CN': /保存 \{vendorDays\} 天/, 'zh-TW': /保存 \{vendorDays\} 天/ },
  { en: /encrypted/, 'zh-CN': /加密/, 'zh-TW': /加密/ },
  { en: /over the internet/, 'zh-CN': /互联网/, 'zh-TW': /網際網路/ },
  { en: /no video/, 'zh-CN': /不保存人脸视频/, 'zh-TW': /不保存臉部影片/ },
  { en: /separately/, 'zh-CN': /单独/, 'zh-TW': /單獨/ },
  { en: /^Only the result/, 'zh-CN': /^仅核验结果/, 'zh-TW': /^僅驗證結果/ },
  {
    en: /only for this check|this check only|one check only/,
    'zh-CN': /仅用于本次|仅限本次/,
    'zh-TW': /僅用於本次|僅限本次/,
  },
  { en: /Under 14/, 'zh-CN': /未满 14/, 'zh-TW': /未滿 14/ },
  { en: /at any time/, 'zh-CN': /随时/, 'zh-TW': /隨時/ },
  { en: /not undone/, 'zh-CN': /不受影响/, 'zh-TW': /不受影響/ },
  {
    en: /Nothing (goes|was sent) to/,
    'zh-CN': /(不会|未)向.*发送任何/,
    'zh-TW': /(不會|未)向.*傳送任何/,
  },
  { en: /under a minute/, 'zh-CN': /不到 1 分钟/, 'zh-TW': /不到 1 分鐘/ },
  {
    en: /can (now )?see( the result| it)/,
    'zh-CN': /可以(看到结果|查看)/,
    'zh-TW': /可以(看到結果|查看)/,
  },
  { en: /outside mainland/, 'zh-CN': /境外/, 'zh-TW': /境外/ },
] as const;

describe('the texts never contain', () => {
  const banned = {
    en: /\b(we|us|our|free|costs?|price|charged?|pay|secure|official|certified|has been told|asterisk)\b|100 ?%|!/i,
    'zh-CN': /我们|收费|费用|免费|认证|验证|识别|官方|沙盒|！|你/,
    'zh-TW': /我們|收費|費用|免費|認證|核驗|識別|官方|沙箱|身份|！|你/,
  };
  test.each(pageLanguages)('%s', (language) => {
    const texts = pageTexts[language];
    expect(keys.filter((key) => banned[language].test(texts[key]))).toEqual([]);
  });
});
