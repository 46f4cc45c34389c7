import { fail } from '../../foundation/contract/errors/errors.ts';
import type { KeyScope, Operation, Product } from '../../foundation/contract/products.ts';
import type { Principal } from './principal.ts';

/** The scopes that open each operation: a key with any of them may ask. */
const openedBy: Readonly<Record<Operation, readonly KeyScope[]>> = {
  face_verify: ['face_verify'],
  face_recheck: ['face_verify'],
  sms_code: ['sms_code'],
  sms_notice: ['sms_notice'],
  sms_status: ['sms_code', 'sms_notice'],
  balance: ['face_verify', 'sms_code', 'sms_notice'],
  usage: ['face_verify', 'sms_code', 'sms_notice'],
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

/** May this caller use this operation? A product that is switched off can still be asked about. */
export function authorize(caller: Principal, operation: Operation): void {
  if (caller.isSuspended) fail('account_suspended');
  if (!openedBy[operation].some((scope) => caller.scopes.includes(scope))) {
    fail('product_not_in_scope');
  }
  const terms = caller.products[operation as Product];
  if (terms && !terms.isOn) fail('product_off');
}
