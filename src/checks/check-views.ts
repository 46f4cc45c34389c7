import type { Language } from '../contract/languages.ts';
import { type Html, html } from '../page/html.ts';
import type { Particulars } from '../providers/particulars.ts';
import type { BrowserData } from '../providers/provider.ts';
import type { Stage } from './check-stage.ts';
import { consentVersion, type Say } from './check-texts.ts';
import { type Masked, maskName } from './mask-person.ts';

/** What a view can be made of. Personal data is in it only where it is shown, and masked there. */
export interface ViewFacts {
  stage: Stage;
  language: Language;
  say: Say;
  name: string | null;
  number: Masked | null;
  secondsLeft: number;
  /** Whom the consent names. */
  providers: readonly NamedProvider[];
  /** The person agreed before, to others. */
  isAskedAgain: boolean;
  attemptsLeft: number;
  resultDays: number;
  /** The phone has taken over from this desktop. */
  isUnderWay: boolean;
  /** An SVG of the page's own address. */
  qrCode: Html | null;
  /** What the page must collect, after the consent, before a session starts. */
  browserData: (BrowserData & { provider: string }) | null;
  redirectUrl: string | null;
  /** The address of the page on which a desktop goes on by itself; null when nobody checks on one. */
  hereUrl: string | null;
}

/** A provider in the words of the person's language. */
export interface NamedProvider extends Partial<Pick<Particulars, 'contact' | 'privacyUrl'>> {
  code: string;
  name: string;
  keeps?: string | undefined;
}

/** The part of the page that changes: a heading, what it says, and what can be done. */
export function renderView(facts: ViewFacts): Html {
  switch (facts.stage) {
    case 'handover':
      return handover(facts);
    case 'consent':
      return consent(facts);
    case 'ready':
      return going(facts, 'ready', [startButton(facts, 'start')]);
    case 'waiting':
      return going(facts, 'waiting', [
        startButton(facts, 'goOn'),
        facts.attemptsLeft > 0 && button('start-over', facts.say('startOver'), 'quiet', facts),
      ]);
    case 'retry':
      return going(facts, 'retry', [startButton(facts, 'startAgain')]);
    case 'down':
      return going(facts, 'down', [startButton(facts, 'tryAgain')]);
    default:
      return ended(facts, facts.stage);
  }
}

function consent(facts: ViewFacts): Html {
  const { say, name, number } = facts;
  return html`${steps(facts, 1)}
<h1 tabindex="-1">${say('consentHeading')}</h1>
${facts.isAskedAgain && html`<p>${say('asksAgain')}</p>`}
<section><h2>${say('whatIsChecked')}</h2>
<dl>
<div><dt>${say('name')}</dt><dd>
<bdi>${name ? maskName(name) : say('numberHidden')}</bdi></dd></div>
<div><dt>${say('number')}</dt>
<dd>${number ? maskedNumber(say, number) : say('numberHidden')}</dd></div>
<div><dt>${say('face')}</dt><dd>${say('faceChecked')}</dd></div>
</dl></section>
${facts.providers.length > 0 && whoChecks(facts)}
<section><h2>${say('dataHeading')}</h2>
<ul><li>${say('dataFace')}</li>
${facts.browserData && html`<li>${say('dataBrowser', { provider: facts.browserData.provider })}</li>`}
<li>${say('dataResult')}</li>
<li>${say('dataErased', { days: facts.resultDays })}</li></ul></section>
<form class="consent" data-version="${consentVersion(facts.language)}"
 data-providers="${facts.providers.map(({ code }) => code).join(' ')}" novalidate>
<label class="tick"><input type="checkbox" id="agreed" required aria-describedby="agreed-problem">
<span>${say('consentLabel')}</span></label>
<p class="problem" id="agreed-problem" role="alert" data-text="${say('consentMissing')}"></p>
${startButton(facts, 'agree', 'agree')}
${button('decline', say('decline'), 'quiet', facts)}
</form>
${timeLeft(facts)}`;
}

/** Those who may do the check, each with what the operator says of it. */
function whoChecks({ say, providers }: ViewFacts): Html {
  return html`<section><h2>${say('whoChecks')}</h2>
${providers.length > 1 && html`<p>${say('oneChecks')}</p>`}
<ul class="providers">${providers.map((provider) => html`<li>${particulars(say, provider)}</li>`)}</ul>
</section>`;
}

function particulars(say: Say, { name, contact, keeps, privacyUrl }: NamedProvider): Html {
  return html`<strong dir="auto">${name}</strong>
${contact && html`<p>${say('contact')} <bdi>${contact}</bdi></p>`}
${keeps && html`<p>${say('keeps')} <bdi>${keeps}</bdi></p>`}
${privacyUrl && html`<p><a href="${privacyUrl}" target="_blank" rel="noopener noreferrer">${say('privacyNotice')}</a></p>`}`;
}

function maskedNumber(say: Say, { start, end, text }: Masked): Html {
  const spoken = start ? say('numberSpoken', { start, end }) : say('numberHidden');
  return html`<span aria-hidden="true" class="number">${text}</span>
<span class="unseen">${spoken}</span>`;
}

function handover(facts: ViewFacts): Html {
  const { say, qrCode, isUnderWay } = facts;
  return html`${steps(facts, isUnderWay ? 2 : 1)}
<h1 tabindex="-1">${say('handoverHeading')}</h1>
<p>${say('handoverText')}</p>
<div class="code" role="img" aria-label="${say('qrLabel')}">${qrCode}</div>
<p class="live" role="status"><span class="pulse" aria-hidden="true"></span>
${say(isUnderWay ? 'handoverBusy' : 'handoverIdle')}</p>
${facts.hereUrl && html`<a class="button quiet" href="${facts.hereUrl}">${say('continueHere')}</a>`}
${button('decline', say('decline'), 'quiet', facts)}
${timeLeft(facts)}`;
}

type Going = 'ready' | 'waiting' | 'retry' | 'down';

/** The views between consent and result: a text, and ways to go on or to stop. */
function going(facts: ViewFacts, stage: Going, actions: (Html | false)[]): Html {
  const { say } = facts;
  return html`${steps(facts, 2)}
${stage === 'waiting' && html`<span class="spinner" aria-hidden="true"></span>`}
${(stage === 'retry' || stage === 'down') && sign('notice')}
<h1 tabindex="-1">${say(`${stage}Heading`)}</h1>
<p>${say(`${stage}Text`, { n: facts.attemptsLeft })}</p>
${facts.browserData && scriptProblem(facts)}
${actions}
${button('decline', say('decline'), 'quiet', facts)}
${timeLeft(facts)}`;
}

/** Empty, until the provider's script could not be loaded. */
function scriptProblem({ say, browserData }: ViewFacts): Html {
  const text = say('scriptProblem', { provider: browserData?.provider ?? '' });
  return html`<p class="problem" id="script-problem" role="alert" data-text="${text}"></p>`;
}

type End = 'passed' | 'failed' | 'expired' | 'cancelled';

function ended(facts: ViewFacts, stage: End): Html {
  const { say, redirectUrl } = facts;
  return html`${steps(facts, 3)}
${sign(stage)}
<h1 tabindex="-1">${say(`${stage}Heading`)}</h1>
<p>${say(`${stage}Text`)}</p>
${redirectUrl === null ? html`<p>${say('close')}</p>` : wayBack(say, redirectUrl)}`;
}

function wayBack(say: Say, redirectUrl: string): Html {
  const place = URL.parse(redirectUrl)?.host || say('back');
  return html`<a class="button" id="back" href="${redirectUrl}" rel="noreferrer">${say('back')}</a>
<div id="leaving" hidden data-text="${say('backSoon', { place, n: '{n}' })}"
 data-stopped="${say('backStopped')}">
<p role="status"></p>
<button type="button" class="button quiet" data-action="stay">${say('stay')}</button></div>`;
}

function startButton(
  facts: ViewFacts,
  text: 'agree' | 'start' | 'goOn' | 'startAgain' | 'tryAgain',
  action = 'start',
): Html {
  return button(action, facts.say(text), 'main', facts);
}

function button(
  action: string,
  text: string,
  look: 'main' | 'quiet',
  { say, browserData }: ViewFacts,
): Html {
  const type = action === 'agree' ? 'submit' : 'button';
  const collects = action !== 'decline' && browserData;
  return html`<button type="${type}" class="button ${look}" data-action="${action}"
 data-busy="${say('busy')}"
${collects && html` data-script="${collects.script}" data-call="${collects.call}"`}>${text}</button>`;
}

function steps({ say }: ViewFacts, current: number): Html {
  const names = [say('stepConsent'), say('stepCheck'), say('stepResult')];
  const items = names.map((name, index) => {
    const step = index + 1;
    if (step === current) return html`<li aria-current="step">${name}</li>`;
    return step < current ? html`<li class="done">${name}</li>` : html`<li>${name}</li>`;
  });
  return html`<ol class="steps" aria-label="${say('steps')}">${items}</ol>`;
}

function timeLeft({ say, secondsLeft }: ViewFacts): Html {
  const minutes = Math.floor(secondsLeft / 60);
  const text = minutes > 0 ? say('minutesLeft', { n: minutes }) : say('lastMinute');
  return html`<p class="time" data-seconds="${secondsLeft}"
 data-text="${say('minutesLeft', { n: '{n}' })}" data-last="${say('lastMinute')}">${text}</p>`;
}

const signs = {
  passed: html`<path d="M14 25l7 7 14-15"/>`,
  failed: html`<path d="M16 16l16 16M32 16L16 32"/>`,
  expired: html`<path d="M24 13v12l8 5"/>`,
  cancelled: html`<path d="M15 24h18"/>`,
  notice: html`<path d="M24 13v14M24 33v1"/>`,
};

function sign(name: keyof typeof signs): Html {
  return html`<svg class="sign ${name}" viewBox="0 0 48 48" aria-hidden="true">
<circle cx="24" cy="24" r="21"/>${signs[name]}</svg>`;
}
