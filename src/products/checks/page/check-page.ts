import { isolate } from '../../../foundation/contract/text/isolate-text.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { languageLinks } from '../../../foundation/page/language-links.ts';
import { languageTags, type PageLanguage } from '../../../foundation/page/page-languages.ts';
import type { PageTextName } from './texts/en.ts';
import { type Translate, translatorFor } from './translator.ts';
import { contactHtml, noticeLink } from './views/consent-view.ts';
import { face } from './views/drawings.ts';
import type { NamedParty } from './views/view-facts.ts';

/** The page around a view: the account, the language, the operator and the assets. */
interface PageFacts {
  language: PageLanguage;
  translate: Translate;
  asker: string | null;
  logo: { url: string; darkUrl: string | null } | null;
  /** The platform's mark: the icon of a page without a logo. */
  markUrl: string;
  /** The stylesheet with the account's colour, served by us. */
  themeUrl: string | null;
  /** No real identity is checked: in test mode, and wherever the sandbox serves. */
  isTest: boolean;
  /** The query parameters of the page, except for the language. */
  query: URLSearchParams;
  styleUrl: string;
  /** Whether the page follows the check's progress. */
  isFollowing: boolean;
  /** The script and its imports; empty on a static page. */
  scriptUrls: readonly string[];
  operator: NamedParty | null;
  /** The URL for withdrawing consent; shown once there is a consent. */
  withdrawUrl: string | null;
  /** Whether the check does not work without scripts. */
  needsScript: boolean;
  /** The URL that the browser opens immediately by itself. */
  refreshUrl?: string | undefined;
  view: Html;
  /** The view's state, for the page's script. */
  shown: ShownFacts;
  /** Whether the browser may be a tablet that identifies as a desktop. */
  isDeviceUnsure: boolean;
}

interface ShownFacts {
  stage: string;
  key: string;
  title: string;
  progress: string;
  secondsLeft: number;
  isWithdrawable: boolean;
}

export function renderPage(facts: PageFacts): string {
  const { language, translate, shown } = facts;
  const [script, ...imports] = facts.scriptUrls;
  const isWide = shown.stage === 'handover';
  return html`<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
${facts.refreshUrl && html`<meta http-equiv="refresh" content="0;url=${facts.refreshUrl}">`}
<title>${shown.title}</title>
<link rel="icon" href="${facts.logo?.url ?? facts.markUrl}">
<link rel="stylesheet" href="${facts.styleUrl}">
${facts.themeUrl && html`<link rel="stylesheet" href="${facts.themeUrl}">`}
${imports.map((url) => html`<link rel="modulepreload" href="${url}">`)}
${script && html`<script type="module" src="${script}"></script>`}
</head>
<body>
${facts.isTest && html`<section class="test" aria-labelledby="test"><p id="test">${translate('testBar')}</p></section>`}
<div class="sheet${isWide && ' wide'}">
${pageHeader(facts)}
<div class="card">
${facts.isFollowing && html`${noScript(facts)}${offlineBox(translate)}`}
<main id="view" data-stage="${shown.stage}" data-key="${shown.key}" data-progress="${shown.progress}"
 data-seconds="${shown.secondsLeft}"${facts.isDeviceUnsure && html` data-unsure`}>${facts.view}</main>
</div>
${pageFooter(facts)}
</div>
<p id="status" class="unseen" role="status" data-online="${translate.plain('online')}" data-five="${translate.plain('fiveMinutes')}"></p>
</body>
</html>
`.toString();
}

function pageHeader({ translate, asker, logo, language, query }: PageFacts): Html {
  return html`<header><p class="asker">${logo ? logoHtml(logo) : initialHtml(asker ?? '')}
${asker && html`<bdi>${asker}</bdi>`}</p>${languageLinks(language, translate.plain('language'), query)}</header>`;
}

/** In place of a logo: the first letter or digit of the name. */
function initialHtml(name: string): Html | null {
  const [initial] = name.match(/[\p{L}\p{N}]/u) ?? [];
  return initial
    ? html`<span class="initial" aria-hidden="true">${initial.toUpperCase()}</span>`
    : null;
}

/** A logo without a dark variant gets a white tile. */
function logoHtml({ url, darkUrl }: NonNullable<PageFacts['logo']>): Html {
  if (!darkUrl) return html`<img class="tile" src="${url}" alt="" width="32" height="32">`;
  return html`<picture><source srcset="${darkUrl}" media="(prefers-color-scheme: dark)">
<img src="${url}" alt="" width="32" height="32"></picture>`;
}

function noScript({ translate, needsScript }: PageFacts): Html {
  return html`<noscript><p class="box">${translate(needsScript ? 'noScriptVendor' : 'noScript')}</p></noscript>`;
}

/**
 * Above the heading, where people see it. The countdown is outside live regions, so screen
 * readers do not announce every second.
 */
function offlineBox(translate: Translate): Html {
  return html`<div id="offline" class="box" hidden data-next="${translate.plain('nextTry', { n: '{n}' })}"
 data-offline="${translate.plain('offline')}" data-fault="${translate.plain('noAnswer')}"><p role="alert"></p>
<p id="next-try" aria-hidden="true"></p><button type="button" class="button quiet">${translate('tryNow')}</button></div>`;
}

/** A separator between links, hidden from screen readers. */
const dot = html`<span aria-hidden="true"> · </span>`;

function pageFooter({ translate, operator, withdrawUrl, shown }: PageFacts): Html | null {
  if (!operator && !withdrawUrl) return null;
  const links = [
    operator?.privacyUrl && noticeLink(translate('privacyNotice'), operator.privacyUrl),
    operator?.contact && contactHtml(operator.contact, translate('contact')),
  ].filter((link) => link instanceof Object);
  const withdraw =
    withdrawUrl &&
    html`<span id="withdraw"${!shown.isWithdrawable && html` hidden`}>${links.length > 0 && dot}<a href="${withdrawUrl}">${translate('withdraw')}</a></span>`;
  return html`<footer>${operator && html`<p>${translate('runBy')}</p>`}
<p>${links.map((link, n) => (n ? html`${dot}${link}` : link))}${withdraw}</p></footer>`;
}

export function titleOf(translate: Translate, name: PageTextName, asker: string | null): string {
  return asker ? `${translate.plain(name)} – ${isolate(asker)}` : translate.plain(name);
}

/** A static page for an unknown link or a failure. */
export function renderNotice(
  language: PageLanguage,
  kind: 'unknown' | 'fault',
  { styleUrl, markUrl, path }: { styleUrl: string; markUrl: string; path: string },
): string {
  const translate = translatorFor(language, {});
  return renderPage({
    ...{
      language,
      translate,
      asker: null,
      logo: null,
      themeUrl: null,
      isTest: false,
      styleUrl,
      markUrl,
    },
    ...{ query: new URLSearchParams(), scriptUrls: [], operator: null, withdrawUrl: null },
    ...{ needsScript: false, isDeviceUnsure: false, isFollowing: false },
    shown: {
      stage: kind,
      key: kind,
      title: translate.plain(`${kind}Heading`),
      progress: '',
      secondsLeft: 0,
      isWithdrawable: false,
    },
    view: html`<div class="content"><div class="middle">${face('large', 'plain', 'none')}
<h1 tabindex="-1">${translate(`${kind}Heading`)}</h1><p>${translate(`${kind}Text`)}</p></div></div>
${kind === 'fault' && html`<div class="bar"><a class="button main" href="${path}">${translate('reload')}</a></div>`}`,
  });
}
