import { type Html, html } from './html.ts';
import { languageTags, type PageLanguage, pageLanguages } from './page-languages.ts';

/** What a language is called where it is chosen: in short for the eyes, whole for the ears. */
const names: Readonly<Record<PageLanguage, { short: string; whole: string }>> = {
  en: { short: 'EN', whole: 'EN, English' },
  'zh-CN': { short: '简', whole: '简体中文' },
  'zh-TW': { short: '繁', whole: '繁體中文' },
};

/** The same page in each language; whatever else it was asked for by stays. */
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
