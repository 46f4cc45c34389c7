import { expect, test } from 'vitest';
import { fillPage, plain } from './fill-text.ts';
import { html } from './html.ts';

const fill = (template: string, words: Record<string, string>) =>
  fillPage(template, (brace) => (words[brace] === undefined ? undefined : plain(words[brace])));

test.each([
  ['{a}需要核验', 'Rowan Bank', 'Rowan Bank 需要核验'],
  ['返回{a}。', 'Rowan', '返回 Rowan。'],
  ['返回{a}。', '海港银行', '返回海港银行。'],
  ['返回{a}', '360 银行', '返回 360 银行'],
  ['（{a}）', 'a@b.example', '（a@b.example）'],
  ['，{a}，', 'Rowan', '，Rowan，'],
  ['保存 {a} 天', '7', '保存 7 天'],
  ['Return to {a}', '海港银行', 'Return to 海港银行'],
  ['{a}的', '(Rowan)', '(Rowan)的'],
])('%s with %s reads %s', (template, a, text) => {
  expect(fill(template, { a }).text).toBe(text);
  expect(fill(template, { a }).html.text).toBe(text);
});

test('does not fill placeholders inside filled values, and keeps unknown ones', () => {
  expect(fill('{a} {b}', { a: '{b}', b: '1' }).text).toBe('{b} 1');
  expect(fill('{a}', {}).text).toBe('{a}');
});

test('spaces depend on the visible text, and not on the marks around it', () => {
  const name = { text: 'Rowan', html: html`<bdi>Rowan</bdi>` };
  const filled = fillPage('返回{a}吧<b>', () => name);
  expect(filled.html.text).toBe('返回 <bdi>Rowan</bdi> 吧&lt;b&gt;');
});
