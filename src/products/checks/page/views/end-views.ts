import type { FailureReason } from '../../../../foundation/contract/errors/failure-reasons.ts';
import { type Html, html } from '../../../../foundation/page/html.ts';
import type { PageTextName } from '../texts/en.ts';
import { contactsOf } from './consent-view.ts';
import { face, type Mark } from './drawings.ts';
import type { ViewFacts } from './view-facts.ts';
import {
  destinationOf,
  hasOtherWay,
  isWeb,
  otherWayLinks,
  pair,
  plainLink,
  sentences,
  steps,
  timeHtml,
  viewOf,
} from './view-parts.ts';

type End = 'passed' | 'failed' | 'expired' | 'cancelled' | 'withdrawn' | 'used';

/** The result and the way back. Only a pass may return automatically. */
export function endView(facts: ViewFacts, end: End): Html {
  switch (end) {
    case 'passed':
      return passed(facts);
    case 'failed':
      return failed(facts);
    case 'withdrawn':
      return withdrawn(facts);
    default:
      return over(facts, end);
  }
}

function passed(facts: ViewFacts): Html {
  const { translate } = facts;
  const content = facts.isHelper
    ? html`<h1 tabindex="-1">${translate('doneHeading')}</h1><p>${translate('doneText')}</p>
<p class="soft">${translate(facts.redirectUrl === null ? 'close' : 'doneThere')}</p>`
    : html`<h1 tabindex="-1">${translate('passedHeading')}</h1><p>${translate('passedText')}</p>
<p class="soft">${reference(facts)}</p>`;
  return viewOf(
    steps(facts, 3, null),
    html`<div class="middle">${face('large', 'calm', 'good')}${content}</div>`,
    facts.isHelper ? quietReturn(facts) : wayBack(facts),
  );
}

function failed(facts: ViewFacts): Html {
  const { translate } = facts;
  const next = facts.isHelper
    ? html`<p>${translate('doneFailed')}</p>`
    : html`<section class="box">${
        hasOtherWay(facts)
          ? html`<h2>${translate('otherWays')}</h2>${otherWayLinks(facts)}`
          : html`<p>${translate('askAsker')}</p>`
      }</section>`;
  return viewOf(
    steps(facts, 2, 3),
    html`<div class="middle">${face('large', 'plain', 'warn')}<h1 tabindex="-1">${translate('failedHeading')}</h1>
${reasonOf(facts)}
<p class="soft">${translate('failedText')}<br>${reference(facts)}</p></div>${next}`,
    facts.isHelper ? quietReturn(facts) : wayBack(facts),
  );
}

/** A cancelled, expired or long-ended check. */
function over(facts: ViewFacts, end: 'cancelled' | 'expired' | 'used'): Html {
  const { translate } = facts;
  const heading = headingOf(facts, end);
  const words = {
    cancelled: html`<p>${whatWasSent(facts)}</p><p class="soft">${translate('cancelledText')}</p>`,
    expired: html`<p>${facts.isOver ? translate('expiredText', { time: timeHtml(facts) }) : translate('attemptsAdvice')}</p>`,
    used: html`<p>${translate('usedText')}</p>`,
  };
  const marks: Record<typeof end, Mark> = { cancelled: 'none', expired: 'time', used: 'none' };
  const done = doneSteps(facts, end);
  return viewOf(
    steps(facts, done, end === 'used' ? null : done + 1),
    html`<div class="middle">${face('large', 'plain', marks[end])}<h1 tabindex="-1">${translate(heading)}</h1>
${words[end]}</div>`,
    facts.isHelper ? quietReturn(facts) : wayBack(facts),
  );
}

/** A check can use up its sessions before its link expires; the heading then says so. */
export function headingOf(
  { isOver }: Pick<ViewFacts, 'isOver'>,
  end: 'cancelled' | 'expired' | 'used',
): PageTextName {
  return end === 'expired' && !isOver ? 'exhaustedHeading' : `${end}Heading`;
}

/** A cancelled or expired check ticks only the completed steps. */
function doneSteps({ hasConsent }: ViewFacts, end: 'cancelled' | 'expired' | 'used'): number {
  if (end === 'used') return 3;
  return hasConsent ? 1 : 0;
}

function whatWasSent({ translate, mayBeSent, providers }: ViewFacts): Html {
  if (!mayBeSent) return translate('cancelledNothing');
  const days = providers.map(({ keepDays }) => keepDays);
  return days.length > 0 && days.every((one) => one !== undefined)
    ? translate('cancelledKept', { vendorDays: Math.max(...days) })
    : translate('cancelledOpen');
}

function withdrawn(facts: ViewFacts): Html {
  const { translate } = facts;
  const contacts = facts.mayBeSent && contactsOf(facts, facts.providers);
  return viewOf(
    html``,
    html`<div class="middle">${face('large', 'plain', 'none')}<h1 tabindex="-1">${translate('withdrawnHeading')}</h1>
<p>${sentences(
      facts,
      translate('withdrawnErased'),
      translate(facts.mayBeSent ? 'withdrawnPassedOn' : 'cancelledNothing'),
      contacts && translate('withdrawnAsk', { contacts }),
    )}</p></div>`,
    wayBack(facts),
  );
}

function reference({ translate, reference: ref }: ViewFacts): Html {
  return translate('reference', { ref: `${ref.slice(0, 4)} ${ref.slice(4)}` });
}

/** The reasons that help a person. For any other, the page says that no reason was given. */
const kindOfReason: Partial<Record<FailureReason, 'face' | 'identity' | 'liveness' | 'attempts'>> =
  {
    face_mismatch: 'face',
    photo_missing: 'face',
    picture_quality: 'liveness',
    liveness: 'liveness',
    identity_mismatch: 'identity',
    identity_not_found: 'identity',
    identity_invalid: 'identity',
    too_many_attempts: 'attempts',
  };

function reasonOf({ translate, reason }: ViewFacts): Html {
  const kind = reason && kindOfReason[reason];
  if (!kind) return html`<p><b>${translate('noReason')}</b></p>`;
  return html`<p><b>${translate(`${kind}Reason`)}</b><br>${translate(`${kind}Advice`)}</p>`;
}

/** A phone that joined from a desktop does not return automatically, but offers a link. */
function quietReturn(facts: ViewFacts): Html {
  if (facts.redirectUrl === null) return html``;
  return html`${pair(backLink(facts, facts.redirectUrl, 'plain', 'returnOnPhone'))}${appProblem(facts)}`;
}

function wayBack(facts: ViewFacts): Html {
  const { translate, redirectUrl, stage } = facts;
  if (redirectUrl === null) return html`<p class="note">${translate('close')}</p>`;
  const place = destinationOf(facts, redirectUrl);
  return html`${backLink(facts, redirectUrl, 'button main', 'returnTo')}${appProblem(facts)}
${stage === 'passed' && facts.isBeginner && leaving(facts, place)}`;
}

function backLink({ translate }: ViewFacts, url: string, look: string, text: PageTextName): Html {
  return html`<a class="${look}" id="back" href="${url}" rel="noreferrer"
${!isWeb(url) && html` data-app="${translate.plain('appAgain')}"`}><span>${translate(text)}</span></a>`;
}

/** The script shows this when an app does not open. Only a check with a result says that it is saved. */
function appProblem({ translate, stage }: ViewFacts): Html {
  const hasResult = stage === 'passed' || stage === 'failed';
  const text = translate.plain(hasResult ? 'appClosedSaved' : 'appClosed');
  return html`<p class="problem" id="app-problem" role="alert" data-text="${text}"></p>`;
}

/** A visible countdown, and one sentence for screen readers. */
function leaving({ translate, isDesktop }: ViewFacts, place: string): Html {
  const clock = translate.plain('returning', { place, n: '{n}' });
  return html`<div id="leaving" hidden data-text="${clock}" data-stopped="${translate.plain('stays')}">
<svg class="ring" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="8"/><circle class="run" cx="10" cy="10" r="8"/></svg>
<p aria-hidden="true"><span></span><br>${translate(isDesktop ? 'returningStayKey' : 'returningStay')}</p>
<p class="unseen">${translate('returningSpoken', { place })}</p></div>`;
}

/** The alternatives to a face check, presented as clearly as the check itself. */
export function otherWaysView(facts: ViewFacts): Html {
  const { translate, path, query } = facts;
  return viewOf(
    html``,
    html`<h1 tabindex="-1">${translate('wayHeading')}</h1><p>${translate('wayText', { time: timeHtml(facts) })}</p>
<section class="box">${otherWayLinks(facts)}</section>`,
    html`<a class="button main" href="${path}${query}">${translate('backToCheck')}</a>`,
  );
}

export function withdrawView(facts: ViewFacts): Html {
  const { translate, path, query } = facts;
  return viewOf(
    html``,
    html`<h1 tabindex="-1">${translate('withdrawHeading')}</h1><p>${sentences(
      facts,
      translate(facts.mayBeSent ? 'withdrawErases' : 'withdrawErasesHere'),
      translate('withdrawEnds'),
    )}</p>`,
    html`<form method="post" action="${path}/withdraw${query}">
<button class="button danger main" data-action="withdraw" data-busy="${translate.plain('busy')}">${translate('withdrawSure')}</button></form>
${pair(plainLink(facts, '', 'withdrawKeep'))}`,
  );
}
