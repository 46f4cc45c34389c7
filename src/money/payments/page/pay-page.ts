import type { Language } from '../../../foundation/contract/text/languages.ts';
import { paidText } from '../../../foundation/money.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import type { Payment } from '../payment.ts';
import { type PayTexts, payTexts } from './pay-texts.ts';

/** `outside`: the browser is not that of the app. `over`: the payment cannot be paid any more. */
export type PayView = 'pay' | 'outside' | 'over';

interface PayPageFacts {
  /** Undefined if there is no such payment. */
  shown: { payment: Payment; view: PayView; app: string } | undefined;
  language: Language;
  styleUrl: string;
  scriptUrl: string;
}

const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** The page inside an app on which a payment is made. Only the provider's books say what became of it. */
export function renderPayPage({ shown, language, styleUrl, scriptUrl }: PayPageFacts): string {
  const texts = payTexts[language];
  const isPaying = shown?.view === 'pay';
  const title = shown?.payment.title ?? texts.unknownHeading;
  return html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styleUrl}">
${isPaying && html`<script type="module" src="${scriptUrl}"></script>`}
</head>
<body>
<div class="sheet"><div class="card">${shown ? mainOf(shown, texts) : notice(texts.unknownHeading, texts.unknownText)}</div></div>
</body>
</html>
`.toString();
}

function mainOf({ payment, view, app }: NonNullable<PayPageFacts['shown']>, texts: PayTexts): Html {
  const { returnUrl } = payment;
  if (view === 'over') return notice(texts.overHeading, texts.overText, returnUrl, texts);
  if (view === 'outside') return notice(texts.outsideHeading, texts.outsideText, returnUrl, texts);
  const { charged, chargedCurrency } = payment;
  const amount = `${paidText(charged, chargedCurrency)} ${chargedCurrency}`;
  const { loading, ready, asking, unconfirmed, again, other, down } = texts;
  const said = JSON.stringify({ ready, asking, unconfirmed, again, other, down });
  return html`<main id="pay" data-app="${app}" data-texts="${said}">
<div class="content"><h1>${amount}</h1><p><bdi>${payment.title}</bdi></p>
<p id="said" role="status">${loading}</p><noscript><p>${texts.noScript}</p></noscript></div>
<div class="bar"><button type="button" class="button main" id="go" disabled>${texts.pay.replace('{amount}', amount)}</button>
<button type="button" class="plain" id="check" hidden>${texts.check}</button>
<a class="button" id="start" href="?" hidden>${texts.start}</a>
<div class="pair"><a class="plain" id="back" href="${returnUrl}">${texts.back}</a></div></div></main>`;
}

function notice(heading: string, text: string, returnUrl?: string, texts?: PayTexts): Html {
  return html`<main><div class="content"><h1>${heading}</h1><p>${text}</p></div>
${returnUrl && html`<div class="bar"><a class="button" href="${returnUrl}">${texts?.backOnly}</a></div>`}</main>`;
}
