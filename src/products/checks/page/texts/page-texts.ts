import type { PageLanguage } from '../../../../foundation/page/page-languages.ts';
import { en, type PageTexts } from './en.ts';
import { zhCn } from './zh-cn.ts';
import { zhTw } from './zh-tw.ts';

/** The texts of the person's page, a file for each language. */
export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};

/**
 * The version of what a person agrees to, with its language: it is kept with every consent, so the
 * text of a version never changes. A change of the consent's sentences is a new version.
 */
export function consentVersion(language: PageLanguage): string {
  return `check-3.${language}`;
}

export function isConsentVersion(value: unknown): value is string {
  return Object.keys(pageTexts).some(
    (language) => value === consentVersion(language as PageLanguage),
  );
}
