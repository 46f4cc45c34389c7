import { expect, test } from 'vitest';
import type { AuditEntry } from './entry-queries.ts';
import { versionsOf } from './versions.ts';

const entry = (
  entryId: number,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
): AuditEntry => ({
  ...{ entryId, madeAt: new Date(entryId), accountId: null, action: 'template.update' },
  ...{ actor: { kind: 'command_line', name: 'ada' }, subject: 'templates', key: {}, before, after },
});

test('each version has its whole state, although an entry holds only what it changed', () => {
  const whole = { text: 'one', forms: 'a' };
  const entries = [
    entry(5, { forms: 'a' }, { forms: 'b' }),
    entry(4, { text: 'one' }, { text: 'two' }),
    entry(3, null, whole),
    entry(2, { text: 'old', forms: 'z' }, null),
    entry(1, { text: 'older' }, { text: 'old' }),
  ];
  const states = versionsOf(entries, { text: 'two', forms: 'b' }).map(({ before, after }) => [
    before,
    after,
  ]);
  expect(states).toEqual([
    [
      { text: 'two', forms: 'a' },
      { text: 'two', forms: 'b' },
    ],
    [whole, { text: 'two', forms: 'a' }],
    [null, whole],
    [{ text: 'old', forms: 'z' }, null],
    [
      { text: 'older', forms: 'z' },
      { text: 'old', forms: 'z' },
    ],
  ]);
});
