import type { Language } from '../contract/text/languages.ts';
import { contentHash } from './content-hash.ts';
import { Html, html } from './html.ts';
import { plainPagePolicy } from './page-headers.ts';

const style = `
:root { color-scheme: light dark; --ink: light-dark(#16191d, #eceff3);
  --soft: light-dark(#545c66, #b3bcc7); --ground: light-dark(#f3f5f8, #101317);
  --paper: light-dark(#fff, #1a1e24); --line: light-dark(#c9d0d9, #3a424d);
  --lead: light-dark(#1f4fbf, #9dbdff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: clamp(1.5rem, 6vw, 4rem) 1rem 3rem;
  color: var(--ink); background: var(--ground); overflow-wrap: anywhere;
  font: 1rem/1.6 system-ui, -apple-system, "PingFang SC", "Microsoft YaHei",
    "Noto Sans CJK SC", sans-serif; }
h1 { margin: 0; font-size: clamp(1.75rem, 5vw, 2.5rem); line-height: 1.2; }
h2 { margin: 0 0 .25rem; font-size: 1.0625rem; }
p { margin: 0; }
.lead { margin: .5rem 0 2rem; color: var(--soft); font-size: 1.125rem; text-wrap: pretty; }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: .75rem; margin: 0 0 2rem; padding: 0; list-style: none; }
li { padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--paper); }
li p { color: var(--soft); }
a { display: inline-block; margin: .5rem 1rem 0 0; color: var(--lead);
  font: .9375rem/1.75 ui-monospace, monospace; }
section + section { margin-top: 1.25rem; }
code { font: .9em ui-monospace, monospace; }
:focus-visible { outline: 3px solid var(--lead); outline-offset: 3px; border-radius: .125rem; }
`;

/** The policy of a plain page, which loads nothing. */
export const plainPolicy = plainPagePolicy(contentHash(style));

/** A small self-contained page: what this is, and where to go from here. */
export function plainPage(
  language: Language,
  { title, lead, main }: { title: string; lead: string; main: Html },
): string {
  return html`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header><h1>${title}</h1><p class="lead">${lead}</p></header>
<main>
${main}
</main>
</body>
</html>
`.toString();
}
