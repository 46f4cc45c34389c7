import { expect, test } from 'vitest';
import { byOurClock } from './clock.ts';

test('converts times of the database clock to ours, however far apart the clocks are', () => {
  const ours = Date.parse('2030-01-01T11:00:00Z');
  const hourAhead = { ours, databases: new Date('2030-01-01T12:00:00Z') };
  expect(byOurClock(new Date('2030-01-01T11:45:00Z'), hourAhead)).toEqual(
    new Date('2030-01-01T10:45:00Z'),
  );
  const behind = { ours, databases: new Date('2030-01-01T10:59:30Z') };
  expect(byOurClock(new Date('2030-01-01T10:59:00Z'), behind)).toEqual(
    new Date('2030-01-01T10:59:30Z'),
  );
});
