import { exampleRequestId } from '../operations/operation-row.ts';
import { type Operation, rowOf } from '../operations/operations.ts';
import type { PriceSource } from '../products.ts';
import type { Language } from '../text/languages.ts';
import { successBody } from '../wire/envelope.ts';
import { envelopeName, titleOf } from './models.ts';

/** An operation's example request and its reply. */
interface OperationExample {
  summary: string;
  /** The names of the models. */
  request: string;
  envelope: string;
  requestExample: Readonly<Record<string, unknown>>;
  replyExample: Record<string, unknown>;
}

/** The reply is one in the given language. */
export function exampleOf(operation: Operation, language: Language = 'en'): OperationExample {
  const row = rowOf(operation);
  const { summary, message, example, priceSources } = row;
  return {
    summary,
    request: titleOf(row.request),
    envelope: envelopeName(row),
    requestExample: example.request,
    replyExample: successBody({
      requestId: exampleRequestId,
      message: message[language],
      price: { source: priceSources[0] as PriceSource, unitPrice: example.unitPrice ?? 0n },
      data: example.data,
    }),
  };
}
