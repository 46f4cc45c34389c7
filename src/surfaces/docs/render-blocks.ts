import { highlight } from '../../foundation/page/highlight.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { loneLabels, sampleLabels } from './doc-sample-labels.ts';
import type { Block } from './parse-markdown.ts';

/** Converts a link in the source to its URL on the site. */
type LinkTo = (href: string) => string;

const inlineMark = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Renders inline Markdown: code, bold text and links. Everything else is escaped. */
export function renderInline(text: string, linkTo: LinkTo): Html {
  const parts: (Html | string)[] = [];
  let from = 0;
  for (const found of text.matchAll(inlineMark)) {
    const [whole, code, strong, label, href] = found;
    parts.push(text.slice(from, found.index));
    if (code !== undefined) parts.push(renderInlineCode(code, linkTo));
    else if (strong !== undefined)
      parts.push(html`<strong>${renderInline(strong, linkTo)}</strong>`);
    else {
      parts.push(html`<a href="${linkTo(href ?? '')}">${renderInline(label ?? '', linkTo)}</a>`);
    }
    from = found.index + whole.length;
  }
  return html`${[...parts, text.slice(from)]}`;
}

/** Code; the path of a docs page is a link as well. */
function renderInlineCode(code: string, linkTo: LinkTo): Html {
  // A short name is not divided at its hyphen; a long one must fit a phone.
  const shown = html`<code${code.length <= 24 && html` class="short"`}>${code}</code>`;
  return /^\/docs\/[\w/-]+$/.test(code) ? html`<a href="${linkTo(code)}">${shown}</a>` : shown;
}

/** The text without its inline Markdown. */
export function plainText(text: string): string {
  return text.replaceAll(inlineMark, (_, code, strong, label) => code ?? strong ?? label);
}

/** The texts of the frame that a page's blocks need. */
interface BlockWords {
  /** The screen-reader label of a heading's link, before the heading's text. */
  linkToSection: string;
  /** The label of a set of sample tabs. */
  samples: string;
}

/** Renders the blocks of a page. Consecutive samples of one request become one set of tabs. */
export function renderBlocks(blocks: readonly Block[], linkTo: LinkTo, words: BlockWords): Html {
  const parts: Html[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const set = samplesAt(blocks, at);
    if (set.length > 1) {
      parts.push(renderSamples(set, words.samples));
      at += set.length - 1;
    } else parts.push(renderBlock(blocks[at] as Block, linkTo, words));
  }
  return html`${parts}`;
}

type Code = Extract<Block, { kind: 'code' }>;

/** Code in one language. */
export type Sample = Omit<Code, 'kind'>;

/** The same request in several languages; the browser shows one at a time. */
export function renderSamples(samples: readonly Sample[], label: string): Html {
  return html`<div class="samples" data-label="${label}">${samples.map((one) => renderCode(one, sampleLabels[one.language]))}</div>`;
}

function samplesAt(blocks: readonly Block[], from: number): Code[] {
  const set: Code[] = [];
  for (const block of blocks.slice(from)) {
    if (block.kind !== 'code' || !(block.language in sampleLabels)) break;
    if (set.some(({ language }) => language === block.language)) break;
    set.push(block);
  }
  return set;
}

export function renderCode(
  { language, text }: Sample,
  label = loneLabels[language] ?? language,
): Html {
  return html`<div class="code" data-language="${language}"><p class="caption">${label}</p><pre tabindex="0"><code>${highlight(language, text)}</code></pre></div>
`;
}

function renderBlock(block: Block, linkTo: LinkTo, words: BlockWords): Html {
  const inline = (text: string) => renderInline(text, linkTo);
  switch (block.kind) {
    case 'heading':
      return renderHeading(block, inline, words);
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>
`;
    case 'quote':
      return html`<blockquote><p>${inline(block.text)}</p></blockquote>
`;
    case 'code':
      return renderCode(block);
    case 'list': {
      if (block.items.every((text) => cardMark.test(text))) return renderCards(block.items, inline);
      const items = block.items.map((text) => html`<li>${inline(text)}</li>`);
      return block.isOrdered
        ? html`<ol>${items}</ol>
`
        : html`<ul>${items}</ul>
`;
    }
    case 'table': {
      const heads = block.head.map(asTitle);
      const head = heads.map((cell) => html`<th scope="col">${inline(cell)}</th>`);
      // On a phone the cells of a wide table stand below each other, each with its head.
      const isWide = block.head.length > 2;
      const cellOf = (cell: string, at: number) => {
        const label = isWide && at > 0 && html` data-head="${plainText(heads[at] ?? '')}"`;
        return html`<td${label}>${inline(cell)}</td>`;
      };
      const rows = block.rows.map((row) => html`<tr>${row.map(cellOf)}</tr>`);
      return html`<div class="table${isWide && ' wide'}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>
`;
    }
  }
}

/** A bold link with a full stop begins a card: `**[Title](page.md).** What it is about.` */
const cardMark = /^\*\*(\[[^\]]+\]\([^)\s]+\))[.。]\*\* */;

/** A list whose items all begin with a link is a choice of pages. */
function renderCards(items: readonly string[], inline: (text: string) => Html): Html {
  const cards = items.map((text) => {
    const [opening = '', link = ''] = cardMark.exec(text) ?? [];
    return html`<li><strong>${inline(link)}</strong><p>${inline(text.slice(opening.length))}</p></li>`;
  });
  return html`<ul class="cards">${cards}</ul>
`;
}

/** The head of a column; a name in code stays as it is. */
const asTitle = (text: string) => text.replace(/^[a-z]/, (first) => first.toUpperCase());

function renderHeading(
  { level, text, id }: Extract<Block, { kind: 'heading' }>,
  inline: (text: string) => Html,
  words: BlockWords,
): Html {
  if (level === 1)
    return html`<h1>${inline(text)}</h1>
`;
  const link = html`<a class="anchor" href="#${id}" aria-label="${words.linkToSection} ${plainText(text)}">#</a>`;
  return level === 2
    ? html`<h2 id="${id}">${inline(text)}${link}</h2>
`
    : html`<h3 id="${id}">${inline(text)}${link}</h3>
`;
}
