import { isolate } from '../contract/isolate.ts';
import type { Language } from '../contract/languages.ts';
import { type Html, html } from '../page/html.ts';
import { languageTags, type Say, sayIn } from './check-texts.ts';

/** The page around a view: who asks, in which language, and what the browser loads. */
export interface PageFacts {
  language: Language;
  say: Say;
  asker: string | null;
  logoUrl: string | null;
  /** The account's own colour, as a stylesheet of ours. */
  themeUrl: string | null;
  isTest: boolean;
  /** What the switch of the language leads to. */
  otherLanguageUrl: string;
  styleUrl: string;
  /** The script and what it imports; empty on a page that does nothing. */
  scriptUrls: readonly string[];
  stage: string;
  key: string;
  view: Html;
}

export function renderPage(facts: PageFacts): string {
  const { language, say, asker } = facts;
  const other: Language = language === 'en' ? 'zh' : 'en';
  const [script, ...imports] = facts.scriptUrls;
  return html`<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${titleOf(say, asker)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${facts.styleUrl}">
${facts.themeUrl && html`<link rel="stylesheet" href="${facts.themeUrl}">`}
${imports.map((url) => html`<link rel="modulepreload" href="${url}">`)}
${script && html`<script type="module" src="${script}"></script>`}
</head>
<body>
<header>
${facts.isTest && html`<p class="test">${say('testBar')}</p>`}
<p class="asker">
${facts.logoUrl && html`<img src="${facts.logoUrl}" alt="" width="40" height="40">`}
<span dir="auto">${asker ?? say('title')}</span></p>
<nav aria-label="${say('language')}"><a href="${facts.otherLanguageUrl}"
 lang="${languageTags[other]}"
 hreflang="${languageTags[other]}">${say('otherLanguage')}</a></nav>
</header>
${script && html`<noscript><p class="no-script">${say('noScript')}</p></noscript>`}
<main id="view" data-stage="${facts.stage}" data-key="${facts.key}">${facts.view}</main>
<p id="offline" class="offline" role="status" data-text="${say('offline')}"></p>
</body>
</html>
`.toString();
}

export function titleOf(say: Say, asker: string | null): string {
  return asker ? `${say('title')} – ${isolate(asker)}` : say('title');
}

/** A page that only says something: the link is not ours, or we cannot show it now. */
export function renderNotice(
  language: Language,
  kind: 'unknown' | 'fault',
  { styleUrl, path }: { styleUrl: string; path: string },
): string {
  const say = sayIn(language, {});
  const other: Language = language === 'en' ? 'zh' : 'en';
  return renderPage({
    language,
    say,
    asker: null,
    logoUrl: null,
    themeUrl: null,
    isTest: false,
    otherLanguageUrl: `?lang=${languageTags[other]}`,
    styleUrl,
    scriptUrls: [],
    stage: kind,
    key: kind,
    view: html`<h1 tabindex="-1">${say(`${kind}Heading`)}</h1><p>${say(`${kind}Text`)}</p>
${kind === 'fault' && html`<a class="button" href="${path}">${say('reload')}</a>`}`,
  });
}
