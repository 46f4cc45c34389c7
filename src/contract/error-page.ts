import { chargedText, retryText, whereText } from './error-docs.ts';
import { errorTable, type Reason, reasons } from './errors.ts';

/** Kept apart, so that the page's policy can allow exactly this text by its hash. */
export const errorPageStyle =
  ':root{color-scheme:light dark}' +
  'body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:2rem 1rem;' +
  'color:light-dark(#1b1f24,#e6e9ed);background:light-dark(#fff,#14171a)}' +
  'a{color:light-dark(#0a58ca,#8ab8ff)}' +
  'h1{font-size:1.5rem;line-height:1.3}' +
  'code{font:.9em ui-monospace,monospace;background:light-dark(#eef1f4,#262b31);' +
  'padding:.1em .3em;border-radius:.25em;overflow-wrap:anywhere}' +
  'dt{font-weight:600;margin-top:1rem}dd{margin:0}' +
  'table{border-collapse:collapse;width:100%}' +
  'th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;' +
  'border-bottom:1px solid light-dark(#d5dae0,#363c44)}';

/** The page that `docUrl` of an error reply leads to. */
export function errorPage(reason: Reason): string {
  const row = errorTable[reason];
  return page(
    `${row.code} ${reason}`,
    `<p><a href="../errors">All errors</a></p>
<h1>${row.code} <code>${reason}</code></h1>
<p>${escapeHtml(row.message.en)}</p>
<p lang="zh">${escapeHtml(row.message.zh)}</p>
<dl>
<dt>HTTP status</dt><dd>${row.status}</dd>
<dt>Cause</dt><dd>${inline(row.cause.en)}</dd>
<dt>What to do</dt><dd>${inline(row.fix.en)}</dd>
<dt>Charged?</dt><dd>${inline(chargedText[row.charged].en)}</dd>
<dt>Try again?</dt><dd>${inline(retryText[row.retry].en)}</dd>
<dt>Operations</dt><dd>${inline(whereText(reason, 'en'))}</dd>
</dl>`,
  );
}

/** The list of all errors. */
export function errorIndexPage(): string {
  const rows = reasons.map((reason) => {
    const { code, message } = errorTable[reason];
    const cells = [
      `<a href="errors/${code}">${code}</a>`,
      `<code>${reason}</code>`,
      escapeHtml(message.en),
    ];
    return `<tr><td>${cells.join('</td><td>')}</td></tr>`;
  });
  return page(
    'Errors',
    `<p><a href="../docs">API reference</a></p>
<h1>Errors</h1>
<table>
<thead><tr>
<th scope="col">Code</th><th scope="col">Reason</th><th scope="col">Message</th>
</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`,
  );
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Countersign</title>
<style>${errorPageStyle}</style>
</head>
<body><main>
${main}
</main></body>
</html>
`;
}

function escapeHtml(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Escapes a sentence of the table, and sets what stands between backticks as code. */
function inline(value: string): string {
  return escapeHtml(value).replace(/`([^`]+)`/g, '<code>$1</code>');
}
