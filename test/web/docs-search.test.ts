import { expect, test } from 'vitest';
import { openApiDocument } from '../../src/foundation/contract/openapi/openapi.ts';
import { readPages } from '../../src/surfaces/docs/doc-page.ts';
import { searchSections } from '../../src/surfaces/docs/search-sections.ts';
import { excerptOf, rankSections } from '../../web/docs/rank-sections.ts';

const publicUrl = 'http://127.0.0.1:8080';
const addresses = { publicUrl: () => publicUrl, apiUrl: () => publicUrl };
const document = openApiDocument({ publicUrl, version: '0' });
const sections = {
  en: searchSections(readPages('en', addresses), document, 'en'),
  zh: searchSections(readPages('zh', addresses), document, 'zh'),
};
const find = (language: 'en' | 'zh', question: string) =>
  rankSections(sections[language], question).map(({ path }) => path);

test.each([
  ['en', 'idempotency', '/en/idempotency'],
  ['en', 'IDEMPOTENCY key', '/en/idempotency'],
  ['en', '13800000007', '/en/sandbox#mobile-numbers'],
  ['en', 'balance_too_low', '/en/errors/40307'],
  ['en', '40307', '/en/errors/40307'],
  ['en', 'webhook secret', '/en/webhooks#rotate-a-secret'],
  ['en', 'POST /api/v1/usage', '/en/reference#usage'],
  ['zh', '幂等', '/zh/idempotency'],
  ['zh', '余额不足', '/zh/errors/40307'],
  ['zh', '轮换密钥', '/zh/webhooks#轮换密钥'],
  ['zh', '验证码短信怎么发送', '/zh/codes'],
  ['zh', '微信', '/zh/face-check#微信'],
] as const)('%s: a search for %s finds %s among the first', (language, question, path) => {
  const found = find(language, question).slice(0, 5);
  expect(found.some((one) => one.startsWith(path))).toBe(true);
});

test('every word must match, and an unknown word finds nothing', () => {
  expect(find('en', 'idempotency zebra')).toEqual([]);
  expect(find('zh', '独角兽在哪里')).toEqual([]);
  expect(find('en', '  ')).toEqual([]);
});

test('the line under a title shows where the word occurs', () => {
  const text = `${'a '.repeat(100)}Needle ${'b '.repeat(100)}`;
  const { text: shown, from, to } = excerptOf(text, 'needle here');
  expect(shown.slice(from, to)).toBe('Needle');
  expect(shown.length).toBeLessThan(150);
  expect(excerptOf('plain', 'other')).toEqual({ text: 'plain', from: 0, to: 0 });
});
