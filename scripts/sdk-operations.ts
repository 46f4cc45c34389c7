import type { Operation } from '../src/contract/products.ts';

/** Operations that change nothing: they are repeated without a key, which the platform would keep for nothing. */
const questions: readonly string[] = [
  'face_recheck',
  'sms_status',
  'balance',
  'usage',
  'webhook_endpoint_list',
  'webhook_delivery_list',
  // A repetition must bring what is due now, not what was due then.
  'webhook_listen',
];

export function isQuestion(operation: Operation): boolean {
  return questions.includes(operation);
}

/** `sms_code` is `smsCode` in languages that write so. */
export function methodName(operation: Operation): string {
  return operation.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** The recheck shares the path of the check. */
export function pathOf(operation: Operation): string {
  return operation === 'face_recheck' ? 'face_verify' : operation;
}
