import { type Html, html } from '../../../../foundation/page/html.ts';
import type { Masked } from '../mask-person.ts';
import { spellOut } from '../mask-person.ts';
import type { PageTextName } from '../texts/en.ts';
import { consentVersion } from '../texts/page-texts.ts';
import { addressHtml, nameHtml } from '../translator.ts';
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
  const { translate } = facts;
  const choice = sentences(
    facts,
    translate(hasOtherWay(facts) ? 'choiceWays' : 'choiceDecline'),
    translate('choiceWithdraw'),
    rights(facts),
  );
  const content = html`<div class="lead"><h1 tabindex="-1">${translate('consentHeading')}</h1>${face('small')}</div>
${facts.isAskedAgain && html`<p>${translate('asksAgain')}</p>`}
<dl class="masked"><div><dt>${translate('name')}</dt><dd>${maskedName(facts)}</dd></div>
<div><dt>${translate('number')}</dt><dd>${maskedNumber(facts)}</dd></div></dl>
${whoReceives(facts)}
<section><h2>${translate('whyHeading')}</h2><p>${sentences(facts, translate('whyText'), facts.browserData && translate('whyBrowser'))}</p></section>
<section><h2>${translate('choiceHeading')}</h2>
<p>${choice}</p></section>`;
  return viewOf(steps(facts, 0, 1), content, consentActions(facts), true);
}

function consentActions(facts: ViewFacts): Html {
  const { translate, path, query, browserData, isTickMissing } = facts;
  const abroad = facts.providers.filter(({ isAbroad }) => isAbroad).map(({ name }) => name);
  const codes = facts.providers.map(({ code }) => code).join(' ');
  return html`<form method="post" action="${path}/consent${query}" novalidate${browserData && html` class="scripted"`}>
<input type="hidden" name="version" value="${consentVersion(facts.language)}">
<input type="hidden" name="providers" value="${codes}">
${tick('agreed', translate('tick'), isTickMissing)}
${abroad.length > 0 && tick('abroad', translate('tickAbroad', { abroad }), isTickMissing)}
<p class="problem" id="agreed-problem" role="alert" data-text="${translate.plain('consentMissing')}">${isTickMissing && translate('consentMissing')}</p>
<button class="button main" data-action="agree" data-busy="${translate.plain('busy')}"><span>${translate('agree')}</span></button></form>
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

function maskedName({ name, translate, language }: ViewFacts): Html {
  if (!name?.start) return translate('hidden');
  const spoken = translate.plain('nameSpoken', { start: name.start });
  const isForeign = language === 'en' && /\p{Script=Han}/u.test(name.start);
  const [before, after] = spoken.split(name.start, 2);
  const start = isForeign ? html`<span lang="zh">${name.start}</span>` : name.start;
  return html`<bdi aria-hidden="true"${isForeign && html` lang="zh"`}>${name.text}</bdi>
<span class="unseen">${before}${start}${after}</span>`;
}

function maskedNumber({ number, translate }: ViewFacts): Html {
  return number?.start ? masked(number.text, spokenNumber(translate, number)) : translate('hidden');
}

function spokenNumber(translate: ViewFacts['translate'], { start, end }: Masked): string {
  return translate.plain('numberSpoken', { start: spellOut(start), end: spellOut(end) });
}

function whoReceives(facts: ViewFacts): Html {
  const { translate, providers, operator } = facts;
  const row = (name: Html, role: PageTextName, text: Html) =>
    html`<li><p><b>${name}</b> <span aria-hidden="true">·</span> <span class="role">${translate(role)}</span></p><p>${text}</p></li>`;
  return html`<section><h2>${translate('whoHeading')}</h2>
${providers.length > 1 && html`<p>${translate('oneOfThem')}</p>`}<ul class="who">
${providers.map((provider) => row(nameHtml(provider.name), 'roleVendor', kept(translate, provider)))}
${row(nameHtml(facts.asker), 'roleAsker', translate('whoAsker'))}
${row(operator ? nameHtml(operator.name) : translate('operatorUnnamed'), 'roleOperator', translate('whoOperator', { days: facts.resultDays }))}
</ul></section>`;
}

function kept(translate: ViewFacts['translate'], { keepDays }: NamedProvider): Html {
  if (keepDays === undefined) return translate('whoVendor');
  return keepDays > 0
    ? translate('whoVendorDays', { vendorDays: keepDays })
    : translate('whoVendorNone');
}

/** The contacts for privacy rights. A party without a contact is left out. */
function rights(facts: ViewFacts): Html | null {
  const contacts = contactsOf(facts, [facts.operator, ...facts.providers]);
  return contacts && facts.translate('rights', { contacts });
}

export function contactsOf(
  { translate }: ViewFacts,
  parties: readonly (NamedParty | null)[],
): Html | null {
  const said = parties.flatMap((party) => {
    if (!party?.contact) return [];
    const { name: who, contact, privacyUrl } = party;
    const at = contactHtml(contact);
    const notice = privacyUrl && noticeLink(translate('privacyNotice'), privacyUrl);
    return notice
      ? translate('rightsNotice', { who, at, notice })
      : translate('rightsContact', { who, at });
  });
  return said.length > 0
    ? html`${said.map((one, n) => (n ? html`${translate('rightsJoin')}${one}` : one))}`
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
