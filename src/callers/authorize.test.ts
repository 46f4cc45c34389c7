import { describe, expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { type Operation, operations, type Product, products } from '../contract/products.ts';
import { authorize } from './authorize.ts';
import type { Principal } from './principal.ts';

function callerWith(changes: {
  scopes?: readonly Product[];
  off?: Product;
  isSuspended?: boolean;
}) {
  const { scopes = products, off, isSuspended = false } = changes;
  const terms = products.map((product) => [product, { isOn: product !== off }]);
  return { scopes, isSuspended, products: Object.fromEntries(terms) } as unknown as Principal;
}

/** Why the caller may not, or `yes`. */
function verdictOn(caller: Principal, operation: Operation): string {
  try {
    authorize(caller, operation);
    return 'yes';
  } catch (error) {
    return (error as ApiError).reason;
  }
}

const openTo: Record<Operation, readonly Product[]> = {
  face_verify: ['face_verify'],
  face_recheck: ['face_verify'],
  sms_code: ['sms_code'],
  sms_notice: ['sms_notice'],
  sms_status: ['sms_code', 'sms_notice'],
  balance: products,
  usage: products,
};

describe.each(products)('a key for %s alone', (product) => {
  test.each(operations)('%s', (operation) => {
    const expected = openTo[operation].includes(product) ? 'yes' : 'product_not_in_scope';
    expect(verdictOn(callerWith({ scopes: [product] }), operation)).toBe(expected);
  });
});

test('a key for nothing may do nothing, and one for everything everything', () => {
  for (const operation of operations) {
    expect(verdictOn(callerWith({ scopes: [] }), operation)).toBe('product_not_in_scope');
    expect(verdictOn(callerWith({}), operation)).toBe('yes');
  }
});

test.each(products)('where %s is off it is not sold, and all else goes on', (off) => {
  for (const operation of operations) {
    const expected = operation === off ? 'product_off' : 'yes';
    expect(verdictOn(callerWith({ off }), operation)).toBe(expected);
  }
});

test('a suspended account may do nothing, and is told that before anything else', () => {
  for (const operation of operations) {
    const caller = callerWith({ isSuspended: true, scopes: [], off: 'sms_code' });
    expect(verdictOn(caller, operation)).toBe('account_suspended');
  }
});
