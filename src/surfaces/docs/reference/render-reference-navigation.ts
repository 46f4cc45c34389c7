import type { Language } from '../../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { docTexts } from '../doc-texts.ts';
import type { Reference } from './read-reference.ts';
import { referenceTexts } from './reference-texts.ts';

/** The side navigation: every operation, event and model. */
export function renderReferenceNavigation(
  { groups, events, models }: Reference,
  language: Language,
  guidesUrl: string,
): Html {
  const list = (title: Html, links: readonly Html[]) => html`${title}<ul>${links}</ul>
`;
  const title = (name: 'basics' | 'events' | 'models') =>
    html`<h2>${referenceTexts[name][language]}</h2>`;
  const part = (name: 'requests' | 'replies' | 'errors') =>
    html`<li><a href="#${name}">${referenceTexts[name][language]}</a></li>`;
  const entry = (id: string, name: string) =>
    html`<li><a class="name" href="#${id}">${breakable(name)}</a></li>`;
  return html`<nav class="pages" id="pages" aria-label="${docTexts.pages[language]}">
<a class="close" href="#main">${docTexts.closeMenu[language]}</a>
<ul><li><a href="${guidesUrl}">← ${docTexts.docs[language]}</a></li></ul>
${list(title('basics'), [part('requests'), part('replies'), part('errors')])}
${groups.map(({ name, operations }) =>
  list(
    html`<h2>${name}</h2>`,
    operations.flatMap(({ forms }) => forms.map(({ id }) => entry(id, id))),
  ),
)}
${list(
  title('events'),
  events.map(({ type }) => entry(`event/${type}`, type)),
)}
${list(
  title('models'),
  [...models.keys()].map((name) => entry(`model/${name}`, name)),
)}
</nav>`;
}

/** Lets a long name wrap after an underscore. */
function breakable(name: string): Html {
  const parts = name.split(/(?<=_)/);
  return html`${parts.map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}
