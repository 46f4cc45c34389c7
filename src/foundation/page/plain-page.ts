import type { Language } from '../contract/text/languages.ts';
import { type Html, html } from './html.ts';
import { markUrl, plainStyle, skinLinks } from './skin/skin.ts';

interface PlainPage {
  basePath: string;
  title: string;
  /** Links beside the name of the platform. */
  links?: Html;
  /** Additional elements for the head. */
  head?: Html;
  main: Html;
}

/** A page without scripts, in the platform's look. */
export function plainPage(
  language: Language,
  { basePath, title, links, head, main }: PlainPage,
): string {
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
${skinLinks(basePath)}
<link rel="stylesheet" href="${plainStyle(basePath)}">
</head>
<body>
<header>
<a class="brand" href="${basePath}/"><img src="${markUrl(basePath)}" width="28" height="28" alt="">Countersign</a>
${links && html`<nav>${links}</nav>`}
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
