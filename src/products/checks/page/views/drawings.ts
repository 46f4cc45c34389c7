import { type Html, html } from '../../../../foundation/page/html.ts';

/** The page's one picture: a face in a frame, in the account's colour. It is decorative. */
export function face(look: 'small' | 'large', mood: 'calm' | 'plain' = 'calm', mark?: Mark): Html {
  return html`<svg class="face ${look}" viewBox="0 0 100 100" aria-hidden="true">${faceLines(mood)}
${mark && marks[mark]}</svg>`;
}

/** The same face on a phone, for the desktop that waits for it. */
export function phone(): Html {
  return html`<svg class="phone" viewBox="0 0 130 216" aria-hidden="true">
<rect x="2" y="2" width="126" height="212" rx="18"/><path d="M52 14h26"/>
<g transform="translate(25 48) scale(.8)">${faceLines('calm')}</g>
<rect class="skin" x="26" y="160" width="78" height="18" rx="9"/><path class="soft" d="M48 192h34"/></svg>`;
}

export type Mark = 'good' | 'warn' | 'none' | 'time';

const marks: Readonly<Record<Mark, Html>> = {
  good: html`<g class="good"><circle cx="84" cy="84" r="16"/><path d="M76.5 84.5l5 5 10-11"/></g>`,
  warn: html`<g class="warn"><circle cx="84" cy="84" r="16"/><path d="M84 76v9M84 91.5v.1"/></g>`,
  time: html`<g class="warn"><circle cx="84" cy="84" r="16"/><path d="M84 76v8l5 4"/></g>`,
  none: html`<g class="none"><circle cx="84" cy="84" r="16"/><path d="M77 84h14"/></g>`,
};

function faceLines(mood: 'calm' | 'plain'): Html {
  const mouth = mood === 'calm' ? 'M44 56q6 5 12 0' : 'M44 58h12';
  return html`<path class="skin" d="M40 60h20v12c13 3 21 9 22 20H18c1-11 9-17 22-20z"/>
<path class="head" d="M32 40c0-12 7-20 18-20s18 8 18 20v5c0 12-8 23-18 23s-18-11-18-23z"/>
<path d="M2 20v-8a10 10 0 0 1 10-10h8M80 2h8a10 10 0 0 1 10 10v8M98 80v8a10 10 0 0 1-10 10h-8M20 98h-8a10 10 0 0 1-10-10v-8M33 37c8 0 14-4 17-9 4 5 9 9 17 9M32 42c-7-2-7 9 0 9M68 42c7-2 7 9 0 9M43 43v2M57 43v2${mouth}"/>`;
}

export const icons = {
  light: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="4"/>
<path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400"/></svg>`,
  glasses: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="7" cy="14.5" r="4"/>
<circle cx="17" cy="14.5" r="4"/><path d="M11 14q1-1 2 0M3 14l1.5-6h2M21 14l-1.5-6h-2"/></svg>`,
  minute: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/>
<path d="M12 7v5l3 2"/></svg>`,
  copy: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
<rect x="8" y="8" width="12" height="12" rx="2.5"/><path d="M16 8V6.5A2.5 2.5 0 0 0 13.5 4h-7A2.5 2.5 0 0 0 4 6.5v7A2.5 2.5 0 0 0 6.5 16H8"/></svg>`,
  share: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 15V3.5M8 7l4-4 4 4M5 12v6.5A2.5 2.5 0 0 0 7.5 21h9a2.5 2.5 0 0 0 2.5-2.5V12"/></svg>`,
  text: html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v8a2.5 2.5 0 0 1-2.5 2.5H9l-5 4z"/></svg>`,
} as const;
