import { expect, test } from 'vitest';
import { fillRow, fillText, prefixField } from './bilingual.ts';

test('fills a text in both languages', () => {
  const row = { en: 'Key {key} replaces {key}.', zh: '密钥 {key} 取代 {key}。' } as const;
  expect(fillText(row, { key: 7 })).toEqual({ en: 'Key 7 replaces 7.', zh: '密钥 7 取代 7。' });
});

test('inserts texts and lists in the language of the surrounding text', () => {
  const row = { en: '{faults}. Known: {names}.', zh: '{faults}。可用：{names}。' } as const;
  const faults = [prefixField('key', { en: 'is odd', zh: '不对' }), { en: 'b', zh: '乙' }];
  expect(fillText(row, { faults, names: ['a', 'b'] })).toEqual({
    en: 'key is odd; b. Known: a, b.',
    zh: 'key 不对；乙。可用：a、b。',
  });
});

test('puts one space between Latin and Chinese on both sides', () => {
  const row = { en: '', zh: '账户{account}没有 {product}，' };
  const { zh } = fillRow(row, { account: 12, product: 'sms_code' });
  expect(zh).toBe('账户 12 没有 sms_code，');
  expect(prefixField({ en: 'Name', zh: '名称' }, { en: 'is short', zh: '太短' }).zh).toBe(
    '名称太短',
  );
});

test('leaves braces in a value alone, and a placeholder without a value too', () => {
  expect(fillRow({ en: '{a} {b}', zh: '{a}' }, { a: '{b}' }).en).toBe('{b} {b}');
  expect(fillRow({ en: '{a}', zh: '{a}' }).zh).toBe('{a}');
});
