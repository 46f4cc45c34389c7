import { expect, test } from 'vitest';
import { countNew, mergeRows } from '../../web/console/client/held-rows.ts';

interface Row {
  id: string;
  state: string;
}

const rowsOf = (ids: string, state = 'sent'): Row[] => [...ids].map((id) => ({ id, state }));
const idOf = ({ id }: Row) => id;
const count = (held: string, newest: string) => countNew(rowsOf(held), rowsOf(newest), idOf);

test('rows that are read keep their order, and show what became of them', () => {
  const merged = mergeRows(rowsOf('cba'), rowsOf('edcb', 'delivered'), idOf);
  expect(merged).toEqual([...rowsOf('cb', 'delivered'), ...rowsOf('a')]);
});

test('a row that left the list goes, and one that was pushed off the page stays', () => {
  const merge = (held: string, newest: string) =>
    mergeRows(rowsOf(held), rowsOf(newest), idOf).map(idOf).join('');
  expect(merge('a', '')).toBe('');
  expect(merge('cba', 'dca')).toBe('ca');
  expect(merge('cba', 'edc')).toBe('cba');
});

test('rows above those that are shown are new; rows below them are another page', () => {
  expect(count('cba', 'edcb')).toBe(2);
  expect(count('cb', 'cba')).toBe(0);
  expect(count('cba', 'cba')).toBe(0);
});

test('a row that came late, between others, is new as well', () => {
  expect(count('dba', 'dcba')).toBe(1);
});

test('if none of the shown rows is among the newest, all of those are new', () => {
  expect(count('cba', 'zyx')).toBe(3);
  expect(count('', 'zyx')).toBe(3);
  expect(count('cba', '')).toBe(0);
});

test('in a list without pages a row is new wherever it stands', () => {
  expect(countNew(rowsOf('a'), rowsOf('ab'), idOf, true)).toBe(1);
  expect(countNew(rowsOf('ba'), rowsOf('ab'), idOf, true)).toBe(0);
});
