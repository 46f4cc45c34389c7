import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

test.each([
  ['json', '{"a": "b", "c": 1.5}', ['name "a"', 'string "b"', 'name "c"', 'number 1.5']],
  [
    'sh',
    'curl -i https://a/#b -d \'{"x":1}\' # send',
    ['word curl', 'name -i', 'name -d', 'string \'{"x":1}\'', 'comment # send'],
  ],
  [
    'js',
    "const a = await b('//c'); // d",
    ['word const', 'word await', "string '//c'", 'comment // d'],
  ],
  ['php', "$reply = new Reply('\\'');", ['name $reply', 'word new', "string '\\''"]],
  ['go', 'return `a\n"b"`', ['word return', 'string `a\n"b"`']],
  ['text', '"a" 1 # b', []],
])('%s: %s', (language, code, coloured) => {
  const page = highlight(language, code).text;
  expect(textOf(page)).toBe(code);
  expect(
    [...page.matchAll(/<i class="(\w+)">([^<]*)<\/i>/g)].map(
      ([, kind, text]) => `${kind} ${textOf(text ?? '')}`,
    ),
  ).toEqual(coloured);
});

test('code that looks like markup stays text', () => {
  expect(highlight('js', '"<b>"<i>').text).toBe(
    '<i class="string">&quot;&lt;b&gt;&quot;</i>&lt;i&gt;',
  );
});

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader sees and copies. */
function textOf(page: string): string {
  return page
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (_, name) => entities[name] ?? '');
}
