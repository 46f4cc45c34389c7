import { expect, test } from 'vitest';
import { html } from './html.ts';

// @mutant src/foundation/page/html.ts
// - /[&<>"']/g
// + /[&<>"]/g
test('everything put into a page is escaped, also inside lists and attributes', () => {
  const evil = `"><script>'&`;
  expect(html`<a title="${evil}">${[evil, html`<b>${evil}</b>`]}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;' +
      '<b>&quot;&gt;&lt;script&gt;&#39;&amp;</b></a>',
  );
});

test('null and false render nothing, and zero renders', () => {
  expect(html`${null}${undefined}${false}${0}`.text).toBe('0');
});
