import { type Html, html } from '../../foundation/page/html.ts';
import { languageLinks } from '../../foundation/page/language-links.ts';
import { languageTags, type PageLanguage } from '../../foundation/page/page-languages.ts';

interface SandboxSheet {
  language: PageLanguage;
  title: string;
  testBar: string;
  styleUrls: readonly string[];
  /** The address of a script, if the page needs one. */
  scriptUrl?: string | false;
  main: Html;
}

const names: Readonly<Record<PageLanguage, { vendor: string; language: string }>> = {
  en: { vendor: 'Sandbox', language: 'Language' },
  'zh-CN': { vendor: '沙箱', language: '语言' },
  'zh-TW': { vendor: '沙盒', language: '語言' },
};

/** A page where the sandbox stands for a vendor's, in the style of the hosted check page. */
export function renderSandboxSheet(sheet: SandboxSheet): string {
  const { language, title, testBar, styleUrls, scriptUrl, main } = sheet;
  const name = names[language];
  return html`<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} – ${name.vendor}</title>
<link rel="icon" href="data:,">
${styleUrls.map((url) => html`<link rel="stylesheet" href="${url}">`)}
${scriptUrl && html`<script type="module" src="${scriptUrl}"></script>`}
</head>
<body>
<section class="test" aria-labelledby="test"><p id="test">${testBar}</p></section>
<div class="sheet"><header><p class="asker"><bdi>${name.vendor}</bdi></p>${languageLinks(language, name.language)}</header>
<div class="card">${main}</div></div>
</body>
</html>
`.toString();
}
