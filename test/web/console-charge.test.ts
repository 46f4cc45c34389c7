import { expect, test } from 'vitest';
import { callStates } from '../../src/foundation/contract/products.ts';
import { chargeOf } from '../../web/console/screens/calls/charge-of.ts';

// @mutant web/console/screens/calls/charge-of.ts
// - return state === 'done' ? charged : null;
// + return charged;
test.each(callStates.filter((state) => state !== 'done'))(
  'a call that is %s shows no charge',
  (state) => {
    expect(chargeOf({ state, charged: '0.0000' })).toBeNull();
    expect(chargeOf({ state: 'done', charged: '0.0500' })).toBe('0.0500');
  },
);
