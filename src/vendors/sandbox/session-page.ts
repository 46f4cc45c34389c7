import { type Html, html } from '../../foundation/page/html.ts';
import type { PageLanguage } from '../../foundation/page/page-languages.ts';
import { canEndAs, faceReasons } from './sandbox-scripts.ts';
import { renderSandboxSheet } from './sandbox-sheet.ts';
import { type SessionTexts, sessionTexts } from './session-texts.ts';

export type SessionView = 'capture' | 'expired' | 'done' | 'unknown';

interface SessionPageFacts {
  view: SessionView;
  language: PageLanguage;
  script: string;
  /** The path of this page, without the language parameter. */
  path: string;
  returnUrl: string | null;
  styleUrls: readonly string[];
  scriptUrl: string;
}

type Say = (name: keyof SessionTexts) => string;

/**
 * The sandbox's page of a session, like a vendor's: guidance, camera, countdown and a link back. Without scripts it
 * works as a plain form.
 */
export function renderSessionPage(facts: SessionPageFacts): string {
  const { language, view } = facts;
  const say: Say = (name) => sessionTexts[language][name];
  return renderSandboxSheet({
    language,
    title: say('title'),
    testBar: say('testBar'),
    styleUrls: facts.styleUrls,
    scriptUrl: view === 'capture' && facts.scriptUrl,
    main: html`<main id="session" data-script="${facts.script}">
${view === 'capture' ? capture(facts, say) : notice(facts, say, view)}
</main>`,
  });
}

function capture(facts: SessionPageFacts, say: Say): Html {
  return html`<h1 tabindex="-1">${say('heading')}</h1>
<noscript>${plainChoice(facts, say)}</noscript>
<div class="frame scripted">
<video id="picture" autoplay muted playsinline aria-label="${say('picture')}" hidden></video>
<svg id="outline" viewBox="0 0 120 120" aria-hidden="true">
<circle cx="60" cy="48" r="20"/><path d="M24 108c4-24 18-34 36-34s32 10 36 34"/></svg></div>
<p id="status" role="status" data-count="${say('holdStill')}" data-sending="${say('sending')}"
 data-fault="${say('fault')}" data-abandoned="${say('abandoned')}"></p>
<p id="camera-note" class="box" role="status" data-text="${say('noCamera')}"></p>
<section id="guide" class="scripted"><h2>${say('guidance')}</h2>
<ul class="guide"><li>${say('guideLight')}</li><li>${say('guideFace')}</li><li>${say('guideStill')}</li></ul>
<button type="button" class="button main" data-action="start">${say('start')}</button></section>
<section id="choice" hidden><h2 tabindex="-1">${say('chooseHeading')}</h2>
<button type="button" class="button main" data-outcome="passed">${say('pass')}</button>
<button type="button" class="button main" data-outcome="failed">${say('fail')}</button>
${reasonChoice(say, html` id="reason"`)}</section>
<div class="pair scripted"><button type="button" class="plain" data-outcome="cancelled">${say('cancel')}</button></div>`;
}

const outcomes = { passed: 'pass', failed: 'fail', cancelled: 'cancel' } as const;

/** The choices in a browser without scripts: end the session as its script allows, or go back. */
function plainChoice({ script, path, returnUrl }: SessionPageFacts, say: Say): Html {
  const buttons = Object.entries(outcomes)
    .filter(([outcome]) => canEndAs(script, outcome))
    .map(
      ([outcome, name]) =>
        html`<button class="button main" name="outcome" value="${outcome}">${say(name)}</button>`,
    );
  if (buttons.length === 0) {
    return html`<p>${say('abandoned')}</p><a class="button main" href="${returnUrl}">${say('back')}</a>`;
  }
  const reasons = canEndAs(script, 'failed') && reasonChoice(say, null);
  return html`<form method="post" action="${path}/outcome"><h2>${say('chooseHeading')}</h2>${buttons}${reasons}</form>`;
}

/** Why the check fails, for whoever wants to see what the caller and the person are told. */
function reasonChoice(say: Say, id: Html | null): Html {
  const options = faceReasons.map(
    (reason) => html`<option value="${reason}">${say(`reason_${reason}`)}</option>`,
  );
  return html`<p class="reason"><label>${say('reason')}
<select${id} name="reason"><option value="">${say('reason_none')}</option>${options}</select></label></p>`;
}

function notice({ returnUrl }: SessionPageFacts, say: Say, view: Exclude<SessionView, 'capture'>) {
  return html`<h1 tabindex="-1">${say(`${view}Heading`)}</h1>
<p>${say(`${view}Text`)}</p>
${returnUrl && html`<a class="button main" href="${returnUrl}">${say('back')}</a>`}`;
}
