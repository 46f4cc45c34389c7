import { expect, test } from 'vitest';
import type { StatusItem } from '../../vendors/providers/provider.ts';
import { receiptOfStatus } from './receipt-of-status.ts';

const at = new Date('2026-03-01T00:00:00Z');
const item = (changes: Partial<StatusItem>): StatusItem => ({
  ...{ state: 'delivered', providerRef: 'r', detail: 'words', at },
  ...changes,
});

test.each(['absent', 'unknown', 'sent'] as const)('%s is not a final state', (state) => {
  expect(receiptOfStatus(item({ state }), { providerRef: 'r' })).toBeUndefined();
});

test.each(['delivered', 'undelivered', 'expired', 'rejected'] as const)(
  '%s is stored like the missing receipt, with all details',
  (state) => {
    const said = { reason: 'number_off', vendorCode: 'V', cost: 7n } as const;
    expect(receiptOfStatus(item({ state, ...said }), { reference: 'ours' })).toEqual({
      ...{ reference: 'ours', state, detail: 'words', at, ...said },
    });
  },
);

test('adds no details that were not reported', () => {
  expect(receiptOfStatus(item({}), { providerRef: 'r' })).toEqual({
    ...{ providerRef: 'r', state: 'delivered', vendorCode: '', detail: 'words', at },
  });
});
