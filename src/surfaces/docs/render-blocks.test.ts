import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { plainText, renderBlocks, renderInline } from './render-blocks.ts';

const words = { linkToSection: 'Link to', samples: 'Samples' };
const render = (text: string) =>
  renderBlocks(parseMarkdown(text), (href) => `/to/${href}`, words).text;

test('a text may have code, bold text and links, and nothing else becomes HTML', () => {
  expect(renderInline('a `<b>` **c `d`** [e](f.md) <script>', (href) => `/to/${href}`).text).toBe(
    'a <code class="short">&lt;b&gt;</code> <strong>c <code class="short">d</code></strong> <a href="/to/f.md">e</a> &lt;script&gt;',
  );
  expect(render('```sh\n<script>alert(1)</script>\n```')).not.toContain('<script');
});

test('the path of a docs page is a link, and other code is not', () => {
  const shown = (text: string) => renderInline(text, (href) => `/to${href}`).text;
  expect(shown('`/docs/reference`')).toBe(
    '<a href="/to/docs/reference"><code class="short">/docs/reference</code></a>',
  );
  expect(shown('`/api/v1`')).toBe('<code class="short">/api/v1</code>');
});

test('plain text has no marks', () => {
  expect(plainText('a `b` **c** [d](e)')).toBe('a b c d');
});

test('a list of bold links is a choice of cards, and another list stays a list', () => {
  expect(render('- **[A](a.md).** B [c](c.md).\n- **[D](d.md)。**E')).toBe(
    '<ul class="cards"><li><strong><a href="/to/a.md">A</a></strong><p>B <a href="/to/c.md">c</a>.</p></li>' +
      '<li><strong><a href="/to/d.md">D</a></strong><p>E</p></li></ul>\n',
  );
  expect(render('- **[A](a.md).** B\n- c')).not.toContain('cards');
});

test('samples of one request become one set of tabs, and the reply after them is separate', () => {
  const page = render('```sh\ncurl x\n```\n\n```js\nfetch(x)\n```\n\n```json\n{}\n```');
  expect(page.match(/class="samples"/g)).toHaveLength(1);
  expect(page).toContain('<p class="caption">curl</p>');
  expect(page.indexOf('JSON')).toBeGreaterThan(page.indexOf('</div></div>'));
});

test('a lone command is a shell sample', () => {
  expect(render('```sh\nls\n```')).toContain('<p class="caption">Shell</p>');
});

test('the cells of a wide table name their column, for phones, and the first is its row', () => {
  const wide = render('| a | `b` | c |\n|---|---|---|\n| 1 | 2 | 3 |');
  expect(wide).toContain('<td>1</td><td data-head="b">2</td><td data-head="C">3</td>');
  expect(render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td><td>2</td>');
});

test('headings below the first can be linked to', () => {
  expect(render('# A\n## B c')).toBe(
    '<h1>A</h1>\n<h2 id="b-c">B c<a class="anchor" href="#b-c" aria-label="Link to B c">#</a></h2>\n',
  );
});
