import type { Language } from '../contract/languages.ts';
import { type Html, html } from '../page/html.ts';
import { sessionTexts } from './session-texts.ts';

export type SessionView = 'capture' | 'expired' | 'done' | 'unknown';

export interface SessionPageFacts {
  view: SessionView;
  language: Language;
  script: string;
  returnUrl: string | null;
  styleUrl: string;
  scriptUrl: string;
}

/**
 * The sandbox's own page, as a vendor's would be: guidance, camera, countdown, and the way back.
 */
export function renderSessionPage(facts: SessionPageFacts): string {
  const { language, view } = facts;
  const say = (name: keyof typeof sessionTexts) => sessionTexts[name][language];
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${say('title')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${facts.styleUrl}">
${view === 'capture' && html`<script type="module" src="${facts.scriptUrl}"></script>`}
</head>
<body>
<header><p class="test">${say('testBar')}</p>
<span class="vendor">${say('vendor')}</span></header>
<main id="session" data-script="${facts.script}">
${view === 'capture' ? capture(facts, say) : notice(facts, say, view)}
</main>
</body>
</html>
`.toString();
}

type Say = (name: keyof typeof sessionTexts) => string;

function capture({ returnUrl }: SessionPageFacts, say: Say): Html {
  return html`<h1 tabindex="-1">${say('heading')}</h1>
<noscript><p class="note">${say('noScript')}</p>
<a class="button" href="${returnUrl}">${say('back')}</a></noscript>
<div class="frame">
<video id="picture" autoplay muted playsinline aria-label="${say('picture')}" hidden></video>
<svg id="outline" viewBox="0 0 120 120" aria-hidden="true">
<circle cx="60" cy="48" r="20"/><path d="M24 108c4-24 18-34 36-34s32 10 36 34"/></svg></div>
<p id="status" role="status" data-count="${say('holdStill')}" data-sending="${say('sending')}"
 data-fault="${say('fault')}" data-abandoned="${say('abandoned')}"></p>
<p id="camera-note" class="note" role="status" data-text="${say('noCamera')}"></p>
<section id="guide"><h2>${say('guidance')}</h2>
<ul><li>${say('guideLight')}</li><li>${say('guideFace')}</li><li>${say('guideStill')}</li></ul>
<button type="button" class="button" data-action="start">${say('start')}</button></section>
<section id="choice" hidden><h2 tabindex="-1">${say('chooseHeading')}</h2>
<button type="button" class="button" data-outcome="passed">${say('pass')}</button>
<button type="button" class="button" data-outcome="failed">${say('fail')}</button></section>
<button type="button" class="button quiet" data-outcome="cancelled">${say('cancel')}</button>`;
}

function notice({ returnUrl }: SessionPageFacts, say: Say, view: Exclude<SessionView, 'capture'>) {
  return html`<h1 tabindex="-1">${say(`${view}Heading`)}</h1>
<p>${say(`${view}Text`)}</p>
${returnUrl && html`<a class="button" href="${returnUrl}">${say('back')}</a>`}`;
}
