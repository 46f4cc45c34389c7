import type { Language } from '../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { markUrl, skinLinks, themeButton, themeScript } from '../../foundation/page/skin/skin.ts';
import { docTexts } from './doc-texts.ts';
import { keyPlaceholder } from './request-samples.ts';

/** The location of a docs page. */
interface DocAddress {
  language: Language;
  /** Its path below `/docs/en` or `/docs/zh`; empty for the home page. */
  path: string;
}

interface Shell extends DocAddress {
  title: string;
  summary: string;
  basePath: string;
  url(file: string): string;
  /** Additional elements for the head. */
  head?: Html;
  /** The navigation, the main content and the table of contents. */
  columns: Html;
}

const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/**
 * Renders a whole page. It works without scripts, which add tabs, copy buttons, search and the reader's key.
 */
export function renderShell(shell: Shell): string {
  const { language, basePath, url } = shell;
  const say = (name: keyof typeof docTexts) => docTexts[name][language];
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${shell.summary}">
<title>${shell.title} · Countersign</title>
${skinLinks(basePath)}
<link rel="stylesheet" href="${url('docs.css')}">
${shell.head}
${themeScript(basePath)}
<script type="module" src="${url('docs.ts')}"></script>
</head>
<body data-base="${basePath}" data-language="${language}" data-copy="${say('copy')}" data-copied="${say('copied')}">
<a class="skip" href="#main">${say('skip')}</a>
${header(shell, say)}
${shell.columns}
${searchDialog(say)}
</body>
</html>
`.toString();
}

export type Say = (name: keyof typeof docTexts) => string;

/** The URL of a page, without `.md`. */
export function addressOf({ language, path }: DocAddress, basePath: string): string {
  return `${basePath}/docs/${language}${path === '' ? '' : `/${path}`}`;
}

function header(page: Shell, say: Say): Html {
  const { basePath } = page;
  const other = page.language === 'en' ? 'zh' : 'en';
  const name = other === 'en' ? 'English' : '中文';
  return html`<header class="top">
<a class="brand" href="${basePath}/docs/${page.language}"><img src="${markUrl(basePath)}" width="24" height="24" alt=""><strong>Countersign</strong> <span>${say('docs')}</span></a>
<button type="button" id="search-button" hidden><span>${say('search')}</span> <kbd>/</kbd></button>
<div class="tools">
<a class="menu" href="#pages">${say('menu')}</a>
<a class="wide" href="${addressOf({ ...page, path: 'reference' }, basePath)}"${page.path === 'reference' && html` aria-current="page"`}>${say('reference')}</a>
<a class="wide" href="${basePath}/console">${say('console')}</a>
<a href="${addressOf({ ...page, language: other }, basePath)}" lang="${tags[other]}" hreflang="${tags[other]}">${name}</a>
${themeButton(page.language)}
</div>
</header>`;
}

/** A field for the reader's test key, which is then filled into the samples of the page. */
export function keyField(say: Say): Html {
  return html`<form id="key" hidden data-wrong="${say('keyWrong')}" data-found="${say('keyFound')}" data-hint="${say('keyHint')}">
<label for="key-input">${say('key')}</label>
<input id="key-input" autocomplete="off" spellcheck="false" placeholder="${keyPlaceholder}" aria-describedby="key-hint">
<p id="key-hint" role="status">${say('keyHint')}</p>
</form>`;
}

function searchDialog(say: Say): Html {
  return html`<dialog id="search" aria-label="${say('searchLabel')}" data-found="${say('found')}" data-nothing="${say('nothing')}">
<div class="field"><label class="unseen" for="search-input">${say('searchLabel')}</label>
<input id="search-input" type="search" autocomplete="off" spellcheck="false" placeholder="${say('searchHint')}">
<button type="button" id="search-close">${say('close')}</button></div>
<p id="search-status" role="status"></p>
<ul id="search-results"></ul>
</dialog>`;
}
