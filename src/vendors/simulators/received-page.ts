import { html } from '../../foundation/page/html.ts';
import type { Taken } from './simulator.ts';

const style = `
body { margin: 2rem auto; max-width: 64rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color-scheme: light dark; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; text-align: left;
  vertical-align: top; overflow-wrap: anywhere; }
`;

/** The requests that a simulator accepted, newest first, for a tester. */
export function receivedPage(
  vendor: string,
  taken: readonly Taken[],
  misbehave: readonly string[],
): string {
  const rows = taken.toReversed().map(
    (entry) => html`<tr><td>${entry.at.toISOString()}</td><td>${entry.id}</td>
<td>${entry.mobile ?? '—'}</td><td>${entry.state}</td><td><code>${JSON.stringify(entry.said)}</code></td></tr>`,
  );
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3"><link rel="icon" href="data:,">
<title>${vendor}: what it took</title><style>${style}</style>
<h1>${vendor}</h1>
<p>This is a simulator on this machine. It took ${taken.length}; it misbehaves:
${misbehave.length > 0 ? misbehave.join(', ') : 'not at all'}.</p>
<table><thead><tr><th>time</th><th>id</th><th>mobile</th><th>state</th><th>said</th></tr></thead>
<tbody>${rows}</tbody></table>
</html>`.text;
}
