import type { Language } from '../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { docGroups } from './doc-groups.ts';
import { type DocPage, pathOf } from './doc-page.ts';
import { docTexts } from './doc-texts.ts';
import { renderBlocks } from './render-blocks.ts';
import { addressOf, keyField, renderShell, type Say } from './render-shell.ts';
import { keyPlaceholder } from './request-samples.ts';

/** What a page needs in addition to its own content. */
interface DocFrame {
  basePath: string;
  /** All pages of the language, by path. */
  pages: ReadonlyMap<string, DocPage>;
  url(file: string): string;
}

/** Renders a guide or an error page. */
export function renderDoc(page: DocPage, frame: DocFrame): string {
  const { language, title, summary, path } = page;
  const { basePath, url } = frame;
  const say = (name: keyof typeof docTexts) => docTexts[name][language];
  const words = { linkToSection: say('linkToSection'), samples: say('samples') };
  const linkTo = (href: string) => siteLink(href, language, basePath);
  // The field for a key stands below what the page is about, above its first sample.
  const opening = page.blocks.findIndex(
    ({ kind }, at) => at > 0 && kind !== 'paragraph' && kind !== 'quote',
  );
  return renderShell({
    ...{ language, path, title, summary, basePath, url },
    head: html`<link rel="alternate" type="text/markdown" href="${addressOf(page, basePath)}.md">`,
    columns: html`<div class="columns">
${navigation(page, frame, say)}
<main id="main" tabindex="-1">
<article>
${path.startsWith('errors/') && html`<p><a href="${addressOf({ language, path: 'errors' }, basePath)}">← ${say('errors')}</a></p>`}
${renderBlocks(page.blocks.slice(0, opening), linkTo, words)}${page.markdown.includes(keyPlaceholder) && keyField(say)}
${renderBlocks(page.blocks.slice(opening), linkTo, words)}</article>
${neighbours(page, frame, say)}
</main>
${contents(page, say)}
</div>`,
  });
}

/** Renders the page for a URL below `/docs` that does not exist, with the pages that do. */
export function renderMissing(language: Language, frame: DocFrame): string {
  const { basePath, url } = frame;
  const say = (name: keyof typeof docTexts) => docTexts[name][language];
  const linkTo = (path: string, name: keyof typeof docTexts) =>
    html`<li><a href="${addressOf({ language, path }, basePath)}">${say(name)}</a></li>`;
  const links = [
    linkTo('', 'docs'),
    linkTo('start', 'quickstart'),
    linkTo('reference', 'reference'),
    linkTo('errors', 'errors'),
  ];
  return renderShell({
    ...{ language, path: '', title: say('missing'), summary: say('missingText'), basePath, url },
    columns: html`<div class="columns">
${navigation({ language, path: 'missing' }, frame, say)}
<main id="main" tabindex="-1"><article><h1>${say('missing')}</h1><p>${say('missingText')}</p><ul>${links}</ul></article></main>
<div class="contents"></div>
</div>`,
  });
}

/**
 * Converts a link: a relative one names a source file, one with a leading slash is a path on the site, and
 * one with a scheme is external.
 */
function siteLink(href: string, language: Language, basePath: string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  if (href.startsWith('/')) return basePath + href.replace(/^\/docs\//, `/docs/${language}/`);
  const [file = '', anchor] = href.split('#', 2);
  const path = pathOf(file.replace(/\.md$/, ''));
  const address = `${basePath}/docs/${language}${path === '' ? '' : `/${path}`}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}

function navigation(
  page: Pick<DocPage, 'language' | 'path'>,
  { basePath, pages }: DocFrame,
  say: Say,
): Html {
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
<ul><li><a href="${addressOf({ language, path: 'reference' }, basePath)}">${say('reference')} →</a></li></ul>
${groups}
</nav>`;
}

/** Links to the previous and the next guide; error pages have none. */
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
