import { expect, test } from 'vitest';
import { pluralize } from './pluralize.ts';

test('a noun agrees with its number', () => {
  const servers = [0, 1, 2].map((count) => pluralize(count, 'server'));
  expect(servers).toEqual(['0 servers', '1 server', '2 servers']);
  expect(pluralize(2, 'delivery', 'deliveries')).toBe('2 deliveries');
});
