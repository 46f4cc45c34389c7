import { describe, expect, test } from 'vitest';
import { vendors } from './vendors.ts';

describe.each(vendors.map((vendor) => [vendor.code, vendor] as const))('%s', (_, vendor) => {
  test('has a reason for every code that is not a success', () => {
    const bare = Object.entries(vendor.codes).filter(
      ([, [kind, reason]]) => (kind === 'done') !== (reason === null),
    );
    expect(bare).toEqual([]);
  });
});
