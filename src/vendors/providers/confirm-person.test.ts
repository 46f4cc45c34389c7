import { expect, test } from 'vitest';
import { confirmPerson, nameWords, requireCompared } from './confirm-person.ts';
import type { Person, SessionResult } from './provider.ts';

const passedBy = (compared: 'given' | Partial<Person>): SessionResult => ({
  ...{ state: 'passed', taskId: 'task', vendorCode: '0', cost: 10_000n },
  compared,
});
const stateOf = (called: string, shown: Partial<Person>, cardNo = 'P1234567') =>
  confirmPerson(passedBy(shown), { name: called, cardNo }).state;

test.each([
  ['Jenny Rosen', 'JENNY ROSEN'],
  ['Rosen, Jenny', 'Jenny Marie Rosen'],
  ['José Müller-Ågren', 'Jose Müller Agren'],
  ['张 三', '三 张'],
  ['张三', '张三'],
  ['Wei Wei', 'Wei Wei Zhang'],
  ['राम कुमार', 'राम कुमार'],
])('the name %s is that of %s', (called, name) => {
  expect(stateOf(called, { name })).toBe('passed');
});

// @mutant src/vendors/providers/confirm-person.ts
// - countOf(word, found) >= countOf(word, wanted)
// + found.includes(word)
test.each([
  ['Jenny Rosen', 'Jenny'],
  ['Jenny Rosen', 'John Rosen'],
  ['Jenny Marie Rosen', 'Jenny Rosen'],
  ['张三', '张三丰'],
  ['张三', 'Zhang San'],
  ['Wei Wei', 'Wei Zhang'],
  // Without their marks, both would be रम.
  ['राम', 'रमा'],
  ['かき', 'がき'],
  ['?', 'Jenny Rosen'],
])('the name %s is not that of %s', (called, name) => {
  expect(stateOf(called, { name })).toBe('failed');
});

test.each([
  ['11010519491231002X', '11010519491231002x', 'passed'],
  ['P1234567', 'P 123-4567', 'passed'],
  ['P1234567', 'P1234568', 'failed'],
  ['P1234567', 'P123456', 'failed'],
])('the number %s, shown as %s, is %s', (called, cardNo, state) => {
  expect(stateOf('张三', { cardNo }, called)).toBe(state);
  expect(stateOf('张三', { cardNo, name: '张三' }, called)).toBe(state);
  expect(stateOf('张三', { cardNo, name: '李四' }, called)).toBe('failed');
});

// @mutant src/vendors/providers/confirm-person.ts
// - if (isPerson(compared, person)) return result;
// + if (true) return result;
test('a pass of somebody else keeps its cost and task, and says why it failed', () => {
  expect(confirmPerson(passedBy({ name: 'X' }), { name: 'Y', cardNo: '1' })).toEqual({
    ...{ state: 'failed', taskId: 'task', vendorCode: '0', cost: 10_000n },
    ...{ reason: 'identity_mismatch', detail: 'somebody else passed' },
  });
});

// @mutant src/vendors/providers/confirm-person.ts
// - throw new UnexpectedResponse('passed, without saying who')
// + return result
test.each([{}, { name: '', cardNo: '' }, undefined])(
  'a pass that names nobody (%j) is no result',
  (compared) => {
    const result = passedBy(compared as Partial<Person>);
    expect(() => requireCompared(result)).toThrow('without saying who');
    if (compared) expect(stateOf('张三', compared)).toBe('failed');
  },
);

test('other results are what they are', () => {
  const failed: SessionResult = { state: 'failed', taskId: 'task', reason: 'liveness' };
  expect(requireCompared(failed)).toBe(failed);
  expect(confirmPerson(failed, { name: '', cardNo: '' })).toBe(failed);
  expect(nameWords('?!')).toEqual([]);
});
