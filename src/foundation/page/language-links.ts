import { type Html, html } from './html.ts';
import { languageTags, type PageLanguage, pageLanguages } from './page-languages.ts';

/** The name of a language in the switcher: short on screen, in full for screen readers. */
const names: Readonly<Record<PageLanguage, { short: string; whole: string }>> = {
  en: { short: 'EN', whole: 'EN, English' },
  'zh-CN': { short: '简', whole: '简体中文' },
  'zh-TW': { short: '繁', whole: '繁體中文' },
};

/** Links to the same page in each language; other query parameters are kept. */
export function languageLinks(
  current: PageLanguage,
  label: string,
  query: URLSearchParams = new URLSearchParams(),
): Html {
  const links = pageLanguages.map((one) => {
    const tag = languageTags[one];
    const other = new URLSearchParams(query);
    other.set('lang', tag);
    const { short, whole } = names[one];
    return html`<a href="?${other.toString()}" lang="${tag}" hreflang="${tag}"
 aria-label="${whole}"${one === current && html` aria-current="true"`}><span>${short}</span></a>`;
  });
  return html`<nav aria-label="${label}">${links}</nav>`;
}
