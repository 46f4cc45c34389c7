import type { Language } from '../../foundation/contract/text/languages.ts';
import { html } from '../../foundation/page/html.ts';
import { plainPage } from '../../foundation/page/plain-page.ts';
import { docTexts } from './doc-texts.ts';

/** The "not found" page of the docs, with links to what exists. */
export function missingPage(language: Language, basePath: string): string {
  const say = (name: keyof typeof docTexts) => docTexts[name][language];
  const card = (name: 'docs' | 'errors' | 'reference' | 'console', path: string) =>
    html`<li><h2>${say(name)}</h2><p><a href="${basePath}${path}">${path}</a></p></li>\n`;
  const main = html`<nav aria-label="${say('pages')}"><ul>
${card('docs', `/docs/${language}`)}${card('errors', `/docs/${language}/errors`)}
${card('reference', '/docs/reference')}${card('console', '/console')}</ul></nav>`;
  return plainPage(language, { title: say('missing'), lead: say('missingText'), main });
}
