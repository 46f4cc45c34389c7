import type { Language } from '../contract/text/languages.ts';
import { pickLanguage } from '../contract/wire/envelope.ts';

/** The languages of the pages for people: one more than the API has. */
export const pageLanguages = ['en', 'zh-CN', 'zh-TW'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The language tags for browsers. */
export const languageTags: Readonly<Record<PageLanguage, string>> = {
  en: 'en-US',
  'zh-CN': 'zh-CN',
  'zh-TW': 'zh-TW',
};

/** The closest language of the API. */
export function wordsLanguageOf(language: PageLanguage): Language {
  return language === 'en' ? 'en' : 'zh';
}

const longestTag = 35;
const traditional = /^zh\b(?!-hans).*-(hant|tw|hk|mo)\b/i;

/** The language of a tag: Chinese for Taiwan, Hong Kong or Macao is Traditional Chinese. */
export function languageOfTag(tag: string | undefined): PageLanguage | undefined {
  if (!tag || tag.length > longestTag) return undefined;
  if (/^en\b/i.test(tag)) return 'en';
  if (!/^zh\b/i.test(tag)) return undefined;
  return traditional.test(tag) ? 'zh-TW' : 'zh-CN';
}

/**
 * Picks the language a browser asks for. The API's rule decides between English and Chinese; the first Chinese
 * tag decides which Chinese.
 */
export function pickPageLanguage(acceptLanguage: string | undefined): PageLanguage {
  if (pickLanguage(acceptLanguage) === 'en') return 'en';
  const tags = (acceptLanguage ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim());
  return languageOfTag(tags.find((tag) => /^zh\b/i.test(tag ?? ''))) ?? 'zh-CN';
}
