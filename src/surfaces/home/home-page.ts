import type { FastifyInstance } from 'fastify';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { pickLanguage } from '../../foundation/contract/wire/envelope.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { plainPage, plainPolicy } from '../../foundation/page/plain-page.ts';
import { homeTexts } from './home-texts.ts';

interface HomePlace {
  basePath: string;
  /** Only if it is a setting. */
  apiUrl?: string | undefined;
}

/** The page at the root URL: what this is, and where to go next. */
export function registerHomePage(app: FastifyInstance, place: HomePlace): void {
  const pages = { en: renderHome('en', place), zh: renderHome('zh', place) };
  app.get('/', (request, reply) =>
    reply
      .header('content-security-policy', plainPolicy)
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pages[pickLanguage(request.headers['accept-language'])]),
  );
}

function renderHome(language: Language, { basePath, apiUrl = '' }: HomePlace): string {
  const say = (name: keyof typeof homeTexts) => homeTexts[name][language];
  const link = (path: string) => html`<a href="${basePath}${path}">${path}</a>`;
  const card = (
    name: 'console' | 'guides' | 'reference' | 'errors' | 'document' | 'health',
    paths: string[],
  ) => html`<li><h2>${say(name)}</h2><p>${say(`${name}Text`)}</p><p>${paths.map(link)}</p></li>`;
  const main = html`<nav aria-label="${say('where')}"><ul>
${card('console', ['/console'])}
${card('guides', ['/docs'])}
${card('reference', ['/docs/reference'])}
${card('errors', ['/docs/errors'])}
${card('document', ['/openapi.json', '/openapi.yaml'])}
${card('health', ['/healthz', '/readyz'])}
</ul></nav>
<section><h2>${say('callers')}</h2><p>${withCode(say('callersText').replace('/api/v1', `${apiUrl}/api/v1`))}</p></section>
<section><h2>${say('persons')}</h2><p>${say('personsText')}</p></section>`;
  return plainPage(language, { title: 'Countersign', lead: say('lead'), main });
}

/** Renders text between backticks as code. */
function withCode(text: string): Html[] {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
