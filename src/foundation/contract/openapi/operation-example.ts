import type { PriceSource } from '../products.ts';
import { successBody } from '../wire/envelope.ts';
import { type SuccessMessage, successText } from '../wire/messages.ts';
import type { ModelName } from './models.ts';

/** One request and its reply, as an example of an operation. */
export interface OperationDocs {
  summary: string;
  request: ModelName;
  envelope: ModelName;
  requestExample: Record<string, unknown>;
  replyExample: Record<string, unknown>;
}

export const exampleRequestId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

/** A success reply as the examples of the document show it. */
export function exampleReply(
  message: string,
  source: PriceSource,
  unitPrice: bigint,
  data: object,
): Record<string, unknown> {
  return successBody({
    requestId: exampleRequestId,
    message,
    price: { source, unitPrice },
    data,
  });
}

export function exampleFreeReply(message: SuccessMessage, data: object): Record<string, unknown> {
  return exampleReply(successText(message, 'en'), 'free', 0n, data);
}
