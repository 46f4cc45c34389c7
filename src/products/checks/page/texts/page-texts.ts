import type { PageLanguage } from '../../../../foundation/page/page-languages.ts';
import { en, type PageTexts } from './en.ts';
import { zhCn } from './zh-cn.ts';
import { zhTw } from './zh-tw.ts';

/** The texts of the check page, one file per language. */
export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  en,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};

/**
 * The version of the consent text, with its language. It is stored with every consent, so the text of a version
 * never changes: a change to the consent's sentences needs a new version.
 */
export function consentVersion(language: PageLanguage): string {
  return `check-3.${language}`;
}

export function isConsentVersion(value: unknown): value is string {
  return Object.keys(pageTexts).some(
    (language) => value === consentVersion(language as PageLanguage),
  );
}
