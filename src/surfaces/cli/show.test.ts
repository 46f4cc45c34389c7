import { expect, test } from 'vitest';
import { table } from './show.ts';

test('columns align in a terminal where Chinese characters are two columns wide', () => {
  const rows = [
    ['公司', 'active'],
    ['Shop', 'active'],
    ['한국 ａ', 'active'],
  ];
  expect(table(['name', 'state'], rows).split('\n')).toEqual([
    'name     state',
    '公司     active',
    'Shop     active',
    '한국 ａ  active',
  ]);
});
