import { Html, html } from '../../../../foundation/page/html.ts';
import { languageTags } from '../../../../foundation/page/page-languages.ts';
import type { PageTextName } from '../texts/en.ts';
import type { ViewFacts } from './view-facts.ts';

/** Sentences one after the other; in Chinese there is nothing between them. */
export function sentences({ language }: ViewFacts, ...all: (Html | null | false)[]): Html {
  const said = all.filter((one) => one instanceof Html);
  return html`${said.map((one, n) => (n && language === 'en' ? html` ${one}` : one))}`;
}

const stepNames = ['stepConsent', 'stepCheck', 'stepResult'] as const;

/** The three steps: how many are done, and which is current; none when all are over. */
export function steps({ say }: ViewFacts, done: number, current: number | null): Html {
  const items = stepNames.map((name, index) => {
    const no = index + 1;
    const isDone = no <= done;
    const mark = isDone ? tickMark : html`${no}`;
    return html`<li${isDone && html` class="done"`}${no === current && html` aria-current="step"`}>
<span class="mark" aria-hidden="true">${mark}</span><span>${say(name)}${isDone && html`<span class="unseen"> (${say('stepDone')})</span>`}</span></li>`;
  });
  return html`<ol class="steps" aria-label="${say.plain('steps')}">${items}</ol>`;
}

export const tickMark = html`<svg viewBox="0 0 20 20"><path d="M5.5 10.5l3 3 6-6.5"/></svg>`;

/** The moment until which something holds; the page's script writes it in the person's own time. */
export function timeHtml({ expiresAt, language }: ViewFacts): Html {
  const text = new Intl.DateTimeFormat(languageTags[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(expiresAt);
  return html`<time datetime="${expiresAt.toISOString()}">${text} UTC</time>`;
}

/** A view: what it says, and below it what can be done; of a long one that stays in sight, where there is room. */
export function viewOf(progress: Html, content: Html, actions: Html, isLong = false): Html {
  return html`${progress}
<div class="content">${content}</div>
<div class="bar${isLong && ' sticky'}">${actions}</div>`;
}

export interface FormOptions {
  action: string;
  /** The part of the address that takes it. */
  part: string;
  text: PageTextName;
  look?: 'main' | 'plain';
  fields?: Html;
}

/** A button that works without scripts too: a form of its own, which the page's script sends instead. */
export function formOf(facts: ViewFacts, options: FormOptions): Html {
  const { action, part, text, look = 'main', fields } = options;
  const { say, path, query, browserData } = facts;
  const collects = (action === 'start' || action === 'start-over') && browserData;
  return html`<form method="post" action="${path}/${part}${query}"${collects && html` class="scripted"`}>${fields}
<button class="${look === 'main' ? 'button main' : 'plain'}" data-action="${action}"
 data-busy="${say.plain('busy')}"${collects && html` data-script="${collects.script}" data-call="${collects.call}"`}><span>${say(text)}</span></button></form>`;
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

export function plainLink({ path, query, say }: ViewFacts, part: string, text: PageTextName): Html {
  return html`<a class="plain" href="${path}${part && `/${part}`}${query}"><span>${say(text)}</span></a>`;
}

/** Decline and another way: in the same place on every view, easy to find, and not competing. */
export function pair(...links: (Html | false | null)[]): Html {
  return html`<div class="pair">${links}</div>`;
}

/** Where an address leads, as a person would call it: an app has no host. */
export function placeOf({ say }: ViewFacts, address: string): string {
  return (isWeb(address) && URL.parse(address)?.host) || say.plain('theApp');
}

export function isWeb(address: string): boolean {
  return /^https?:/i.test(address);
}

/** Whatever else the account offers to people who cannot or will not use their face. */
export function ways(facts: ViewFacts): Html {
  const { say, otherWay } = facts;
  return html`<ul class="ways">
${otherWay.url && html`<li><a href="${otherWay.url}" rel="noreferrer"><span>${say('wayOnline', { place: placeOf(facts, otherWay.url) })}</span></a></li>`}
${otherWay.phone && html`<li><a href="tel:${otherWay.phone.replaceAll(/[^+\d]/g, '')}">${say('wayCall', { phone: otherWay.phone })}</a></li>`}
</ul>`;
}
