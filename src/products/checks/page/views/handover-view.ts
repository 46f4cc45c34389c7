import { type Html, html } from '../../../../foundation/page/html.ts';
import type { Phase } from '../check-stage.ts';
import type { PageTextName } from '../texts/en.ts';
import { icons, phone } from './drawings.ts';
import type { ViewFacts } from './view-facts.ts';
import {
  declineForm,
  formOf,
  otherWayLink,
  pair,
  steps,
  tickMark,
  timeHtml,
} from './view-parts.ts';

/** The desktop view: the QR code until a phone opens the link, then the phone's progress. */
export function handoverView(facts: ViewFacts): Html {
  return facts.phase === 'scan' ? scan(facts) : phoneAtWork(facts);
}

function scan(facts: ViewFacts): Html {
  const { say } = facts;
  return html`${steps(facts, 0, 1)}<div class="columns"><div class="content">
<h1 tabindex="-1">${say('handoverHeading')}</h1><p class="soft">${say('handoverText')}</p>
<ol class="howto"><li>${say('scanOpen')}</li><li>${say('scanCode')}</li><li>${say('scanFollow')}</li></ol>
<h2>${say('cannotScan')}</h2>${linkTools(facts)}
${pair(facts.isDesktopAble && hereLink(facts), otherWayLink(facts), declineForm(facts), reloadLink(facts))}</div>
<div class="panel"><div class="code" role="img" aria-label="${say.plain('qrLabel')}">${facts.qrCode}</div>
<p class="live"><span class="dot" aria-hidden="true"></span><b>${say('waitingForPhone')}</b></p>
<p class="soft">${say('validUntil', { time: timeHtml(facts) })}</p></div></div>`;
}

/** A reload link for browsers without scripts, which do not update by themselves. */
function reloadLink({ path, query, say }: ViewFacts): Html {
  return html`<noscript><a class="plain" href="${path}${query}">${say('showResult')}</a></noscript>`;
}

function hereLink(facts: ViewFacts): Html {
  const query = new URLSearchParams(facts.query);
  query.delete('code');
  query.set('here', '1');
  return html`<a class="plain" href="${facts.path}?${query.toString()}">${facts.say('useComputer')}</a>`;
}

/** Other ways than the QR code to get the link to the phone. */
function linkTools(facts: ViewFacts): Html {
  const { say, path } = facts;
  return html`<div class="tools">
<button type="button" class="button quiet" data-tool="copy" hidden>${icons.copy}${say('copyLink')}</button>
<button type="button" class="button quiet" data-tool="share" hidden>${icons.share}${say('share')}</button>
${facts.textsLink && textForm(facts)}
<noscript><a class="plain" href="${path}">${facts.path}</a></noscript></div>
<p class="soft" id="said" data-copied="${say.plain('copied')}"></p>`;
}

function textForm(facts: ViewFacts): Html {
  const { say, path, query, linkResult } = facts;
  if (linkResult?.kind === 'sent')
    return html`<p>${say('texted', { phone: linkResult.phone })}</p>`;
  // The outcome of an earlier message may be unknown, so the text only says that it may have arrived.
  if (facts.isLinkTexted || linkResult?.kind === 'already_sent') {
    return html`<p>${say('textedBefore')}</p>`;
  }
  const problem =
    linkResult && say(linkResult.kind === 'number_invalid' ? 'textNumberWrong' : 'textRefused');
  return html`<details class="text-link"${linkResult && html` open`}><summary class="button quiet">${icons.text}${say('textLink')}</summary>
<form method="post" action="${path}/text-link${query}"><label for="mobile">${say('textNumber')}</label>
<div class="field"><input id="mobile" name="mobile" type="tel" autocomplete="tel" inputmode="tel" required
 value="${linkResult?.typed}" aria-describedby="mobile-problem"${linkResult?.kind === 'number_invalid' && html` aria-invalid="true"`}><button class="button main" data-action="text-link" data-busy="${say.plain('busy')}">${say('textSend')}</button></div>
<p class="problem" id="mobile-problem" role="alert">${problem}</p></form></details>`;
}

function phoneAtWork(facts: ViewFacts): Html {
  const { say, phase } = facts;
  const isUnderWay = phase === 'under_way';
  return html`${steps(facts, phase === 'connected' ? 0 : 1, phase === 'connected' ? 1 : 2)}
<div class="columns"><div class="content">
<h1 tabindex="-1">${say(isUnderWay ? 'underWayHeading' : 'connectedHeading')}</h1>
<p class="soft">${say(facts.redirectUrl === null ? 'connectedTextClose' : 'connectedText')}</p>
${phoneSteps(facts)}
${pair(phase === 'connected' && codeLink(facts), stopLink(facts), reloadLink(facts))}</div>
<div class="panel">${phone()}<p class="live"><span class="dot" aria-hidden="true"></span><b>${say('lookAtPhone')}</b></p>
<p class="soft">${say('notYourPhone')}</p></div></div>`;
}

function phoneSteps(facts: ViewFacts): Html {
  const { say, phase } = facts;
  const current: Record<Exclude<Phase, 'scan'>, number> = {
    connected: 1,
    consented: 2,
    under_way: 2,
  };
  const at = current[phase as Exclude<Phase, 'scan'>];
  const names = [
    say('listConnected'),
    say(at > 1 ? 'listConsented' : 'listConsenting'),
    phase === 'under_way'
      ? say('listChecking')
      : say(phase === 'consented' ? 'listPreparing' : 'stepCheck'),
    say('stepResult'),
  ];
  const items = names.map((name, n) => {
    if (n < at) {
      return html`<li class="done"><span class="mark" aria-hidden="true">${tickMark}</span>${name}<span class="unseen"> (${say('stepDone')})</span></li>`;
    }
    return html`<li${n === at && html` aria-current="step"`}><span class="mark"></span>${name}</li>`;
  });
  return html`<ol class="phone-steps">${items}</ol>`;
}

function codeLink(facts: ViewFacts): Html {
  const query = new URLSearchParams(facts.query);
  query.set('code', '1');
  return html`<a class="plain" href="${facts.path}?${query.toString()}">${facts.say('showCode')}</a>`;
}

/** Links to the confirmation page for browsers without scripts; the script opens a dialog instead. */
function stopLink(facts: ViewFacts): Html {
  const { path, query, say } = facts;
  return html`<a class="plain" data-tool="stop" href="${path}/stop${query}">${say('stop')}</a>`;
}

/**
 * Asks for confirmation on a computer. Every view of an open check includes it,
 * because a phone may join at any time.
 */
export function stopDialog(facts: ViewFacts): Html {
  const { say } = facts;
  const [heading, text] = stopWords(facts);
  return html`<dialog id="stop" aria-labelledby="stop-heading" aria-describedby="stop-text"><h2 id="stop-heading">${say(heading)}</h2>
<p id="stop-text">${say(text)}</p>
<form method="dialog"><button class="button main" autofocus>${say('letContinue')}</button></form>
${stopForm(facts)}</dialog>`;
}

/**
 * What stopping would end. The consent and check may be this computer's own, so the text does not say whose.
 */
function stopWords({ phase }: ViewFacts): [heading: PageTextName, text: PageTextName] {
  if (phase === 'under_way') return ['stopUnderWayHeading', 'stopUnderWay'];
  return ['stopHeading', phase === 'consented' ? 'stopConsented' : 'stopOpened'];
}

function stopForm(facts: ViewFacts): Html {
  const fields = html`<input type="hidden" name="isSure" value="1">`;
  return formOf(facts, { action: 'stop', part: 'cancel', text: 'stop', look: 'plain', fields });
}

/** The dialog's question as a page of its own. */
export function stopView(facts: ViewFacts): Html {
  const { say, path, query } = facts;
  const [heading, text] = stopWords(facts);
  return html`<div class="content"><h1 tabindex="-1">${say(heading)}</h1><p>${say(text)}</p></div>
<div class="bar"><a class="button main" href="${path}${query}">${say('letContinue')}</a>
${pair(stopForm(facts))}</div>`;
}
