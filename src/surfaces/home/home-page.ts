import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exampleOf } from '../../foundation/contract/openapi/openapi-example.ts';
import { keyPlaceholder } from '../../foundation/contract/text/key-placeholder.ts';
import { type Language, languages } from '../../foundation/contract/text/languages.ts';
import { askFor, pickLanguage } from '../../foundation/contract/wire/envelope.ts';
import { basePathOf } from '../../foundation/page/base-path.ts';
import { highlight } from '../../foundation/page/highlight.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { plainPolicy } from '../../foundation/page/page-headers.ts';
import { plainPage } from '../../foundation/page/plain-page.ts';
import { copyScript } from '../../foundation/page/skin/skin.ts';
import { homeTexts } from './home-texts.ts';

interface HomePlace {
  publicUrl(): string;
  /** Only if it is a setting. */
  apiUrl?: string | undefined;
}

type TextName = keyof typeof homeTexts;

/** The page at the root URL: what this is, how a call looks, and where to go next. */
export function registerHomePage(app: FastifyInstance, place: HomePlace): void {
  app.get('/', (request, reply) => {
    const language = languageOf(request);
    return reply
      .header('content-security-policy', plainPolicy)
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(renderHome(language, place));
  });
}

/** The language that the URL asks for, or else the browser's. */
function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown };
  return languages.find((one) => one === lang) ?? pickLanguage(headers['accept-language']);
}

/** Browsers get this page for a URL that does not exist; programs get the error envelope. */
export function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): FastifyReply {
  const language = languageOf(request);
  const say = (name: TextName) => homeTexts[name][language];
  const basePath = basePathOf(publicUrl);
  const main = html`<div class="alone"><h1>${say('missing')}</h1><p class="lead">${say('missingText')}</p>
<p class="actions"><a href="${basePath}/">${say('home')}</a><a href="${basePath}/docs">${say('docs')}</a></p>
${personLine(say)}</div>`;
  const links = siteLinks(language, basePath);
  const languageHref = (other: Language) => `?lang=${other}`;
  const title = `${say('missing')} · Countersign`;
  return reply
    .code(404)
    .header('content-security-policy', plainPolicy)
    .header('cache-control', 'no-store')
    .header('vary', 'accept, accept-language')
    .type('text/html; charset=utf-8')
    .send(plainPage(language, { basePath, title, links, languageHref, main }));
}

function renderHome(language: Language, { publicUrl, apiUrl }: HomePlace): string {
  const say = (name: TextName) => homeTexts[name][language];
  const basePath = basePathOf(publicUrl());
  const docs = `/docs/${language}`;
  const link = ([path, name]: readonly [string, string]) =>
    html`<a href="${basePath}${path}">${name}</a>`;
  const door = (name: 'docs' | 'console' | 'programs', links: readonly [string, string][]) =>
    html`<li><h2>${say(name)}</h2><p>${say(`${name}Text`)}</p><p class="more">${links.map(link)}</p></li>`;
  const code = (name: string, text: string) =>
    html`<pre tabindex="0"><code>${highlight(name, text)}</code></pre>`;
  const main = html`<div class="hero">
<div><h1>${say('title')}</h1><p class="lead">${say('lead')}</p>
<p class="actions">${link([`${docs}/start`, say('start')])}${link(['/console', say('openConsole')])}</p></div>
<div class="sample"><h2>${say('request')} <button type="button" class="copy" data-copied="${say('copied')}" hidden>${say('copy')}</button></h2>${code('sh', sampleRequest(apiUrl ?? publicUrl(), language))}
<h2>${say('response')}</h2>${code('json', JSON.stringify(exampleOf('sms_code', language).replyExample, null, 2))}</div>
</div>
<nav aria-label="${say('doors')}"><ul class="doors">
${door('docs', [
  [`${docs}/start`, say('quickstart')],
  [`${docs}/reference`, say('reference')],
  [`${docs}/errors`, say('errors')],
])}
${door('console', [['/console', say('signIn')]])}
${door('programs', [
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'llms.txt'],
  ['/readyz', say('health')],
])}
</ul></nav>
${personLine(say)}`;
  const links = siteLinks(language, basePath);
  const languageHref = (other: Language) => `${basePath}/?lang=${other}`;
  const head = copyScript(basePath);
  return plainPage(language, { basePath, title: 'Countersign', links, languageHref, head, main });
}

type Say = (name: TextName) => string;

const personLine = (say: Say) =>
  html`<p class="person"><strong>${say('person')}</strong> ${say('personText')}</p>`;

/** The links beside the name of the platform. */
function siteLinks(language: Language, basePath: string): Html {
  const docs = `${basePath}/docs/${language}`;
  const say = (name: TextName) => homeTexts[name][language];
  return html`<a href="${docs}">${say('docs')}</a><a href="${docs}/reference">${say('reference')}</a><a href="${basePath}/console">${say('console')}</a>`;
}

/** It asks for the reader's language, in which the reply is shown. */
function sampleRequest(url: string, language: Language): string {
  const headers = {
    'content-type': 'application/json',
    'x-api-key': keyPlaceholder('test'),
    ...askFor(language),
  };
  return [
    `curl ${url}/api/v1/sms_code \\`,
    ...Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}' \\`),
    `  -d '{"mobile": "13800000000", "code": "246810"}'`,
  ].join('\n');
}
