import type { Language } from '../../../foundation/contract/text/languages.ts';
import { type Html, html } from '../../../foundation/page/html.ts';

/** What the console will show: its frame, in live or test mode, or the card of a sign-in. */
export type FirstShape = 'live' | 'test' | 'card';

const words = { en: 'Still loading…', zh: '仍在加载…' } as const;

/**
 * What a browser shows until the script has rendered the first screen: the frame of the console, in the place where
 * the frame will be. Its classes are those of `web/console`, whose first style sheet comes before the script.
 */
export function firstPaint(shape: FirstShape, language: Language): Html {
  const said = html`<p class="first-words">${words[language]}</p>`;
  if (shape === 'card') {
    return html`<div id="first-paint" class="entry-page"><div class="entry-card">${bones(3)}${said}</div></div>`;
  }
  const isTest = shape === 'test';
  return html`<div id="first-paint" class="shell${isTest && ' shell-test'}">
${isTest && html`<div class="test-band"></div>`}
<div class="sidebar"><div class="area">${bones(2)}</div>${bones(12)}</div>
<div class="shell-main">
<div class="header">${bones(2)}<div class="header-end">${bones(3)}</div></div>
<div class="content">${bones(1)}${said}<div class="card"></div></div>
</div>
<div class="bottom-bar"></div>
</div>`;
}

function bones(count: number): Html[] {
  return Array.from({ length: count }, () => html`<span class="bone"></span>`);
}
