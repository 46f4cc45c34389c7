import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('a noun agrees with its number', () => {
  const servers = [0, 1, 2].map((count) => counted(count, 'server'));
  expect(servers).toEqual(['0 servers', '1 server', '2 servers']);
  expect(counted(2, 'delivery', 'deliveries')).toBe('2 deliveries');
});
