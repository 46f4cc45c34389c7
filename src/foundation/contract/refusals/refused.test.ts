import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Bilingual } from '../text/bilingual.ts';
import { refusals } from './refusals.ts';
import { Refused, refuse } from './refused.ts';

const rows: [code: string, row: Bilingual][] = Object.entries(refusals);

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('each row has the same placeholders in both languages', () => {
  const differing = rows.filter(
    ([, { en, zh }]) => `${placeholdersOf(en)}` !== `${placeholdersOf(zh)}`,
  );
  expect(differing).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test('each row is a sentence; the Chinese one addresses nobody and spaces Latin words', () => {
  const bare = rows.filter(
    ([, { en }]) => !/^[A-Z\-{c].*[.}]$/.test(en) || /\p{Script=Han}/u.test(en),
  );
  expect(bare).toEqual([]);
  const tight = /\p{Script=Han}[A-Za-z0-9{]|[A-Za-z0-9}]\p{Script=Han}|[你您]/u;
  expect(rows.filter(([, { zh }]) => tight.test(zh))).toEqual([]);
});

test('a refusal has its code and its text in both languages, and prints the English one', () => {
  const refused = () => refuse('key_replaced', { key: 3, by: 4 });
  expect(refused).toThrow(new Refused(['key_replaced', { key: 3, by: 4 }]));
  expect(refused).toThrow(
    expect.objectContaining({
      code: 'key_replaced',
      message: 'Key 3 was replaced by key 4. Rotate that one.',
      text: expect.objectContaining({ zh: '密钥 3 已由密钥 4 取代，请轮换后者。' }),
    }),
  );
});

test('a refusal about one field of a request names it', () => {
  expect(new Refused(['reference_used', { reference: 'INV-1' }]).field).toBe('reference');
  expect(new Refused(['last_owner']).field).toBeUndefined();
});

test('an unknown code, a missing value and an extra value do not compile', () => {
  // @ts-expect-error there is no such row
  expect(() => refuse('no_such_row')).toThrow();
  // @ts-expect-error a value is missing
  expect(() => refuse('key_replaced', { key: 3 })).toThrow('by key {by}');
  // @ts-expect-error a value is superfluous
  expect(() => refuse('key_ended', { key: 3, by: 4 })).toThrow('Key 3');
});

test('database functions raise codes of the table with all their values', () => {
  const source = join(import.meta.dirname, '../../..');
  const raised = globSync('*/*/sql/*.sql', { cwd: source })
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/perform \w+_refuse\(\s*'(\w+)',([^;]*)\);/g)])
    .map(([, code = '', values = '']) => ({
      code,
      values: [...values.matchAll(/'(\w+)'/g)].map(([, name]) => `{${name}}`).sort(),
    }));
  const wanted = raised.map(({ code }) => ({
    code,
    values: placeholdersOf(refusals[code as keyof typeof refusals]?.en ?? 'no such row'),
  }));
  expect(raised).toEqual(wanted);
  expect(raised.map(({ code }) => code)).toContain('account_not_found');
  expect(raised.length).toBeGreaterThan(7);
});
