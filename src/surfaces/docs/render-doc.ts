import type { Language } from '../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { docGroups } from './doc-groups.ts';
import { type DocPage, pathOf } from './doc-page.ts';
import { docTexts } from './doc-texts.ts';
import { renderBlocks } from './render-blocks.ts';

/** What a page is drawn with besides its own words. */
export interface DocFrame {
  basePath: string;
  /** All pages of the language, by their paths. */
  pages: ReadonlyMap<string, DocPage>;
  url(file: string): string;
}

/** What stands for the reader's key in every sample. */
export const keyPlaceholder = 'cs_test_YOUR_KEY';

const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** The whole page. It is complete without scripts, which add tabs, copying, search and the reader's key. */
export function renderDoc(page: DocPage, frame: DocFrame): string {
  const { language } = page;
  const say = (name: keyof typeof docTexts) => docTexts[name][language];
  const words = { linkToSection: say('linkToSection'), samples: say('samples') };
  const linkTo = (href: string) => siteLink(href, language, frame.basePath);
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.summary}">
<link rel="icon" href="data:,">
<title>${page.title} · Countersign</title>
<link rel="stylesheet" href="${frame.url('docs.css')}">
<link rel="alternate" type="text/markdown" href="${addressOf(page, frame.basePath)}.md">
<script src="${frame.url('theme.ts')}"></script>
<script type="module" src="${frame.url('docs.ts')}"></script>
</head>
<body data-base="${frame.basePath}" data-language="${language}" data-copy="${say('copy')}" data-copied="${say('copied')}">
<a class="skip" href="#main">${say('skip')}</a>
${header(page, frame, say)}
<div class="columns">
${navigation(page, frame, say)}
<main id="main" tabindex="-1">
<article>
${renderBlocks(page.blocks.slice(0, 1), linkTo, words)}${page.markdown.includes(keyPlaceholder) && keyField(say)}
${renderBlocks(page.blocks.slice(1), linkTo, words)}</article>
${neighbours(page, frame, say)}
</main>
${contents(page, say)}
</div>
${searchDialog(say)}
</body>
</html>
`.toString();
}

type Say = (name: keyof typeof docTexts) => string;

/** The address of a page, without `.md`. */
export function addressOf({ language, path }: DocPage, basePath: string): string {
  return `${basePath}/docs/${language}${path === '' ? '' : `/${path}`}`;
}

/** Files link each other by their names; addresses of the site begin with a slash, and others with a scheme. */
function siteLink(href: string, language: Language, basePath: string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  if (href.startsWith('/')) return basePath + href;
  const [file = '', anchor] = href.split('#', 2);
  const path = pathOf(file.replace(/\.md$/, ''));
  const address = `${basePath}/docs/${language}${path === '' ? '' : `/${path}`}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function header(page: DocPage, { basePath }: DocFrame, say: Say): Html {
  const other = page.language === 'en' ? 'zh' : 'en';
  const name = other === 'en' ? 'English' : '中文';
  return html`<header class="top">
<a class="brand" href="${basePath}/docs/${page.language}"><strong>Countersign</strong> <span>${say('docs')}</span></a>
<button type="button" id="search-button" hidden><span>${say('search')}</span> <kbd>/</kbd></button>
<div class="tools">
<a class="menu" href="#pages">${say('menu')}</a>
<a class="wide" href="${basePath}/console">${say('console')}</a>
<a href="${addressOf({ ...page, language: other }, basePath)}" lang="${tags[other]}" hreflang="${tags[other]}">${name}</a>
<button type="button" id="theme-button" aria-label="${say('theme')}" hidden>◐</button>
</div>
</header>`;
}

function navigation(page: DocPage, { basePath, pages }: DocFrame, say: Say): Html {
  const { language } = page;
  const inErrors = page.path.startsWith('errors/');
  const groups = docGroups.map(({ title, guides }) => {
    const links = guides.flatMap((guide) => {
      const to = pages.get(pathOf(guide));
      if (!to) return [];
      const isHere = to.path === page.path || (inErrors && guide === 'errors');
      return [
        html`<li><a href="${addressOf(to, basePath)}"${isHere && html` aria-current="page"`}>${to.title}</a></li>`,
      ];
    });
    return html`<h2>${title[language]}</h2><ul>${links}</ul>`;
  });
  return html`<nav class="pages" id="pages" aria-label="${say('pages')}">
<a class="close" href="#main">${say('closeMenu')}</a>
${groups}
<h2>${say('reference')}</h2><ul>
<li><a href="${basePath}/docs/reference">${say('reference')}</a></li>
<li><a href="${basePath}/openapi.json">OpenAPI</a></li></ul>
</nav>`;
}

function keyField(say: Say): Html {
  return html`<form id="key" hidden data-wrong="${say('keyWrong')}" data-found="${say('keyFound')}" data-hint="${say('keyHint')}">
<label for="key-input">${say('key')}</label>
<input id="key-input" autocomplete="off" spellcheck="false" placeholder="${keyPlaceholder}" aria-describedby="key-hint">
<p id="key-hint" role="status">${say('keyHint')}</p>
</form>`;
}

/** The guide before and the guide after; pages of errors have no place in the row. */
function neighbours(page: DocPage, { basePath, pages }: DocFrame, say: Say): Html {
  const row = docGroups.flatMap(({ guides }) => guides.map(pathOf));
  const at = row.indexOf(page.path);
  const link = (path: string | undefined, name: 'before' | 'next') => {
    const to = path === undefined || at < 0 ? undefined : pages.get(path);
    return to
      ? html`<a class="${name}" href="${addressOf(to, basePath)}"><span>${say(name)}</span> ${to.title}</a>`
      : html``;
  };
  return html`<footer>
<nav class="around" aria-label="${say('around')}">${link(row[at - 1], 'before')}${link(row[at + 1], 'next')}</nav>
<p><a href="${addressOf(page, basePath)}.md">${say('asMarkdown')}</a></p>
</footer>`;
}

function contents({ blocks }: DocPage, say: Say): Html {
  const heads = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [block] : [],
  );
  if (heads.length < 2) return html`<div class="contents"></div>`;
  const links = heads.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav class="contents" aria-label="${say('onThisPage')}"><h2>${say('onThisPage')}</h2><ul>${links}</ul></nav>`;
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
