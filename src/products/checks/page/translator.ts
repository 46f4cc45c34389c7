import { isolate } from '../../../foundation/contract/text/isolate-text.ts';
import { type Filling, fillPage, plain } from '../../../foundation/page/fill-text.ts';
import { Html, html } from '../../../foundation/page/html.ts';
import { languageTags, type PageLanguage } from '../../../foundation/page/page-languages.ts';
import type { PageTextName } from './texts/en.ts';
import { pageTexts } from './texts/page-texts.ts';

/** The value of a placeholder. Several names are joined with "or". */
type Word = string | number | Html | readonly string[];
type Words = Readonly<Record<string, Word>>;

/** The page's texts in one language, as HTML, or as plain text for titles and attributes. */
export interface Translate {
  (name: PageTextName, words?: Words): Html;
  plain(name: PageTextName, words?: Words): string;
}

/** Names from outside. They are isolated for text direction, and short ones do not wrap. */
const names = new Set(['asker', 'vendor', 'operator', 'collector', 'abroad', 'who', 'place']);
const longestWhole = 24;

export function translatorFor(language: PageLanguage, known: Words): Translate {
  const anyOf = new Intl.ListFormat(languageTags[language], { type: 'disjunction' });
  const fillingOf = (brace: string, word: Word): Filling => {
    if (word instanceof Html) return { text: plainText(word), html: word };
    if (!names.has(brace)) return plain(String(word));
    const parts = anyOf.formatToParts([word].flat().map(String)).map(({ type, value }) => ({
      text: type === 'element' ? isolate(value) : value,
      html: type === 'element' ? nameHtml(value) : html`${value}`,
    }));
    return {
      text: parts.map(({ text }) => text).join(''),
      html: html`${parts.map((part) => part.html)}`,
    };
  };
  const fill = (name: PageTextName, words: Words = {}): Filling => {
    const { text, html } = fillPage(pageTexts[language][name], (brace) => {
      const word = words[brace] ?? known[brace];
      return word === undefined ? undefined : fillingOf(brace, word);
    });
    return { text, html: withMarks(html) };
  };
  return Object.assign((name: PageTextName, words?: Words) => fill(name, words).html, {
    plain: (name: PageTextName, words?: Words) => fill(name, words).text,
  });
}

const wholeName = /<bdi class="whole">([^<]*)<\/bdi><wbr>([，。；：！？、）」』”]+)/g;
const breakBeforeMark = /<wbr>(?=[，。；：！？、）」』”])/g;

/** Keeps a mark with the name before it: a browser breaks a line after a block, also before a comma. */
function withMarks({ text }: Html): Html {
  const joined = text.replaceAll(wholeName, '<span class="whole"><bdi>$1</bdi>$2</span>');
  return new Html(joined.replaceAll(breakBeforeMark, ''));
}

/** Allows a line break after a name, even where the following text does not wrap. */
export function nameHtml(name: string): Html {
  const clean = isolate(name).replaceAll(/[\u2068\u2069]/g, '');
  return [...clean].length <= longestWhole
    ? html`<bdi class="whole">${clean}</bdi><wbr>`
    : html`<bdi>${clean}</bdi><wbr>`;
}

/** Allows line breaks in an address only after `@`, `/` and `.`. */
export function addressHtml(address: string): Html {
  const parts = isolate(address).split(/(?<=[@/.])/);
  return html`<bdi>${parts.map((part, n) => (n ? html`<wbr>${part}` : part))}</bdi>`;
}

/** An approximate plain text of our HTML, exact enough for its first and last characters. */
function plainText({ text }: Html): string {
  return text.replaceAll(/<[^>]*>/g, '').replaceAll(/&#?\w+;/g, '&');
}
