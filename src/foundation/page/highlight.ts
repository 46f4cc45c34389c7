import { type Html, html } from './html.ts';

type Kind = 'comment' | 'string' | 'name' | 'number' | 'word';

const quoted = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/;
const slashComment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//;
const hashComment = /(?<=^|\s)#[^\n]*/;
const number = /\b\d+(?:\.\d+)?\b/;

const words = (list: string) =>
  new RegExp(`(?<![\\w$.-])(?:${list.replaceAll(' ', '|')})(?![\\w-])`);

/** The parts of a language that get a colour. Where two begin at one place, the first of the list counts. */
const languages: Readonly<Record<string, readonly [Kind, RegExp][]>> = {
  json: [
    ['name', /"(?:\\.|[^"\\\n])*"(?=\s*:)/],
    ['string', quoted],
    ['number', /-?\d+(?:\.\d+)?/],
    ['word', /\b(?:true|false|null)\b/],
  ],
  sh: [
    ['comment', hashComment],
    ['string', quoted],
    ['name', /(?<=\s)--?[a-zA-Z][\w-]*/],
    ['word', words('curl npm npx node sudo export cd tar docker podman kubectl systemctl psql')],
  ],
  js: [
    ['comment', slashComment],
    ['string', quoted],
    ['number', number],
    ['word', words('async await const else export for from function if import let new of return')],
  ],
  python: [
    ['comment', hashComment],
    ['string', quoted],
    ['number', number],
    ['word', words('as def else except for from if import in not print return try with')],
  ],
  php: [
    ['comment', slashComment],
    ['string', quoted],
    ['name', /\$\w+/],
    ['number', number],
    ['word', words('array echo else foreach function if new return true false null')],
  ],
  java: [
    ['comment', slashComment],
    ['string', /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"/],
    ['number', number],
    ['word', words('class else final for if import new public return static throws try var void')],
  ],
  go: [
    ['comment', slashComment],
    ['string', quoted],
    ['number', number],
    ['word', words('defer else for func if import map nil package range return string var')],
  ],
  yaml: [
    ['comment', hashComment],
    ['name', /(?<=^|\n|- )\s*[\w.-]+(?=:)/],
    ['string', quoted],
    ['number', number],
  ],
};

/**
 * Colours code for the docs. The libraries that do this are larger than our docs (highlight.js, 9 MB) or lack a language
 * that we show; these few rules cover what a short sample needs. Unknown languages stay plain.
 */
export function highlight(language: string, code: string): Html {
  const rules = languages[language];
  if (!rules) return html`${code}`;
  const all = new RegExp(rules.map(([, { source }]) => `(${source})`).join('|'), 'g');
  const parts: (Html | string)[] = [];
  let from = 0;
  for (const found of code.matchAll(all)) {
    const rule = rules[found.slice(1).findIndex((group) => group !== undefined)];
    parts.push(code.slice(from, found.index), html`<i class="${rule?.[0]}">${found[0]}</i>`);
    from = found.index + found[0].length;
  }
  return html`${[...parts, code.slice(from)]}`;
}
