import { expect, test } from 'vitest';
import { placeIn } from '../../web/console/screens/calls/call-list.ts';
import {
  hideable,
  readHidden,
  shownColumns,
} from '../../web/console/screens/calls/hidden-columns.ts';

const columns = ['at', 'state', 'reason', 'id'].map((name) => ({ name }));
const namesOf = (shown: readonly { name: string }[]) => shown.map(({ name }) => name);

test('hidden columns are left out, and the others keep their order', () => {
  expect(namesOf(shownColumns(columns, ['reason']))).toEqual(['at', 'state', 'id']);
  expect(shownColumns(columns, readHidden(null))).toEqual(columns);
});

test('the column that opens a row cannot be hidden', () => {
  expect(namesOf(hideable(columns))).toEqual(['state', 'reason', 'id']);
  expect(namesOf(shownColumns(columns, ['at', 'state', 'reason', 'id']))).toEqual(['at']);
});

test('a stored name that no column has hides nothing', () => {
  expect(namesOf(shownColumns(columns, readHidden('removed,id')))).toEqual([
    ...['at', 'state', 'reason'],
  ]);
});

test('a call has its position in the list that it was opened from, with both neighbours', () => {
  const list = { ids: ['c', 'b', 'a'], query: {} };
  expect(placeIn(list, 'c')).toEqual({ place: 1, total: 3, next: 'b', previous: undefined });
  expect(placeIn(list, 'b')).toEqual({ place: 2, total: 3, next: 'a', previous: 'c' });
  expect(placeIn(list, 'a')).toEqual({ place: 3, total: 3, next: undefined, previous: 'b' });
});

test('a call from elsewhere has no position', () => {
  expect(placeIn(undefined, 'a')).toBeUndefined();
  expect(placeIn({ ids: ['b'], query: {} }, 'a')).toBeUndefined();
});
