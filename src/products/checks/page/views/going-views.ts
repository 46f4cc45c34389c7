import { type Html, html } from '../../../../foundation/page/html.ts';
import type { PageTextName } from '../texts/en.ts';
import { phoneFacts } from './consent-view.ts';
import { face, icons } from './drawings.ts';
import type { ViewFacts } from './view-facts.ts';
import {
  copiedLine,
  copyButton,
  declineForm,
  formOf,
  otherWayLink,
  pair,
  plainLink,
  sentences,
  steps,
  timeHtml,
  viewOf,
} from './view-parts.ts';

/** The check cannot be done here: where it can, and the link to take there. */
export function elsewhereView(facts: ViewFacts): Html {
  const { translate, path } = facts;
  const [heading, text] = elsewhereWords(facts);
  return viewOf(
    steps(facts, 0, 1),
    html`<div class="middle">${face('large', 'plain', 'warn')}<h1 tabindex="-1">${translate(heading)}</h1>
<p>${translate(text)}</p>${!facts.mayBeSent && html`<p class="soft">${translate('elsewhereNothing')}</p>`}</div>`,
    html`${copyButton(facts, 'main')}<noscript><a class="plain" href="${path}">${path}</a></noscript>
${copiedLine(facts)}
${pair(declineForm(facts), otherWayLink(facts))}`,
  );
}

export function elsewhereWords({
  servedDevices,
}: ViewFacts): [heading: PageTextName, text: PageTextName] {
  if (servedDevices.includes('wechat')) return ['weChatHeading', 'weChatText'];
  if (servedDevices.includes('mobile')) return ['browserHeading', 'browserText'];
  return ['computerHeading', 'computerText'];
}

/** Before the camera: what will happen, and that nothing has happened yet. */
export function readyView(facts: ViewFacts): Html {
  const { translate } = facts;
  const advice = (['light', 'glasses', 'minute'] as const).map(
    (name) =>
      html`<li>${icons[name]}<b>${translate(`${name}Heading`)}</b><span>${translate(`${name}Text`)}</span></li>`,
  );
  const content = html`${face('large')}<h1 tabindex="-1">${translate('readyHeading')}</h1>
<p class="soft">${translate('readyText')}</p><ul class="advice">${advice}</ul>${scriptProblem(facts)}`;
  return viewOf(
    steps(facts, 1, 2),
    html`<div class="middle">${content}</div>`,
    html`${!facts.mayBeSent && html`<p class="note">${translate('nothingSent')}</p>`}
${formOf(facts, { action: 'start', part: 'session', text: 'start' })}
${pair(declineForm(facts), otherWayLink(facts), facts.isDesktop && plainLink(phoneFacts(facts), '', 'usePhone'))}`,
    true,
  );
}

/** The person is at the provider, or has returned before the result. */
export function waitingView(facts: ViewFacts): Html {
  const { translate } = facts;
  const content = html`<div class="middle">${face('large')}<h1 tabindex="-1">${translate('waitingHeading')}</h1>
<p>${translate('waitingText')}</p>
<p id="long" hidden data-said="${translate.plain('waitingSaid')}">${translate('waitingLong', { time: timeHtml(facts) })}</p>
${scriptProblem(facts)}</div>`;
  // The number of known sessions makes a repeated submission idempotent.
  const fresh = html`<input type="hidden" name="isFresh" value="1">
<input type="hidden" name="known" value="${facts.sessionsStarted}">`;
  return viewOf(
    steps(facts, 1, 2),
    content,
    html`<noscript><a class="button main" href="${facts.path}/return${facts.query}">${translate('showResult')}</a></noscript>
${formOf(facts, { action: 'start', part: 'session', text: 'continueCheck' })}
${pair(
  facts.attemptsLeft > 0 &&
    formOf(facts, {
      action: 'start-over',
      part: 'session',
      text: 'startOver',
      look: 'plain',
      fields: fresh,
    }),
  declineForm(facts),
)}`,
  );
}

/** The session expired; another can be started. */
export function retryView(facts: ViewFacts): Html {
  const { translate } = facts;
  return viewOf(
    steps(facts, 1, 2),
    html`<div class="middle">${face('large', 'plain', 'time')}<h1 tabindex="-1">${translate('retryHeading')}</h1>
<p>${translate('retryText', { n: facts.attemptsLeft })}</p>${scriptProblem(facts)}</div>`,
    html`${formOf(facts, { action: 'start', part: 'session', text: 'startAgain' })}
${pair(declineForm(facts), otherWayLink(facts))}`,
  );
}

/**
 * The provider does not start a session. The script retries by itself, and the text promises no more than that.
 */
export function downView(facts: ViewFacts): Html {
  const { translate } = facts;
  const tries = html`<span class="tries"></span>`;
  const counter = html`<span id="retry" data-next="${translate.plain('downAgain', { n: '{n}' })}"
 data-now="${translate.plain('downTrying')}" data-said="${translate.plain('downSaid')}"
 data-still-said="${translate.plain('downStillSaid')}" data-again="${translate.plain('tryAgain')}"></span>`;
  const still = translate('downStill', { n: tries, time: timeHtml(facts) });
  return viewOf(
    steps(facts, 1, 2),
    html`<div class="middle">${face('large', 'plain', 'warn')}<h1 tabindex="-1">${translate('downHeading')}</h1>
<p>${sentences(facts, translate('downSaved'), counter)}</p>
<p id="still" hidden>${still}</p>${scriptProblem(facts)}</div>`,
    html`${formOf(facts, { action: 'start', part: 'session', text: 'tryNow' })}
${pair(declineForm(facts), otherWayLink(facts))}`,
  );
}

/** Empty until the provider's script fails to load. */
function scriptProblem({ translate, browserData }: ViewFacts): Html | null {
  const text = translate.plain('scriptProblem');
  return (
    browserData &&
    html`<p class="problem" id="script-problem" role="alert" data-text="${text}"></p>`
  );
}

/**
 * Leads to the provider after a form submission, because the page's security
 * policy blocks a form redirect to it.
 */
export function openingView(facts: ViewFacts, url: string): Html {
  const { translate } = facts;
  return viewOf(
    steps(facts, 1, 2),
    html`<div class="middle">${face('large')}<h1 tabindex="-1">${translate('openingHeading')}</h1>
<p>${translate('openingText')}</p></div>`,
    html`<a class="button main" href="${url}" rel="noreferrer"><span>${translate('openingGo')}</span></a>`,
  );
}
