import { Html, html } from '../../../../foundation/page/html.ts';
import { languageTags } from '../../../../foundation/page/page-languages.ts';
import type { PageTextName } from '../texts/en.ts';
import { icons } from './drawings.ts';
import type { ViewFacts } from './view-facts.ts';

/** Joins sentences, with a space except in Chinese. */
export function sentences({ language }: ViewFacts, ...all: (Html | null | false)[]): Html {
  const said = all.filter((one) => one instanceof Html);
  return html`${said.map((one, n) => (n && language === 'en' ? html` ${one}` : one))}`;
}

const stepNames = ['stepConsent', 'stepCheck', 'stepResult'] as const;

/** The three steps: how many are done and which is current, or null when all are over. */
export function steps({ translate }: ViewFacts, done: number, current: number | null): Html {
  const items = stepNames.map((name, index) => {
    const no = index + 1;
    const isDone = no <= done;
    const mark = isDone ? tickMark : html`${no}`;
    return html`<li${isDone && html` class="done"`}${no === current && html` aria-current="step"`}>
<span class="mark" aria-hidden="true">${mark}</span><span>${translate(name)}${isDone && html`<span class="unseen"> (${translate('stepDone')})</span>`}</span></li>`;
  });
  return html`<ol class="steps" aria-label="${translate.plain('steps')}">${items}</ol>`;
}

export const tickMark = html`<svg viewBox="0 0 20 20"><path d="M5.5 10.5l3 3 6-6.5"/></svg>`;

/** The expiry time in UTC. The page's script converts it to local time. */
export function timeHtml({ expiresAt, language }: ViewFacts): Html {
  const text = new Intl.DateTimeFormat(languageTags[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(expiresAt);
  return html`<time datetime="${expiresAt.toISOString()}">${text} UTC</time>`;
}

/** A view: content, then actions. In a long view the actions stay visible if there is space. */
export function viewOf(progress: Html, content: Html, actions: Html, isLong = false): Html {
  return html`${progress}
<div class="content">${content}</div>
<div class="bar${isLong && ' sticky'}">${actions}</div>`;
}

interface FormOptions {
  action: string;
  /** The last part of the form's URL. */
  part: string;
  text: PageTextName;
  look?: 'main' | 'plain';
  fields?: Html;
}

/** A button in its own form, so that it works without scripts. The page's script sends the form when it can. */
export function formOf(facts: ViewFacts, options: FormOptions): Html {
  const { action, part, text, look = 'main', fields } = options;
  const { translate, path, query, browserData } = facts;
  const collects = (action === 'start' || action === 'start-over') && browserData;
  return html`<form method="post" action="${path}/${part}${query}"${collects && html` class="scripted"`}>${fields}
<button class="${look === 'main' ? 'button main' : 'plain'}" data-action="${action}"
 data-busy="${translate.plain('busy')}"${collects && html` data-frame="${collects.frameUrl}"`}><span>${translate(text)}</span></button></form>`;
}

export function declineForm(facts: ViewFacts): Html {
  return formOf(facts, { action: 'decline', part: 'cancel', text: 'decline', look: 'plain' });
}

export function hasOtherWay({ otherWay }: ViewFacts): boolean {
  return otherWay.url !== null || otherWay.phone !== null;
}

export function otherWayLink(facts: ViewFacts): Html | false {
  return hasOtherWay(facts) && plainLink(facts, 'ways', 'anotherWay');
}

export function plainLink(
  { path, query, translate }: ViewFacts,
  part: string,
  text: PageTextName,
): Html {
  return html`<a class="plain" href="${path}${part && `/${part}`}${query}"><span>${translate(text)}</span></a>`;
}

/**
 * Decline and the alternative: in the same place on every view, easy to find, and less
 * prominent than the main button.
 */
export function pair(...links: (Html | false | null)[]): Html {
  return html`<div class="pair">${links}</div>`;
}

/** Copies the page's URL. The page's script shows it, and writes the outcome into `copiedLine`. */
export function copyButton({ translate }: ViewFacts, look: 'main' | 'quiet'): Html {
  return html`<button type="button" class="button ${look}" data-tool="copy" hidden>${icons.copy}${translate('copyLink')}</button>`;
}

export function copiedLine({ translate }: ViewFacts): Html {
  return html`<p class="soft" id="said" data-copied="${translate.plain('copied')}"></p>`;
}

/** A readable name for a URL's destination: its host, or "the app" for an app link. */
export function destinationOf({ translate }: ViewFacts, address: string): string {
  return (isWeb(address) && URL.parse(address)?.host) || translate.plain('theApp');
}

export function isWeb(address: string): boolean {
  return /^https?:/i.test(address);
}

/** The account's alternatives for people who cannot or do not want to use their face. */
export function otherWayLinks(facts: ViewFacts): Html {
  const { translate, otherWay } = facts;
  return html`<ul class="ways">
${otherWay.url && html`<li><a href="${otherWay.url}" rel="noreferrer"><span>${translate('wayOnline', { place: destinationOf(facts, otherWay.url) })}</span></a></li>`}
${otherWay.phone && html`<li><a href="tel:${otherWay.phone.replaceAll(/[^+\d]/g, '')}">${translate('wayCall', { phone: otherWay.phone })}</a></li>`}
</ul>`;
}
