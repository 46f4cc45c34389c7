import { describe, expect, test } from 'vitest';
import type { ApiError } from '../../foundation/contract/errors/errors.ts';
import {
  type Operation,
  operations,
  productAt,
} from '../../foundation/contract/operations/operations.ts';
import {
  type CalledProduct,
  calledProducts,
  type KeyScope,
  keyScopes,
  messageProducts,
  verifyProducts,
} from '../../foundation/contract/products.ts';
import { authorize } from './authorize.ts';
import type { Principal } from './principal.ts';

function callerWith(changes: {
  scopes?: readonly KeyScope[];
  off?: CalledProduct;
  isSuspended?: boolean;
}) {
  const { scopes = keyScopes, off, isSuspended = false } = changes;
  const terms = calledProducts.map((product) => [product, { isOn: product !== off }]);
  return { scopes, isSuspended, products: Object.fromEntries(terms) } as unknown as Principal;
}

/** The reason for the refusal, or `yes`. */
function verdictOn(
  caller: Principal,
  operation: Operation,
  product = productAt(operation, {}),
): string {
  try {
    authorize(caller, operation, product);
    return 'yes';
  } catch (error) {
    return (error as ApiError).reason;
  }
}

const openTo: Record<Operation, readonly KeyScope[]> = {
  face_verify: ['face_verify'],
  face_recheck: ['face_verify'],
  sms_code: ['sms_code'],
  sms_notice: ['sms_notice'],
  sms_status: messageProducts,
  verify_start: ['verify_start'],
  verify_check: verifyProducts,
  verify_cancel: verifyProducts,
  verify_status: verifyProducts,
  balance: calledProducts,
  usage: calledProducts,
  topup_create: ['payments'],
  topup_status: ['payments'],
  topup_methods: ['payments'],
  webhook_endpoint_create: ['webhooks'],
  webhook_endpoint_list: ['webhooks'],
  webhook_endpoint_update: ['webhooks'],
  webhook_endpoint_delete: ['webhooks'],
  webhook_endpoint_roll_secret: ['webhooks'],
  webhook_endpoint_test: ['webhooks'],
  webhook_delivery_list: ['webhooks'],
  webhook_replay: ['webhooks'],
  webhook_listen: ['webhooks'],
};

describe.each(keyScopes)('a key for %s alone', (scope) => {
  // @mutant src/line/callers/authorize.ts
  // - if (!scopes.some(
  // + if (!scopes.every(
  test.each(operations)('%s', (operation) => {
    const expected = openTo[operation].includes(scope) ? 'yes' : 'product_not_in_scope';
    expect(verdictOn(callerWith({ scopes: [scope] }), operation)).toBe(expected);
  });
});

test('a key without scopes may do nothing, and one with all scopes everything', () => {
  for (const operation of operations) {
    expect(verdictOn(callerWith({ scopes: [] }), operation)).toBe('product_not_in_scope');
    expect(verdictOn(callerWith({}), operation)).toBe('yes');
  }
});

// @mutant src/line/callers/authorize.ts
// - !caller.products[product].isOn
// + caller.products[product].isOn === null
test.each(calledProducts)('where %s is off it is refused, and everything else works', (off) => {
  for (const operation of operations) {
    const expected = operation === off ? 'product_off' : 'yes';
    expect(verdictOn(callerWith({ off }), operation)).toBe(expected);
  }
});

// @mutant src/line/callers/authorize.ts
// - if (caller.isSuspended)
// + if (false)
test('a suspended account may do nothing, and that is reported first', () => {
  for (const operation of operations) {
    const caller = callerWith({ isSuspended: true, scopes: [], off: 'sms_code' });
    expect(verdictOn(caller, operation)).toBe('account_suspended');
  }
});
