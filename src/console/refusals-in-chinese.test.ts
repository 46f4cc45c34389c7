import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalInChinese } from './refusals-in-chinese.ts';

const folders = 'accounts,callers,console,ledger,limits,messages,people,pricing,statements';
const literal = /new Refused\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`),?\s*\)/g;

/** The sentences that the domains refuse with, whatever is filled in; those that are put together elsewhere are not seen. */
const sentences = globSync(join(import.meta.dirname, `../{${folders}}/**/*.ts`))
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(literal)])
  .map(([, plain, filled]) =>
    (plain ?? filled ?? '').replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '7'),
  )
  .filter((sentence) => /[a-z]{3}/.test(sentence));

test('there are sentences to be found', () => {
  expect(sentences.length).toBeGreaterThan(30);
});

test.each([...new Set(sentences)])('“%s” can be read in Chinese', (sentence) => {
  expect(refusalInChinese(sentence)).toMatch(/\p{Script=Han}/u);
});

test.each([
  ['There is no account 12.', '账户 12 不存在。'],
  ['Account 12 has no key 3.', '账户 12 没有密钥 3。'],
  ['The prefix +8613 is not closed for account 12 (live).', '账户 12（live）未关闭号段 +8613。'],
  ['Something that nobody has translated.', undefined],
])('“%s” is “%s”', (english, chinese) => {
  expect(refusalInChinese(english)).toBe(chinese);
});
