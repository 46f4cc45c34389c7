import { errorTable, type Reason, reasons } from '../src/foundation/contract/errors/errors.ts';
import { type Operation, rowOf } from '../src/foundation/contract/operations/operations.ts';

/** A query can be retried without an idempotency key, because it changes nothing. */
export function isQuestion(operation: Operation): boolean {
  return rowOf(operation).isQuestion ?? false;
}

const grouped = 'verify_';

/** The operations that a client has itself, and those in its group `verify`: `client.verify.start()`. */
export function inGroups(all: readonly Operation[]): { own: Operation[]; verify: Operation[] } {
  return {
    own: all.filter((operation) => !operation.startsWith(grouped)),
    verify: all.filter((operation) => operation.startsWith(grouped)),
  };
}

/** The name of an operation within its group. */
export function nameInGroup(operation: Operation): string {
  return operation.replace(grouped, '');
}

/** Turns `sms_code` into `smsCode`, for languages with camel case. */
export function methodName(operation: Operation): string {
  return nameInGroup(operation).replaceAll(/_([a-z])/g, (_match, letter: string) =>
    letter.toUpperCase(),
  );
}

/** The recheck shares the path of the check. */
export function pathOf(operation: Operation): string {
  return rowOf(operation).path;
}

/**
 * The temporary errors below 500: the same request with the same key can succeed later. Rate limits per
 * person are left out, because a code that arrives late is useless.
 */
export function repeatableReasons(): Reason[] {
  return reasons.filter((reason) => {
    const { status, retry, on } = errorTable[reason];
    const isOfMessage = on !== 'every';
    return status < 500 && (retry === 'same_key' || (retry === 'wait' && !isOfMessage));
  });
}

/** Request fields that come from an earlier reply, with the variable that stores each. */
export const keptFields: Readonly<Record<string, string>> = {
  authToken: 'AUTH_TOKEN',
  requestId: 'REQUEST_ID',
  verificationId: 'VERIFICATION_ID',
  paymentId: 'PAYMENT_ID',
  endpointId: 'ENDPOINT_ID',
  deliveryId: 'DELIVERY_ID',
};
