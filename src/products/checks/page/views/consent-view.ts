import { type Html, html } from '../../../../foundation/page/html.ts';
import type { Masked } from '../mask-person.ts';
import { spellOut } from '../mask-person.ts';
import { addressHtml, nameHtml } from '../say.ts';
import type { PageTextName } from '../texts/en.ts';
import { consentVersion } from '../texts/page-texts.ts';
import { face } from './drawings.ts';
import type { NamedParty, NamedProvider, ViewFacts } from './view-facts.ts';
import {
  declineForm,
  hasOtherWay,
  otherWayLink,
  pair,
  plainLink,
  sentences,
  steps,
  viewOf,
} from './view-parts.ts';

/**
 * The consent: who asks, for which data, and who receives it for how long. Everything is
 * visible, nothing is collapsed.
 */
export function consentView(facts: ViewFacts): Html {
  const { say } = facts;
  const choice = sentences(
    facts,
    say(hasOtherWay(facts) ? 'choiceWays' : 'choiceDecline'),
    say('choiceWithdraw'),
    rights(facts),
  );
  const content = html`<div class="lead"><h1 tabindex="-1">${say('consentHeading')}</h1>${face('small')}</div>
${facts.isAskedAgain && html`<p>${say('asksAgain')}</p>`}
<dl class="masked"><div><dt>${say('name')}</dt><dd>${maskedName(facts)}</dd></div>
<div><dt>${say('number')}</dt><dd>${maskedNumber(facts)}</dd></div></dl>
${whoReceives(facts)}
<section><h2>${say('whyHeading')}</h2><p>${sentences(facts, say('whyText'), facts.browserData && say('whyBrowser'))}</p></section>
<section><h2>${say('choiceHeading')}</h2>
<p>${choice}</p></section>`;
  return viewOf(steps(facts, 0, 1), content, consentActions(facts), true);
}

function consentActions(facts: ViewFacts): Html {
  const { say, path, query, browserData, isTickMissing } = facts;
  const abroad = facts.providers.filter(({ isAbroad }) => isAbroad).map(({ name }) => name);
  const codes = facts.providers.map(({ code }) => code).join(' ');
  return html`<form method="post" action="${path}/consent${query}" novalidate${browserData && html` class="scripted"`}>
<input type="hidden" name="version" value="${consentVersion(facts.language)}">
<input type="hidden" name="providers" value="${codes}">
${tick('agreed', say('tick'), isTickMissing)}
${abroad.length > 0 && tick('abroad', say('tickAbroad', { abroad }), isTickMissing)}
<p class="problem" id="agreed-problem" role="alert" data-text="${say.plain('consentMissing')}">${isTickMissing && say('consentMissing')}</p>
<button class="button main" data-action="agree" data-busy="${say.plain('busy')}"><span>${say('agree')}</span></button></form>
${pair(declineForm(facts), otherWayLink(facts), facts.isDesktop && plainLink(phoneFacts(facts), '', 'usePhone'))}`;
}

/** The link back from this computer to the phone drops the choice to continue here. */
export function phoneFacts(facts: ViewFacts): ViewFacts {
  const query = new URLSearchParams(facts.query);
  query.delete('here');
  return { ...facts, query: query.size > 0 ? `?${query}` : '' };
}

function tick(name: string, text: Html, isMissing: boolean): Html {
  return html`<label class="tick"><input type="checkbox" id="${name}" name="${name}" required
 aria-describedby="agreed-problem"${isMissing && html` aria-invalid="true"`}><span>${text}</span></label>`;
}

/** Dots for the eye and words for screen readers, which would read out every dot. */
function masked(text: string, spoken: string): Html {
  return html`<span aria-hidden="true">${text}</span><span class="unseen">${spoken}</span>`;
}

function maskedName({ name, say, language }: ViewFacts): Html {
  if (!name?.start) return say('hidden');
  const spoken = say.plain('nameSpoken', { start: name.start });
  const isForeign = language === 'en' && /\p{Script=Han}/u.test(name.start);
  const [before, after] = spoken.split(name.start, 2);
  const start = isForeign ? html`<span lang="zh">${name.start}</span>` : name.start;
  return html`<bdi aria-hidden="true"${isForeign && html` lang="zh"`}>${name.text}</bdi>
<span class="unseen">${before}${start}${after}</span>`;
}

function maskedNumber({ number, say }: ViewFacts): Html {
  return number?.start ? masked(number.text, spokenNumber(say, number)) : say('hidden');
}

function spokenNumber(say: ViewFacts['say'], { start, end }: Masked): string {
  return say.plain('numberSpoken', { start: spellOut(start), end: spellOut(end) });
}

function whoReceives(facts: ViewFacts): Html {
  const { say, providers, operator } = facts;
  const row = (name: Html, role: PageTextName, text: Html) =>
    html`<li><p><b>${name}</b> <span aria-hidden="true">·</span> <span class="role">${say(role)}</span></p><p>${text}</p></li>`;
  return html`<section><h2>${say('whoHeading')}</h2>
${providers.length > 1 && html`<p>${say('oneOfThem')}</p>`}<ul class="who">
${providers.map((provider) => row(nameHtml(provider.name), 'roleVendor', kept(say, provider)))}
${row(nameHtml(facts.asker), 'roleAsker', say('whoAsker'))}
${row(operator ? nameHtml(operator.name) : say('operatorUnnamed'), 'roleOperator', say('whoOperator', { days: facts.resultDays }))}
</ul></section>`;
}

function kept(say: ViewFacts['say'], { keepDays }: NamedProvider): Html {
  if (keepDays === undefined) return say('whoVendor');
  return keepDays > 0 ? say('whoVendorDays', { vendorDays: keepDays }) : say('whoVendorNone');
}

/** The contacts for privacy rights. A party without a contact is left out. */
function rights(facts: ViewFacts): Html | null {
  const contacts = contactsOf(facts, [facts.operator, ...facts.providers]);
  return contacts && facts.say('rights', { contacts });
}

export function contactsOf(
  { say }: ViewFacts,
  parties: readonly (NamedParty | null)[],
): Html | null {
  const said = parties.flatMap((party) => {
    if (!party?.contact) return [];
    const { name: who, contact, privacyUrl } = party;
    const at = contactHtml(contact);
    const notice = privacyUrl && noticeLink(say('privacyNotice'), privacyUrl);
    return notice ? say('rightsNotice', { who, at, notice }) : say('rightsContact', { who, at });
  });
  return said.length > 0
    ? html`${said.map((one, n) => (n ? html`${say('rightsJoin')}${one}` : one))}`
    : null;
}

export function noticeLink(text: Html, url: string): Html {
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}

/** Links a contact that a device can open. */
export function contactHtml(contact: string, text: Html = addressHtml(contact)): Html {
  const url = contactUrl(contact);
  return url ? html`<a href="${url}" rel="noreferrer">${text}</a>` : addressHtml(contact);
}

function contactUrl(contact: string): string | null {
  if (/^https:\/\/\S+$/i.test(contact)) return contact;
  if (/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(contact)) return `mailto:${contact}`;
  return /^\+?[\d\s()-]{5,20}$/.test(contact) ? `tel:${contact.replaceAll(/[^+\d]/g, '')}` : null;
}
