import { formatMoney } from '../../foundation/money.ts';
import { type Html, html } from '../../foundation/page/html.ts';
import { languageTags, type PageLanguage } from '../../foundation/page/page-languages.ts';
import { type PaymentTexts, paymentTexts } from './payment-texts.ts';
import type { SandboxOrder } from './sandbox-payments.ts';
import { renderSandboxSheet } from './sandbox-sheet.ts';

interface PaymentPageFacts {
  order: SandboxOrder | undefined;
  language: PageLanguage;
  /** The path of this page, without the language parameter. */
  path: string;
  styleUrls: readonly string[];
}

type Say = (name: keyof PaymentTexts) => string;

/** The sandbox's page of an order, like a vendor's: a plain form, which works without scripts. */
export function renderPaymentPage(facts: PaymentPageFacts): string {
  const { language, order } = facts;
  const say: Say = (name) => paymentTexts[language][name];
  return renderSandboxSheet({
    language,
    title: say('title'),
    testBar: say('testBar'),
    styleUrls: facts.styleUrls,
    main: html`<main>
${order ? orderOf(order, facts, say) : html`<h1>${say('unknownHeading')}</h1><p>${say('unknownText')}</p>`}
</main>`,
  });
}

function orderOf(order: SandboxOrder, { path, language }: PaymentPageFacts, say: Say): Html {
  const { state, isExpired, title, amount, currency, returnUrl } = order;
  const facts = html`<p><bdi>${title}</bdi>: ${formatMoney(amount)} ${currency}</p>`;
  if (state !== 'open' || isExpired) {
    return html`<h1>${say('endedHeading')}</h1>${facts}<p>${say('endedText')}</p>
<a class="button" href="${returnUrl}">${say('back')}</a>`;
  }
  return html`<h1>${say('heading')}</h1>${facts}
<form method="post" action="${path}/outcome?lang=${languageTags[language]}">
<button class="button main" name="outcome" value="paid">${say('pay')}</button>
<div class="pair"><button class="plain" name="outcome" value="failed">${say('fail')}</button>
<a class="plain" href="${returnUrl}">${say('leave')}</a></div></form>`;
}
