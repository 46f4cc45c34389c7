import { errorTable, type Reason } from '../../../foundation/contract/errors/errors.ts';
import type { Language } from '../../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { docTexts } from '../doc-texts.ts';
import { parseMarkdown } from '../parse-markdown.ts';
import { renderBlocks, renderCode, renderInline } from '../render-blocks.ts';
import { addressOf } from '../render-shell.ts';
import type { ErrorGroup } from './read-reference.ts';
import { type ReferenceText, referenceTexts } from './reference-texts.ts';

/** Renders the small parts of the page in one language. */
export type ReferenceWriter = ReturnType<typeof createReferenceWriter>;

export function createReferenceWriter(language: Language, basePath: string) {
  const say = (name: ReferenceText) => referenceTexts[name][language];
  const docText = (name: keyof typeof docTexts) => docTexts[name][language];
  const words = { linkToSection: docText('linkToSection'), samples: docText('samples') };
  const asIs = (href: string) => href;
  const anchor = (id: string, name: string) =>
    html`<a class="anchor" href="#${id}" aria-label="${words.linkToSection} ${name}">#</a>`;
  return {
    language,
    say,
    docText,
    samplesLabel: words.samples,
    anchor,
    heading: (name: 'requests' | 'replies' | 'errors' | 'events' | 'models') =>
      html`<h2 id="${name}">${say(name)}${anchor(name, say(name))}</h2>
`,
    sentence: (name: ReferenceText) => html`<p>${renderInline(say(name), asIs)}</p>
`,
    /** Renders a description from the OpenAPI document. */
    description: (markdown = '') =>
      html`<div>${renderBlocks(parseMarkdown(markdown), asIs, words)}</div>
`,
    json: (value: unknown, label: string) =>
      renderCode({ language: 'json', text: JSON.stringify(value, null, 2) }, label),
    /** Links to the errors that an operation shares with others. */
    sharedErrors: (groups: readonly ErrorGroup[]): Html => {
      const links = groups.map((group) => `[${say(`errors_${group}`)}](#errors/${group})`);
      const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(links);
      return html`<p>${renderInline(say('alsoErrorsOf').replace('{groups}', list), asIs)}</p>
`;
    },
    errors: (reasons: readonly Reason[]): Html =>
      html`<ul class="errors">${reasons.map((reason) => {
        const { code, message } = errorTable[reason];
        const address = addressOf({ language, path: `errors/${code}` }, basePath);
        return html`<li><a href="${address}"><code>${code}</code> ${reason}</a> ${message[language]}</li>
`;
      })}</ul>
`,
  };
}
