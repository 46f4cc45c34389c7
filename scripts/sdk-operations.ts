import { errorTable, type Reason, reasons } from '../src/foundation/contract/errors/errors.ts';
import { type Operation, rowOf } from '../src/foundation/contract/operations/operations.ts';

/** Repeated without a key, which the platform would keep for nothing. */
export function isQuestion(operation: Operation): boolean {
  return rowOf(operation).isQuestion ?? false;
}

/** `sms_code` is `smsCode` in languages that write so. */
export function methodName(operation: Operation): string {
  return operation.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** The recheck shares the path of the check. */
export function pathOf(operation: Operation): string {
  return rowOf(operation).path;
}

/**
 * What passes, of the errors below 500: the same request with the same key can succeed later. A limit on
 * what one person gets is not among them, because a code that comes late helps nobody.
 */
export function repeatableReasons(): Reason[] {
  return reasons.filter((reason) => {
    const { status, retry, on } = errorTable[reason];
    const isOfMessage = on !== 'every';
    return status < 500 && (retry === 'same_key' || (retry === 'wait' && !isOfMessage));
  });
}

/** The fields of a request that come from an earlier reply, with the variable that they are kept in. */
export const keptFields: Readonly<Record<string, string>> = {
  authToken: 'AUTH_TOKEN',
  requestId: 'REQUEST_ID',
  endpointId: 'ENDPOINT_ID',
  deliveryId: 'DELIVERY_ID',
};
