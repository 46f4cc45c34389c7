import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';

test('a page is parsed into its blocks, in order, without comments', () => {
  const text = [
    '# One `code`',
    '<!-- generated: x -->',
    'A line',
    'goes on.',
    '> Said.',
    '- a',
    '  still a',
    '- b',
    '',
    '1. first',
    '| a | b |',
    '| --- | --- |',
    '| 1 | x \\| y |',
    '```json',
    '{ "# not": "a heading" }',
    '',
    '```',
    '## Two',
  ].join('\n');
  expect(parseMarkdown(text)).toEqual([
    { kind: 'heading', level: 1, text: 'One `code`', id: 'one-code' },
    { kind: 'paragraph', text: 'A line goes on.' },
    { kind: 'quote', text: 'Said.' },
    { kind: 'list', isOrdered: false, items: ['a still a', 'b'] },
    { kind: 'list', isOrdered: true, items: ['first'] },
    { kind: 'table', head: ['a', 'b'], rows: [['1', 'x | y']] },
    { kind: 'code', language: 'json', text: '{ "# not": "a heading" }\n' },
    { kind: 'heading', level: 2, text: 'Two', id: 'two' },
  ]);
});

test('anchors work in both languages, and are unique', () => {
  const ids = parseMarkdown('## 短信的原因\n## Reasons of checks\n## 短信的原因').map(
    (block) => 'id' in block && block.id,
  );
  expect(ids).toEqual(['短信的原因', 'reasons-of-checks', '短信的原因-2']);
});

test('Chinese lines are joined without a space, and others with one', () => {
  expect(parseMarkdown('中文\n换行，\n继续 a\nb')).toEqual([
    { kind: 'paragraph', text: '中文换行，继续 a b' },
  ]);
});

test('an unclosed fence ends with the page', () => {
  expect(parseMarkdown('```sh\nls')).toEqual([{ kind: 'code', language: 'sh', text: 'ls' }]);
});
