import { expect, test } from 'vitest';
import type { Operation } from '../../foundation/contract/operations/operations.ts';
import { type Product, products } from '../../foundation/contract/products.ts';
import type { Principal } from '../callers/principal.ts';
import { withScope } from './answer-free.ts';

const body = { from: '2026-01-01', to: '2026-01-31' };
const asked = (operation: Operation, ...scopes: Product[]) =>
  withScope({ scopes } as unknown as Principal, operation, body);

test('a narrow key’s scopes are part of its idempotent request, in any order', () => {
  for (const operation of ['usage', 'sms_status'] as const) {
    expect(asked(operation, ...products)).toEqual(body);
    const two = asked(operation, 'sms_notice', 'sms_code');
    expect(two).toEqual({ scopes: ['sms_code', 'sms_notice'], body });
    expect(asked(operation, 'sms_code', 'sms_notice')).toEqual(two);
    expect(asked(operation, 'sms_code')).toEqual({ scopes: ['sms_code'], body });
  }
});

test('a request that shows no products is the same under every key', () => {
  for (const operation of ['balance', 'face_recheck', 'sms_code'] as const) {
    expect(asked(operation, 'sms_code')).toEqual(body);
  }
});
