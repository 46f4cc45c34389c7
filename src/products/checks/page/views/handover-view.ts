import { type Html, html } from '../../../../foundation/page/html.ts';
import type { Phase } from '../check-stage.ts';
import type { PageTextName } from '../texts/en.ts';
import { icons, phone } from './drawings.ts';
import type { ViewFacts } from './view-facts.ts';
import {
  copiedLine,
  copyButton,
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
  const { translate } = facts;
  return html`${steps(facts, 0, 1)}<div class="columns"><div class="content">
<h1 tabindex="-1">${translate('handoverHeading')}</h1><p class="soft">${translate('handoverText')}</p>
<ol class="howto"><li>${translate(scannerOf(facts))}</li><li>${translate('scanCode')}</li><li>${translate('scanFollow')}</li></ol>
<h2>${translate('cannotScan')}</h2>${linkTools(facts)}
${pair(facts.servedDevices.includes('desktop') && hereLink(facts), otherWayLink(facts), declineForm(facts), reloadLink(facts))}</div>
<div class="panel"><div class="code" role="img" aria-label="${translate.plain('qrLabel')}">${facts.qrCode}</div>
<p class="live"><span class="dot" aria-hidden="true"></span><b>${translate('waitingForPhone')}</b></p>
<p class="soft">${translate('validUntil', { time: timeHtml(facts) })}</p></div></div>`;
}

/** What to scan the code with: the page opens in the app that scans it. */
function scannerOf({ servedDevices }: ViewFacts): PageTextName {
  const [inWeChat, inBrowser] = [
    servedDevices.includes('wechat'),
    servedDevices.includes('mobile'),
  ];
  if (inWeChat === inBrowser) return 'scanOpen';
  return inWeChat ? 'scanOpenWeChat' : 'scanOpenCamera';
}

/** A reload link for browsers without scripts, which do not update by themselves. */
function reloadLink({ path, query, translate }: ViewFacts): Html {
  return html`<noscript><a class="plain" href="${path}${query}">${translate('showResult')}</a></noscript>`;
}

function hereLink(facts: ViewFacts): Html {
  const query = new URLSearchParams(facts.query);
  query.delete('code');
  query.set('here', '1');
  return html`<a class="plain" href="${facts.path}?${query.toString()}">${facts.translate('useComputer')}</a>`;
}

/** Other ways than the QR code to get the link to the phone. */
function linkTools(facts: ViewFacts): Html {
  const { translate, path } = facts;
  return html`<div class="tools">
${copyButton(facts, 'quiet')}
<button type="button" class="button quiet" data-tool="share" hidden>${icons.share}${translate('share')}</button>
${facts.textsLink && textForm(facts)}
<noscript><a class="plain" href="${path}">${facts.path}</a></noscript></div>
${copiedLine(facts)}`;
}

function textForm(facts: ViewFacts): Html {
  const { translate, path, query, linkResult } = facts;
  if (linkResult?.kind === 'sent')
    return html`<p>${translate('texted', { phone: linkResult.phone })}</p>`;
  // The outcome of an earlier message may be unknown, so the text only says that it may have arrived.
  if (facts.isLinkTexted || linkResult?.kind === 'already_sent') {
    return html`<p>${translate('textedBefore')}</p>`;
  }
  const problem =
    linkResult &&
    translate(linkResult.kind === 'number_invalid' ? 'textNumberWrong' : 'textRefused');
  return html`<details class="text-link"${linkResult && html` open`}><summary class="button quiet">${icons.text}${translate('textLink')}</summary>
<form method="post" action="${path}/text-link${query}"><label for="mobile">${translate('textNumber')}</label>
<div class="field"><input id="mobile" name="mobile" type="tel" autocomplete="tel" inputmode="tel" required
 value="${linkResult?.typed}" aria-describedby="mobile-problem"${linkResult?.kind === 'number_invalid' && html` aria-invalid="true"`}><button class="button main" data-action="text-link" data-busy="${translate.plain('busy')}">${translate('textSend')}</button></div>
<p class="problem" id="mobile-problem" role="alert">${problem}</p></form></details>`;
}

function phoneAtWork(facts: ViewFacts): Html {
  const { translate, phase } = facts;
  const isUnderWay = phase === 'under_way';
  return html`${steps(facts, phase === 'connected' ? 0 : 1, phase === 'connected' ? 1 : 2)}
<div class="columns"><div class="content">
<h1 tabindex="-1">${translate(isUnderWay ? 'underWayHeading' : 'connectedHeading')}</h1>
<p class="soft">${translate(facts.redirectUrl === null ? 'connectedTextClose' : 'connectedText')}</p>
${phoneSteps(facts)}
${pair(phase === 'connected' && codeLink(facts), stopLink(facts), reloadLink(facts))}</div>
<div class="panel">${phone()}<p class="live"><span class="dot" aria-hidden="true"></span><b>${translate('lookAtPhone')}</b></p>
<p class="soft">${translate('notYourPhone')}</p></div></div>`;
}

function phoneSteps(facts: ViewFacts): Html {
  const { translate, phase } = facts;
  const current: Record<Exclude<Phase, 'scan'>, number> = {
    connected: 1,
    consented: 2,
    under_way: 2,
  };
  const at = current[phase as Exclude<Phase, 'scan'>];
  const names = [
    translate('listConnected'),
    translate(at > 1 ? 'listConsented' : 'listConsenting'),
    phase === 'under_way'
      ? translate('listChecking')
      : translate(phase === 'consented' ? 'listPreparing' : 'stepCheck'),
    translate('stepResult'),
  ];
  const items = names.map((name, n) => {
    if (n < at) {
      return html`<li class="done"><span class="mark" aria-hidden="true">${tickMark}</span>${name}<span class="unseen"> (${translate('stepDone')})</span></li>`;
    }
    return html`<li${n === at && html` aria-current="step"`}><span class="mark"></span>${name}</li>`;
  });
  return html`<ol class="phone-steps">${items}</ol>`;
}

function codeLink(facts: ViewFacts): Html {
  const query = new URLSearchParams(facts.query);
  query.set('code', '1');
  return html`<a class="plain" href="${facts.path}?${query.toString()}">${facts.translate('showCode')}</a>`;
}

/** Links to the confirmation page for browsers without scripts; the script opens a dialog instead. */
function stopLink(facts: ViewFacts): Html {
  const { path, query, translate } = facts;
  return html`<a class="plain" data-tool="stop" href="${path}/stop${query}">${translate('stop')}</a>`;
}

/**
 * Asks for confirmation on a computer. Every view of an open check includes it,
 * because a phone may join at any time.
 */
export function stopDialog(facts: ViewFacts): Html {
  const { translate } = facts;
  const [heading, text] = stopWords(facts);
  return html`<dialog id="stop" aria-labelledby="stop-heading" aria-describedby="stop-text"><h2 id="stop-heading">${translate(heading)}</h2>
<p id="stop-text">${translate(text)}</p>
<form method="dialog"><button class="button main" autofocus>${translate('letContinue')}</button></form>
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
  const { translate, path, query } = facts;
  const [heading, text] = stopWords(facts);
  return html`<div class="content"><h1 tabindex="-1">${translate(heading)}</h1><p>${translate(text)}</p></div>
<div class="bar"><a class="button main" href="${path}${query}">${translate('letContinue')}</a>
${pair(stopForm(facts))}</div>`;
}
