import type { Language } from '../contract/text/languages.ts';
import { type Html, html } from './html.ts';
import { markUrl, plainStyle, skinLinks, themeButton, themeScript } from './skin/skin.ts';

const tags: Readonly<Record<Language, string>> = { en: 'en-US', zh: 'zh-CN' };
const names: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

interface PlainPage {
  basePath: string;
  title: string;
  /** Links beside the name of the platform. */
  links?: Html;
  /** The same page in another language. */
  languageHref?(language: Language): string;
  /** Additional elements for the head. */
  head?: Html;
  main: Html;
}

/** A page that works without scripts, in the platform's look; its only scripts are those of the skin. */
export function plainPage(
  language: Language,
  { basePath, title, links, languageHref, head, main }: PlainPage,
): string {
  const another = language === 'en' ? 'zh' : 'en';
  const other =
    languageHref &&
    html`<a href="${languageHref(another)}" lang="${tags[another]}" hreflang="${tags[another]}">${names[another]}</a>`;
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
${skinLinks(basePath)}
<link rel="stylesheet" href="${plainStyle(basePath)}">
${themeScript(basePath)}
</head>
<body>
<header>
<a class="brand" href="${basePath}/"><img src="${markUrl(basePath)}" width="28" height="28" alt="">Countersign</a>
<nav>${links}${other}${themeButton(language)}</nav>
</header>
<main>
${main}
</main>
</body>
</html>
`.toString();
}

/** Renders text between backticks as code. */
export function withCode(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
