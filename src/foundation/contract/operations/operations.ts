import type Type from 'typebox';
import type { ErrorRow } from '../errors/error-row.ts';
import { errorTable, type Reason, reasons } from '../errors/errors.ts';
import {
  type CalledProduct,
  channelProducts,
  isMessageProduct,
  type Product,
  productTable,
} from '../products.ts';
import type { Language } from '../text/languages.ts';
import { isRecheck } from '../wire/face.ts';
import { accountOperations } from './account-operations.ts';
import { faceOperations } from './face-operations.ts';
import type { OperationRow } from './operation-row.ts';
import { smsOperations } from './sms-operations.ts';
import { topupOperations } from './topup-operations.ts';
import { verifyOperations } from './verify-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** The one table of operations: one row for each operation that callers can use. */
export const operationTable = {
  ...faceOperations,
  ...smsOperations,
  ...verifyOperations,
  ...accountOperations,
  ...topupOperations,
  ...webhookOperations,
} as const;

export type Operation = keyof typeof operationTable;
export type FreeOperation = {
  [Name in Operation]: (typeof operationTable)[Name]['product'] extends Product ? never : Name;
}[Operation];
export type PaidOperation = Exclude<Operation, FreeOperation>;
export type RequestOf<Name extends Operation> = Type.Static<
  (typeof operationTable)[Name]['request']
>;

export const operations = Object.keys(operationTable) as readonly Operation[];

export function rowOf(operation: Operation): OperationRow {
  return operationTable[operation];
}

/** Each path once, with its operations. */
export const paths: ReadonlyMap<string, readonly Operation[]> = Map.groupBy(
  operations,
  (operation) => rowOf(operation).path,
);

/** The spec's rule: `authToken` in the body, whatever its value, makes it a recheck. */
export function operationAt(path: string, body: Record<string, unknown>): Operation {
  return path === 'face_verify' && isRecheck(body) ? 'face_recheck' : (path as Operation);
}

/** What a request buys: the channel of a verification is a product of its own. Null for a free operation. */
export function productAt(
  operation: Operation,
  body: Record<string, unknown>,
): CalledProduct | null {
  const { product } = operationTable[operation];
  if (operation !== 'verify_start') return product;
  const channel = String(body.channel);
  return Object.hasOwn(channelProducts, channel)
    ? channelProducts[channel as keyof typeof channelProducts]
    : product;
}

/** The operation that sells a product. */
export function operationOf(product: CalledProduct): PaidOperation {
  const row = productTable[product];
  return 'operation' in row ? row.operation : (product as PaidOperation);
}

export function isFree(operation: Operation): operation is FreeOperation {
  return operationTable[operation].product === null;
}

/** The success message for people; programs read the fields instead. */
export function successText(operation: Operation, language: Language): string {
  return operationTable[operation].message[language];
}

/** The operations that can return an error; none for an error that is detected before an operation is known. */
export function operationsWith(reason: Reason): readonly Operation[] {
  return operations.filter((operation) => canAnswer(operation, reason));
}

export function errorsOf(operation: Operation): readonly Reason[] {
  return reasons.filter((reason) => canAnswer(operation, reason));
}

function canAnswer(operation: Operation, reason: Reason): boolean {
  const { on }: ErrorRow = errorTable[reason];
  const { product, errors } = rowOf(operation);
  switch (on) {
    case 'every':
      return true;
    case 'paid':
      return product !== null;
    case 'sms':
      return product !== null && isMessageProduct(product);
    case 'named':
      return errors?.includes(reason) ?? false;
    case 'none':
    case 'outside':
      return false;
  }
}
