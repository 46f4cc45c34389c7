import type { Language } from '../contract/text/languages.ts';
import { pickLanguage } from '../contract/wire/envelope.ts';

/** The languages of the pages that persons read: one more than those of the API. */
export const pageLanguages = ['en', 'zh-CN', 'zh-TW'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The tags that a browser knows the languages by. */
export const languageTags: Readonly<Record<PageLanguage, string>> = {
  en: 'en-US',
  'zh-CN': 'zh-CN',
  'zh-TW': 'zh-TW',
};

/** The language of the platform whose words come nearest. */
export function wordsLanguageOf(language: PageLanguage): Language {
  return language === 'en' ? 'en' : 'zh';
}

const longestTag = 35;
const traditional = /^zh\b(?!-hans).*-(hant|tw|hk|mo)\b/i;

/** The language that a tag names: whoever reads Chinese in Taiwan, Hong Kong or Macao reads Traditional Chinese. */
export function languageOfTag(tag: string | undefined): PageLanguage | undefined {
  if (!tag || tag.length > longestTag) return undefined;
  if (/^en\b/i.test(tag)) return 'en';
  if (!/^zh\b/i.test(tag)) return undefined;
  return traditional.test(tag) ? 'zh-TW' : 'zh-CN';
}

/**
 * What a browser asks for. Between English and Chinese the API's own rule decides; which Chinese is
 * meant says the first tag that names one.
 */
export function pickPageLanguage(acceptLanguage: string | undefined): PageLanguage {
  if (pickLanguage(acceptLanguage) === 'en') return 'en';
  const tags = (acceptLanguage ?? '').split(',').map((range) => range.split(';', 1)[0]?.trim());
  return languageOfTag(tags.find((tag) => /^zh\b/i.test(tag ?? ''))) ?? 'zh-CN';
}
